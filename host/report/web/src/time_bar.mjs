// The bar that stays in view above everything over time: which part is shown, and the way back.
import { addTicks, momentSteps } from './moments.mjs';
import { addKeys, addWheel, timeKeys } from './time_window.mjs';
import { formatQuantity } from './units.mjs';

function button(text, label, action) {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = text;
  if (label) made.setAttribute('aria-label', label);
  made.addEventListener('click', action);
  return made;
}

function addDragging(strip, time) {
  const [least, greatest] = time.whole;
  const timeAt = (event) => {
    const box = strip.getBoundingClientRect();
    const share = Math.min(Math.max((event.clientX - box.left) / box.width, 0), 1);
    return least + share * (greatest - least);
  };
  let drag = null;
  strip.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    const at = timeAt(event);
    const inside = !time.isWhole && at >= time.range[0] && at <= time.range[1];
    drag = { at, range: time.range, inside };
    strip.setPointerCapture(event.pointerId);
  });
  strip.addEventListener('pointermove', (event) => {
    if (!drag) return;
    const at = timeAt(event);
    if (drag.inside) time.show(drag.range[0] + at - drag.at, drag.range[1] + at - drag.at);
    else if (Math.abs(at - drag.at) > (greatest - least) * 0.004) time.show(drag.at, at);
  });
  const end = () => { drag = null; };
  strip.addEventListener('pointerup', end);
  strip.addEventListener('pointercancel', end);
  strip.addEventListener('dblclick', () => time.reset());
  addWheel(strip, time, timeAt);
}

const kAroundNs = 5e6;  // what is shown on each side of a moment without a length

// What a finding says of its time becomes a button that shows it.
function addMoments(within, time) {
  for (const moment of within.querySelectorAll('.moment')) {
    const [begin, end] = [Number(moment.dataset.begin), Number(moment.dataset.end)];
    const around = end - begin || kAroundNs;
    const made = button(moment.textContent, '', () => time.show(begin - around, end + around));
    made.className = 'moment';
    moment.replaceWith(made);
  }
}

export function addTimeBar(within, time, moments) {
  const bar = document.createElement('div');
  bar.className = 'timebar';
  bar.setAttribute('role', 'group');
  bar.setAttribute('aria-label', 'Time shown in all charts and time-lines');
  const strip = document.createElement('div');
  strip.className = 'strip';
  strip.tabIndex = 0;
  strip.setAttribute('role', 'group');
  strip.setAttribute('aria-label', 'Part of the whole time. Arrow keys move it, plus and minus ' +
                                   'zoom, Escape shows everything.');
  const thumb = document.createElement('div');
  strip.append(thumb);
  const text = document.createElement('output');
  const whole = button('Reset zoom', '', () => time.reset());
  bar.append(text, strip,
             button('\u2190', 'Earlier', () => time.pan(-0.5)),
             button('\u2192', 'Later', () => time.pan(0.5)),
             button('+', 'Zoom in', () => time.zoomBy(0.5)),
             button('\u2212', 'Zoom out', () => time.zoomBy(2)), ...(moments.length ? [momentSteps(moments)] : []), whole);
  addTicks(strip, time, moments);
  bar.title = 'Drag over a chart or here to zoom; ' +
              'Ctrl and the wheel zoom, Shift and the wheel move.';
  within.prepend(bar);
  const update = () => {
    const [low, high] = time.range;
    const [least, greatest] = time.whole;
    thumb.style.left = ((low - least) / (greatest - least)) * 100 + '%';
    thumb.style.width = (time.length / (greatest - least)) * 100 + '%';
    const at = (x) => formatQuantity(x, 'trace_time');
    text.textContent = `${at(low)} to ${at(high)}: ${formatQuantity(time.length, 'ns')}`;
    whole.disabled = time.isWhole;
  };
  addKeys(strip, timeKeys(time));
  addMoments(within, time);
  addDragging(strip, time);
  time.onChange(update);
  update();

  // What a link leads to must not end up behind the bar, in however many lines it stands.
  const makeRoom = () => {
    document.documentElement.style.scrollPaddingTop = bar.offsetHeight + 12 + 'px';
  };
  makeRoom();  // now that its text is there: the page may be scrolled before the first frame
  new ResizeObserver(makeRoom).observe(bar);
}
