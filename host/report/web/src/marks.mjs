// Points of a chart that are moments, such as slow frames: a triangle above each, which can be
// clicked.  The shape tells them apart where colours do not.
import { element } from './canvas_box.mjs';
import { colours } from './theme.mjs';
import { addKeys } from './time_window.mjs';

const kSize = 6;    // pixels, half of a triangle's side
const kReach = 14;  // pixels within which the mouse means a mark

function triangle(context, x, y, size) {
  context.beginPath();
  context.moveTo(x, y);
  context.lineTo(x - size, y - size * 1.7);
  context.lineTo(x + size, y - size * 1.7);
  context.closePath();
}

// Also above the plot: the highest point leaves little room below its edge.
export function drawMarks(u, marks, moments) {
  const { ctx } = u;
  const ratio = devicePixelRatio || 1;
  const { min, max } = u.scales.x;
  const { bad, surface, text } = colours();
  ctx.save();
  for (const { x, y } of marks) {
    if (x < min || x > max) continue;
    const chosen = moments.isCurrent(x);
    triangle(ctx, u.valToPos(x, 'x', true), u.valToPos(y, 'y', true) - 2 * ratio,
             kSize * (chosen ? 1.4 : 1) * ratio);
    ctx.fillStyle = bad;
    ctx.fill();
    ctx.lineWidth = (chosen ? 2 : 1) * ratio;
    ctx.strokeStyle = chosen ? text : surface;
    ctx.stroke();
  }
  ctx.restore();
}

// The number of the moment that is meant by this place of the plot; -1 when there is none.
function markAt({ plot, model, moments }, left) {
  let best = -1;
  let least = kReach;
  for (const { x } of model.marks) {
    const away = Math.abs(plot.valToPos(x, 'x') - left);
    if (away > least) continue;
    least = away;
    best = moments.endingAt(x);
  }
  return best;
}

// What the reading of a value says of the mark there.
export function markText(view, left) {
  const at = markAt(view, left);
  return at < 0 ? '' : `${view.moments.all[at].name}: click or Enter to see why`;
}

export function addMarks(view, figure) {
  const { over } = view.plot;
  let pressed = NaN;
  const leftOf = (event) => event.clientX - over.getBoundingClientRect().left;
  over.addEventListener('mousedown', (event) => { pressed = leftOf(event); });
  over.addEventListener('mousemove', (event) => {
    over.classList.toggle('on-mark', markAt(view, leftOf(event)) >= 0);
  });
  over.addEventListener('click', (event) => {
    // The end of a drag, which zooms, is no click.
    if (Math.abs(leftOf(event) - pressed) > 4) return;
    const at = markAt(view, leftOf(event));
    if (at >= 0) view.moments.go(at);
  });
  addKeys(view.box, {
    Enter: () => {
      const at = markAt(view, view.plot.cursor.left);
      if (at >= 0) view.moments.go(at);
    },
  });
  view.moments.onChange(() => view.redraw());
  const { title, length, known } = view.moments;
  const some = known > length ? `${length} of ${known}, the worst` : `${length}`;
  const hint = element('p', 'hint', `${title}: ${some}. Click one to see why, or press ] and [ ` +
                                    'to go from one to the next.');
  hint.prepend(element('span', 'mark-sign', '\u25bc'));
  figure.append(hint);
}
