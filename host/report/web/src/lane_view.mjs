// One time-line on the screen: lanes with their names at the left, spans, arrows, the axis below.
import { CanvasBox, element, fitted } from './canvas_box.mjs';
import { pieces, summary } from './lane_data.mjs';
import { niceStep, ticks } from './scales.mjs';
import { colours } from './theme.mjs';
import { kPlotRight, plotLeft, timeTickTexts } from './time_axis.mjs';
import { addKeys, addWheel, timeKeys } from './time_window.mjs';
import { formatQuantity } from './units.mjs';

const kFont = '12px system-ui, sans-serif';
const kSmallFont = '11px system-ui, sans-serif';
const kRow = 18;
const kGap = 6;   // between lanes
const kAxis = 26;
const kMostHeight = 520;
const kMostArrows = 300;
const kTitle = 20;  // above lanes of another time-line
const kName = 17;   // where the name of a lane stands above it
const kNarrow = 560;
const kReach = 2;  // pixels within which the mouse finds what is narrower

// Where each lane begins, and where they all end; which are shown.
// `stacked`: with a name above each lane.
function placesOf({ tracks, titles }, stacked) {
  const rows = new Map();
  for (const { lane, row } of tracks) rows.set(lane, Math.max(rows.get(lane) ?? 0, row + 1));
  const tops = [];
  let at = 4;
  for (const [lane, count] of rows) {
    if (titles.has(lane)) at += kTitle;
    if (stacked) at += kName;
    tops.push(at);
    at += count * kRow + kGap;
  }
  return { shown: [...rows.keys()], rows, tops, end: at };
}

// Only where a time-line has an axis of its own may its plot begin elsewhere than that of others.
function isStacked(model, width) { return Boolean(model.own) && width < kNarrow; }

// Pixels that the drawing takes on the page.
export function laneHeight(model, width) {
  if (!model.tracks.length) return 0;
  return Math.min(placesOf(model, isStacked(model, width)).end + kAxis, kMostHeight);
}

export class LaneView {
  constructor(figure, model, time) {
    this.model = model;
    this.time = time;
    this.selected = null;  // by keyboard: a track and a span
    const view = figure.querySelector('.view');
    this.canvas = new CanvasBox(view, {
      label: model.title + '. Arrow keys move, plus and minus zoom, Escape shows everything; ' +
             'Shift and the arrow keys read the spans.',
      kind: 'time-line',
      most: kMostHeight,
      draw: (...how) => this.draw(...how),
    });
    this.hint = element('p', 'hint');
    this.hint.hidden = true;
    this.brush = element('div', 'brush');
    this.brush.hidden = true;
    view.append(this.brush, this.hint);
    this.placeLanes();
    figure.classList.add('live');
    this.addMouse();
    addWheel(this.canvas.box, time, (event) => this.timeAt(this.canvas.place(event)[0]));
    addKeys(this.canvas.box, { ...timeKeys(time), ...this.readingKeys() });
    time.onChange(() => { this.canvas.hideTip(); this.canvas.redraw(); });
  }

  redraw() { this.canvas.redraw(); }
  setVisible(visible) { this.canvas.setVisible(visible); }

  placeLanes() {
    const { lanes, titles } = this.model;
    this.stacked = isStacked(this.model, this.canvas.width);
    const { shown, rows, tops, end } = placesOf(this.model, this.stacked);
    this.tops = tops;
    this.names = new Map(shown.map((lane, i) => [lane, {
      name: lanes[lane] ?? '?', i, bottom: tops[i] + rows.get(lane) * kRow + kGap,
      title: titles.get(lane) ?? '' }]));
    this.canvas.setHeight(end + kAxis);
  }

  left() {
    if (this.stacked) return 4;
    return this.model.own ? this.namesWidth() : plotLeft(this.canvas.width);
  }
  // Room for the longest name, as far as that leaves enough for the plot.
  namesWidth() {
    const context = this.canvas.canvas.getContext('2d');
    context.font = kFont;
    this.longest ??= Math.max(...[...this.names.values()].map(({ name }) =>
      context.measureText(name).width));
    return Math.min(this.longest + 14, this.canvas.width * 0.36);
  }
  columns() { return Math.max(this.canvas.width - this.left() - kPlotRight, 20); }
  timeAt(x) {
    const [low, high] = this.time.range;
    return low + ((x - this.left()) / this.columns()) * (high - low);
  }
  xOf(time) {
    const [low, high] = this.time.range;
    return this.left() + ((time - low) / (high - low)) * this.columns();
  }
  topOf({ lane, row }) { return this.tops[this.names.get(lane).i] + row * kRow; }
  colour(kind) { return this.model.colours[kind] ?? 7; }
  paint(kind) { return colours()['s' + (this.colour(kind) + 1)]; }

  draw(context, width, height, scrolled) {
    if (this.stacked !== isStacked(this.model, width)) return this.placeLanes();
    const bottom = height - kAxis;
    context.textBaseline = 'middle';
    this.drawAxis(context, width, bottom);
    context.save();
    context.beginPath();
    context.rect(0, 0, width, bottom);
    context.clip();
    context.translate(0, -scrolled);
    this.drawNames(context, width, scrolled, bottom);
    context.beginPath();
    context.rect(this.left(), scrolled, this.columns(), bottom);
    context.clip();
    for (const track of this.model.tracks) {
      const top = this.topOf(track);
      if (top + kRow >= scrolled && top <= scrolled + bottom) this.drawTrack(context, track, top);
    }
    if (this.model.own) this.drawEnds(context, scrolled, bottom);
    this.drawArrows(context);
    if (this.selected) this.drawSelected(context);
    context.restore();
  }

  drawAxis(context, width, bottom) {
    const { muted, grid, rule } = colours();
    const [low, high] = this.time.range;
    const left = this.left();
    const zero = this.model.own?.[0] ?? 0;  // of a moment, its begin
    const step = niceStep(high - low, Math.max(this.columns() / 100, 1), 'ns');
    const at = ticks(low - zero, high - zero, step);
    context.font = kFont;
    context.fillStyle = muted;
    context.textAlign = 'center';
    timeTickTexts(at).forEach((text, i) => {
      const x = Math.round(this.xOf(at[i] + zero)) + 0.5;
      context.strokeStyle = grid;
      context.beginPath();
      context.moveTo(x, 0);
      context.lineTo(x, bottom + 4);
      context.stroke();
      const half = context.measureText(text).width / 2;
      context.fillText(text, Math.min(Math.max(x, half + 1), width - half - 1), bottom + 15);
    });
    context.strokeStyle = rule;
    context.beginPath();
    context.moveTo(left, bottom + 0.5);
    context.lineTo(width - kPlotRight, bottom + 0.5);
    context.stroke();
  }

  drawNames(context, width, scrolled, bottom) {
    const { text, muted, grid } = colours();
    context.font = kFont;
    context.textAlign = 'left';
    context.strokeStyle = grid;
    for (const { name, i, bottom: end, title } of this.names.values()) {
      const top = this.tops[i];
      if (end < scrolled || top - kTitle - kName > scrolled + bottom) continue;
      if (title) {
        context.fillStyle = muted;
        const above = top - kTitle / 2 + 1 - (this.stacked ? kName : 0);
        context.fillText(fitted(context, title, width - 4), 2, above);
      }
      context.fillStyle = text;
      const [room, middle] = this.stacked ? [width - 4, top - kName / 2 + 1]
                                          : [this.left() - 12, top + kRow / 2];
      context.fillText(fitted(context, name, room, true), 2, middle);
      const line = end - kGap / 2 + 0.5;
      context.beginPath();
      context.moveTo(0, line);
      context.lineTo(width - kPlotRight, line);
      context.stroke();
    }
  }

  // Where the moment that the time-line is about begins and ends.
  drawEnds(context, scrolled, bottom) {
    context.strokeStyle = colours().muted;
    context.setLineDash([4, 3]);
    for (const time of this.model.own) {
      const x = Math.round(this.xOf(time)) + 0.5;
      context.beginPath();
      context.moveTo(x, scrolled);
      context.lineTo(x, scrolled + bottom);
      context.stroke();
    }
    context.setLineDash([]);
  }

  // What stands in a span.  Where there are few the kind too: colour alone does not tell it.
  textIn(item) {
    const label = this.model.labelOf(item);
    if (!this.model.own) return label;
    const kind = this.model.kinds[this.model.kindOf[item]] ?? '?';
    return label ? `${kind}: ${label}` : kind;
  }

  drawTrack(context, track, top) {
    const left = this.left();
    const columns = this.columns();
    context.font = kSmallFont;
    context.textAlign = 'left';
    for (const piece of pieces(this.model, track, ...this.time.range, columns)) {
      const from = Math.max(piece.from, -2);
      const to = Math.min(piece.to, columns + 2);
      // A hair of the background sets neighbours of one kind apart where there is room for it.
      const wide = Math.max(to - from - (to - from > 4 ? 1 : 0), 1);
      this.fill(context, piece.shares, left + from, top + 1, wide, kRow - 2);
      if (piece.item < 0 || piece.shares.length > 1) continue;
      const begin = Math.max(from, 0) + 4;
      const room = Math.min(to, columns) - begin - 3;
      const label = room > 18 ? this.textIn(piece.item) : '';
      if (!label) continue;
      context.fillStyle = colours().surface;
      context.fillText(fitted(context, label, room), left + begin, top + kRow / 2 + 0.5);
    }
  }

  // From top to bottom as much of each kind as its share of the time; in one order everywhere, so
  // that neighbours make bands.
  fill(context, shares, x, y, width, height) {
    const whole = shares.reduce((sum, [, time]) => sum + time, 0);
    const ordered = shares.length > 1 ? [...shares].sort((a, b) => a[0] - b[0]) : shares;
    let done = 0;
    for (const [kind, time] of ordered) {
      const part = whole > 0 ? (time / whole) * height : height / shares.length;
      context.fillStyle = this.paint(kind);
      context.fillRect(x, y + done, width, part);
      done += part;
    }
  }

  drawArrows(context) {
    const { begin, end, arrows } = this.model;
    const [low, high] = this.time.range;
    const seen = arrows.filter(([from, to]) => {
      const times = [Math.min(Math.max(begin[to], begin[from]), end[from]), begin[to]];
      return Math.max(...times) >= low && Math.min(...times) <= high;
    });
    this.hint.hidden = seen.length <= kMostArrows;
    this.hint.textContent = `${formatQuantity(seen.length, 'count')} arrows here; ` +
                            'zoom in to see them.';
    if (seen.length > kMostArrows) return;
    context.strokeStyle = context.fillStyle = colours().text;
    context.globalAlpha = 0.75;
    for (const [from, to] of seen) {
      // Not from the end of a span that lasts beyond what it caused.
      const at = Math.min(Math.max(begin[to], begin[from]), end[from]);
      this.drawArrow(context, this.xOf(at), this.middleOf(from), this.xOf(begin[to]),
                     this.middleOf(to));
    }
    context.globalAlpha = 1;
  }

  middleOf(item) {
    const track = this.model.tracks.find(({ first, last }) => item >= first && item < last);
    return this.topOf(track) + kRow / 2;
  }

  drawArrow(context, x0, y0, x1, y1) {
    const upright = Math.abs(x1 - x0) < 8 && Math.abs(y1 - y0) >= kRow;
    if (upright) return this.drawUpright(context, x1, y0, y1);
    const bend = Math.min(Math.abs(x1 - x0) / 2 + 6, 60);
    context.beginPath();
    context.moveTo(x0, y0);
    context.bezierCurveTo(x0 + bend, y0, x1 - bend, y1, x1 - 5, y1);
    context.stroke();
    context.beginPath();
    context.moveTo(x1, y1);
    context.lineTo(x1 - 6, y1 - 3.5);
    context.lineTo(x1 - 6, y1 + 3.5);
    context.fill();
  }

  // Cause and effect at one moment: straight from lane to lane.
  drawUpright(context, x, y0, y1) {
    const way = Math.sign(y1 - y0);
    const tip = y1 - way * (kRow / 2 - 2);
    context.beginPath();
    context.moveTo(x, y0);
    context.lineTo(x, tip - way * 5);
    context.stroke();
    context.beginPath();
    context.moveTo(x, tip);
    context.lineTo(x - 4, tip - way * 7);
    context.lineTo(x + 4, tip - way * 7);
    context.fill();
  }

  drawSelected(context) {
    const { track, item } = this.selected;
    const x = this.xOf(this.model.begin[item]);
    context.strokeStyle = colours().text;
    context.lineWidth = 2;
    context.strokeRect(x, this.topOf(track), Math.max(this.xOf(this.model.end[item]) - x, 2), kRow);
    context.lineWidth = 1;
  }

  // The lines that tell of all spans of the track between two times.
  textOf(track, low, high) {
    const found = summary(this.model, track, low, high);
    if (!found) return null;
    const { kinds, lanes } = this.model;
    const { longest, spans, shares } = found;
    const name = (kind) => kinds[kind] ?? '?';
    const what = name(longest.kind) + (longest.label ? ': ' + longest.label : '');
    const { own } = this.model;
    const into = own ? ` (${formatQuantity(longest.begin - own[0], 'ns')} after the begin)` : '';
    const when = `at ${formatQuantity(longest.begin, 'trace_time')}${into}, ` +
                 `${formatQuantity(longest.length, 'ns')} long`;
    const lines = [[lanes[track.lane] ?? '?', 'at']];
    if (spans === 1) return [...lines, [what, '', this.colour(longest.kind)], [when, 'value']];
    lines.push([`${formatQuantity(spans, 'count')} spans here`, 'value']);
    const whole = shares.reduce((sum, [, time]) => sum + time, 0);
    for (const [kind, time] of shares.slice(0, 6)) {
      const share = whole > 0 ? formatQuantity(time / whole, 'ratio') + ', ' : '';
      lines.push([`${name(kind)} ${share}${formatQuantity(time, 'ns')}`, '', this.colour(kind)]);
    }
    return [...lines, ['The longest: ' + what, ''], [when, 'value']];
  }

  read(x, y) {
    const [low, high] = this.time.range;
    const inside = y + this.canvas.box.scrollTop;
    const track = this.model.tracks.find((one) => {
      const top = this.topOf(one);
      return inside >= top && inside < top + kRow && y < this.canvas.height - kAxis;
    });
    if (!track) return null;
    if (x < this.left()) return [[this.model.lanes[track.lane] ?? '?', 'value']];
    const pixel = (high - low) / this.columns();
    const at = this.timeAt(x);
    // A span that is wide enough to be meant is told of alone.
    for (let i = track.first; i < track.last && this.model.begin[i] <= at; ++i) {
      const { begin, end } = this.model;
      if (end[i] > at && end[i] - begin[i] > 2 * kReach * pixel) {
        const alone = summary(this.model, { ...track, first: i, last: i + 1 }, low, high);
        if (alone) return this.textOf({ ...track, first: i, last: i + 1 }, low, high);
      }
    }
    return this.textOf(track, at - kReach * pixel, at + kReach * pixel);
  }

  addMouse() {
    const { box } = this.canvas;
    let from = null;
    box.addEventListener('pointerdown', (event) => {
      const [x] = this.canvas.place(event);
      if (event.button !== 0 || x < this.left() || x > this.left() + this.columns()) return;
      from = x;
      box.setPointerCapture(event.pointerId);
    });
    box.addEventListener('pointermove', (event) => {
      const [x, y] = this.canvas.place(event);
      if (from !== null) {
        this.showBrush(from, x);
        return;
      }
      const lines = this.read(x, y);
      if (lines) this.canvas.showTip(lines, x, y);
      else this.canvas.hideTip();
    });
    box.addEventListener('pointerup', (event) => {
      const [x] = this.canvas.place(event);
      const start = from;
      from = null;
      this.brush.hidden = true;
      if (start === null || Math.abs(x - start) <= 4) return;
      this.time.show(this.timeAt(start), this.timeAt(x));
    });
    box.addEventListener('pointercancel', () => { from = null; this.brush.hidden = true; });
    box.addEventListener('pointerleave', () => this.canvas.hideTip());
    box.addEventListener('dblclick', () => this.time.reset());
  }

  showBrush(from, to) {
    const left = this.left();
    const [low, high] = [Math.min(from, to), Math.max(from, to)].map((x) =>
      Math.min(Math.max(x, left), left + this.columns()));
    this.canvas.hideTip();
    this.brush.hidden = false;
    this.brush.style.left = low + 'px';
    this.brush.style.width = high - low + 'px';
    this.brush.style.height = this.canvas.height - kAxis + 'px';
  }

  readingKeys() {
    return {
      'Shift+ArrowLeft': () => this.step(-1, 0),
      'Shift+ArrowRight': () => this.step(1, 0),
      'Shift+ArrowUp': () => this.step(0, -1),
      'Shift+ArrowDown': () => this.step(0, 1),
    };
  }

  // To the next span of the track, or to the next track.
  step(along, across) {
    const { tracks, begin, end } = this.model;
    if (!tracks.length) return;
    const [low, high] = this.time.range;
    const now = this.selected;
    let at = now ? tracks.indexOf(now.track) : 0;
    at = Math.min(Math.max(at + across, 0), tracks.length - 1);
    const track = tracks[at];
    let item = now && !across ? now.item + along : track.first;
    if (!now || across) {
      const time = now ? begin[now.item] : low;
      while (item < track.last - 1 && end[item] <= time) ++item;
    }
    item = Math.min(Math.max(item, track.first), track.last - 1);
    this.selected = { track, item };
    if (begin[item] < low || begin[item] > high) {
      const half = (high - low) / 2;
      this.time.show(begin[item] - half, begin[item] + half);
    }
    const { box } = this.canvas;
    const top = this.topOf(track);
    if (top < box.scrollTop) box.scrollTop = top - kGap;
    const room = this.canvas.height - kAxis - kRow;
    if (top > box.scrollTop + room) box.scrollTop = top - room;
    const lines = this.textOf({ ...track, first: item, last: item + 1 }, -Infinity, Infinity);
    this.canvas.redraw();
    const x = Math.max(this.xOf(begin[item]), this.left());
    this.canvas.showTip(lines, x, top - box.scrollTop + 4);
    this.canvas.say(lines);
  }
}
