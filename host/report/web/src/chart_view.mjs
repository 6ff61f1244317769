// One chart on the screen: uPlot draws; what is drawn, the reading of values, zoom and keyboard
// are ours.
import uPlot from 'uplot';

import { element } from './canvas_box.mjs';
import { addMarks, drawMarks, markText } from './marks.mjs';
import { bars, bins, lines } from './paths.mjs';
import { decades, niceStep, padded, paddedDecades, powersOfTwo, ticks } from './scales.mjs';
import { colours } from './theme.mjs';
import { lowerBound, merge, thin } from './thin.mjs';
import { kPlotRight, plotLeft, timeTickTexts } from './time_axis.mjs';
import { addKeys, addWheel, timeKeys } from './time_window.mjs';
import { axisFormat, formatQuantity } from './units.mjs';

const kFont = '12px system-ui, sans-serif';
const kReach = 24;  // pixels within which the values of other series are read too
const kColours = 8;

// "256 KiB" for "256.0 KiB".
function shortSize(value, unit) {
  return formatQuantity(value, unit).replace(/\.0+ /, ' ');
}

// With more decimals than usual where the plot shows differences that the usual ones hide.
function preciseText(value, step, unit) {
  const usual = formatQuantity(value, unit);
  const precise = axisFormat(Math.abs(value), step, unit)(value);
  return precise.length > usual.length && !Number.isInteger(value) ? precise : usual;
}

export class ChartView {
  // `time`: the window that all charts over the trace's time share; null for another axis.
  // `moments`: which of the points are moments that can be gone to.
  constructor(figure, model, time, moments) {
    this.model = model;
    this.moments = moments;
    this.time = time;
    this.whole = time?.whole ?? model.whole;
    this.visible = true;
    this.box = figure.querySelector('.plot');
    this.range = time?.range ?? model.whole;
    this.keyRow = null;  // where the keyboard put the cursor
    this.tip = element('div', 'reading');
    this.tip.hidden = true;
    this.live = element('p', 'unseen');
    this.live.setAttribute('aria-live', 'polite');
    this.reset = element('button', 'reset', 'Reset zoom');
    this.reset.type = 'button';
    this.reset.hidden = true;
    this.reset.addEventListener('click', () => this.zoom(...this.whole));

    this.plot = new uPlot(this.options(), this.rows(this.width()), this.box);
    this.plot.over.append(this.tip);
    this.box.append(this.reset, this.live);
    figure.classList.add('live');
    this.addKeyboard();
    if (model.marks.length) addMarks(this, figure);
    if (time) {
      addWheel(this.plot.over, time, (event) =>
        this.plot.posToVal(event.clientX - this.plot.over.getBoundingClientRect().left, 'x'));
      time.onChange(() => this.follow());
    }
    new ResizeObserver(() => this.resize()).observe(this.box);
  }

  width() { return Math.max(this.box.clientWidth, 120); }
  height() { return Math.max(this.box.clientHeight, 120); }
  redraw() { this.plot.redraw(true, true); }

  showSeries(index, show) {
    this.plot.setSeries(index + 1, { show });
    this.hideCursor();
  }

  resize() {
    if (this.width() === this.plot.width && this.height() === this.plot.height) return;
    this.plot.setSize({ width: this.width(), height: this.height() });
    this.show(...this.range);
  }

  // What is out of sight follows when it comes into it.
  setVisible(visible) {
    this.visible = visible;
    if (visible && this.behind) this.follow();
  }

  // Once for each frame, however often the window changes.
  follow() {
    this.behind = true;
    if (this.asked || !this.visible) return;
    this.asked = true;
    requestAnimationFrame(() => {
      this.asked = this.behind = false;
      this.show(...this.time.range);
    });
  }

  place(x) { return this.model.log ? Math.log2(x) : x; }
  unplace(at) { return this.model.log ? 2 ** at : at; }

  rows(width) {
    const [low, high] = this.range;
    return merge(this.model.all.map(({ xs, ys }) =>
      ({ xs, ys, rows: thin(xs, ys, low, high, width, (x) => this.place(x)) })));
  }

  options() {
    const { model } = this;
    return {
      width: this.width(),
      height: this.height(),
      legend: { show: false },
      padding: [10, kPlotRight, 0, 0],
      scales: {
        x: { time: false, auto: false, distr: model.log ? 3 : 1, log: 2,
             min: this.range[0], max: this.range[1], range: (u, min, max) => [min, max] },
        y: { distr: model.logY ? 3 : 1, log: 10, range: (u, min, max) => {
          if (min === null) return model.logY ? [1, 10] : [0, 1];
          return model.logY ? paddedDecades(min, max) : padded(min, max, 0.06, model.zero);
        } },
      },
      axes: [this.axis(model.xUnit, this.time ? 100 : 85,
                       this.time ? 'time' : model.log ? 'sizes' : 'linear'),
             this.axis(model.yUnit, this.time ? 26 : 32, model.logY ? 'decades' : 'linear')],
      series: [{}, ...model.all.map((series, index) => this.series(series, index))],
      cursor: {
        y: false,
        drag: { x: true, y: false, setScale: false, dist: 4 },
        points: { size: (u, i) => (this.isFilled(i) ? 0 : 9), width: 0,
                  fill: (u, i) => this.colour(i - 1) },
        dataIdx: (u, i, closest, x) => this.rowAt(i, closest, x),
        bind: { dblclick: () => () => { this.zoom(...this.whole); return null; } },
      },
      hooks: { draw: [(u) => drawMarks(u, model.marks, this.moments)],
               setCursor: [() => this.read()], setSelect: [(u) => this.selected(u)] },
    };
  }

  axis(unit, space, kind) {
    const look = { stroke: () => colours().grid, width: 1 };
    const most = (length) => Math.max(Math.floor(length / space), 1);
    const length = (u, axis) => (axis === 0 ? u.bbox.width : u.bbox.height) / devicePixelRatio;
    return {
      stroke: () => colours().muted,
      font: kFont,
      gap: 6,
      grid: look,
      ticks: { ...look, size: 4 },
      // The library's own search for a step is passed by: it knows no powers of two.
      space: () => 1,
      incrs: () => [1e30],
      splits: (u, axis, min, max) => {
        if (kind === 'sizes') return powersOfTwo(min, max, most(length(u, axis)));
        if (kind === 'decades') return decades(min, max, most(length(u, axis)));
        return ticks(min, max, niceStep(max - min, most(length(u, axis)), unit));
      },
      filter: (u, splits) => splits,
      values: (u, splits) => {
        if (kind === 'time') return timeTickTexts(splits);
        if (kind === 'sizes') return splits.map((value) => shortSize(value, unit));
        if (kind === 'decades') return splits.map((value) => formatQuantity(value, unit));
        const largest = Math.max(...splits.map(Math.abs), 0);
        return splits.map(axisFormat(largest, splits[1] - splits[0] || largest || 1, unit));
      },
      size: (u, values, axis) => (axis === 0 ? 30 : this.time ? plotLeft(this.width())
        : 16 + 6.8 * Math.max(4, ...(values ?? []).map((text) => text.length))),
    };
  }

  colour(index) { return colours()['s' + (index % kColours + 1)]; }

  isFilled(i) { return i > 0 && ['bins', 'bars'].includes(this.model.all[i - 1].draw); }

  series({ name, draw, xs }, index) {
    const colour = () => this.colour(index);
    const soft = () => this.colour(index) + 'd8';
    const common = { label: name, stroke: colour, width: 1.75,
                     points: { size: 5, width: 0, fill: colour, stroke: colour },
                     dash: index >= kColours ? [6, 4] : undefined };
    switch (draw) {
      case 'points':
        return { ...common, paths: () => null, points: { ...common.points, show: true } };
      case 'bars': {
        const { all, barWidth, barCount } = this.model;
        const place = all.slice(0, index).filter((other) => other.draw === 'bars').length;
        return { ...common, width: 0, fill: soft, points: { show: false },
                 paths: bars(barWidth, place, barCount) };
      }
      case 'bins':
        return { ...common, width: 0, fill: soft, points: { show: false }, paths: bins() };
      case 'step':
        return { ...common, points: { ...common.points, show: xs.length < 2 }, paths: lines(true) };
      default:
        return { ...common, paths: lines(false) };
    }
  }

  zoom(low, high) {
    if (this.time) this.time.show(low, high);
    else this.show(low, high);
  }

  show(low, high) {
    const [least, greatest] = this.whole;
    low = Math.max(Math.min(low, high), least);
    high = Math.min(Math.max(low, high), greatest);
    // A range below the resolution of its numbers cannot be drawn.
    if (!(high - low > Math.max(Math.abs(low), Math.abs(high)) * 1e-12)) return;
    this.range = [low, high];
    this.keyRow = null;
    this.reset.hidden = low === least && high === greatest;
    this.plot.batch(() => {
      this.plot.setData(this.rows(this.width()), false);
      this.plot.setScale('x', { min: low, max: high });
    });
  }

  cursorTime() {
    const { left } = this.plot.cursor;
    return left >= 0 ? this.plot.posToVal(left, 'x') : undefined;
  }

  zoomBy(factor) {
    const [low, high] = this.range.map((x) => this.place(x));
    const { left } = this.plot.cursor;
    const middle = left >= 0 ? this.place(this.plot.posToVal(left, 'x')) : (low + high) / 2;
    this.zoom(this.unplace(middle - (middle - low) * factor),
              this.unplace(middle + (high - middle) * factor));
  }

  selected(u) {
    const { left, width } = u.select;
    if (width > 0) {
      this.zoom(u.posToVal(left, 'x'), u.posToVal(left + width, 'x'));
      u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
    }
  }

  hasValue(i, row) {
    return this.plot.series[i].show && typeof this.plot.data[i][row] === 'number';
  }

  pixel(row) { return this.plot.valToPos(this.plot.data[0][row], 'x'); }

  // The row nearest to `at` (in pixels), `start` or beyond it, that `suits`; -1 when there is none.
  nearest(start, at, suits) {
    const { length } = this.plot.data[0];
    let best = -1;
    for (const [from, step] of [[start, -1], [start - 1, -1], [start + 1, 1]]) {
      let row = from;
      while (row >= 0 && row < length && !suits(row)) row += step;
      if (row < 0 || row >= length) continue;
      if (best < 0 || Math.abs(this.pixel(row) - at) < Math.abs(this.pixel(best) - at)) best = row;
    }
    return best;
  }

  // The row of series i that the cursor at x is about; null when none is near.  The cursor is
  // about the nearest value of all, and about those of other series that are close to it.
  rowAt(i, closest, x) {
    if (this.keyRow !== null) closest = this.keyRow;
    if (i === 0) return closest;
    if (this.model.all[i - 1].draw === 'bins') {
      if (this.keyRow === null && this.plot.data[0][closest] > x) --closest;
      return this.hasValue(i, closest) ? closest : null;
    }
    const at = this.keyRow === null ? this.plot.valToPos(x, 'x') : this.pixel(closest);
    const anchor = this.nearest(closest, at, (row) =>
      this.plot.series.some((series, other) => other > 0 && this.hasValue(other, row)));
    if (anchor < 0) return null;
    const row = this.nearest(anchor, this.pixel(anchor), (one) => this.hasValue(i, one));
    return row < 0 || Math.abs(this.pixel(row) - this.pixel(anchor)) > kReach ? null : row;
  }

  // All values of a series in the pixel of a row: what the drawn line covers there.
  valueText(index, row) {
    const { xs, ys, draw, thinned } = this.model.all[index];
    const { min, max } = this.plot.scales.y;
    const text = (y) => preciseText(y, niceStep(max - min, 300, this.model.yUnit),
                                    this.model.yUnit);
    const at = this.plot.valToPos(this.plot.data[0][row], 'x');
    const single = text(this.plot.data[index + 1][row]);
    if (draw === 'bins') return single;
    const begin = lowerBound(xs, this.plot.posToVal(at - 0.5, 'x'));
    const end = lowerBound(xs, this.plot.posToVal(at + 0.5, 'x'));
    const here = Array.from(ys.subarray(begin, end)).filter((y) => !Number.isNaN(y));
    if (here.length < 2) return single;
    if (thinned) return `${text(Math.min(...here))} to ${text(Math.max(...here))}`;
    const [least, greatest] = here.reduce(([a, b], y) => [Math.min(a, y), Math.max(b, y)],
                                          [Infinity, -Infinity]);
    const range = least === greatest ? text(least) : `${text(least)} to ${text(greatest)}`;
    return `${range} (${here.length} values)`;
  }

  xText(row) {
    const xs = this.plot.data[0];
    const { xUnit, all, log } = this.model;
    const [low, high] = this.range;
    const text = (x) => (log ? shortSize(x, xUnit)
                             : preciseText(x, niceStep(high - low, 300, xUnit), xUnit));
    return all[0].draw === 'bins' ? `${text(xs[row])} to ${text(xs[row + 1])}` : text(xs[row]);
  }

  read() {
    if (!this.plot) return;
    const { left, idxs } = this.plot.cursor;
    const found = [];
    this.model.all.forEach(({ name }, index) => {
      const row = idxs?.[index + 1];
      if (row !== null && row !== undefined && this.hasValue(index + 1, row)) {
        found.push({ index, name, row });
      }
    });
    this.tip.hidden = left < 0 || !found.length;
    if (this.tip.hidden) return;

    const away = ({ row }) => Math.abs(this.pixel(row) - left);
    const near = found.reduce((a, b) => (away(b) < away(a) ? b : a));
    this.tip.replaceChildren(element('p', 'at', this.xText(near.row)));
    for (const { index, name, row } of found) {
      const line = element('p', 's' + (index % kColours + 1));
      if (this.model.all.length > 1) {
        line.append(element('span', 'swatch'), element('span', 'name', name), ' ');
      }
      line.append(element('span', 'value', this.valueText(index, row)));
      this.tip.append(line);
    }
    const mark = markText(this, left);
    if (mark) this.tip.append(element('p', 'at', mark));
    const room = this.plot.over.clientWidth;
    const beside = left + 14 + this.tip.offsetWidth <= room;
    this.tip.style.left = Math.max(beside ? left + 14 : left - 14 - this.tip.offsetWidth, 0) + 'px';
  }

  addKeyboard() {
    const { box } = this;
    box.tabIndex = 0;
    box.setAttribute('role', 'group');
    box.setAttribute('aria-roledescription', 'chart');
    box.setAttribute('aria-label', this.model.title + (this.time
      ? '. Arrow keys move, plus and minus zoom, Escape shows everything; Shift and the arrow ' +
        'keys read the values.'
      : '. Arrow keys read the values, plus and minus zoom, Escape shows everything.'));
    const reading = { PageUp: -10, PageDown: 10, Home: -Infinity, End: Infinity };
    const keys = Object.fromEntries(
      Object.entries(reading).map(([key, by]) => [key, () => this.step(by)]));
    const arrows = this.time ? 'Shift+Arrow' : 'Arrow';
    keys[arrows + 'Left'] = () => this.step(-1);
    keys[arrows + 'Right'] = () => this.step(1);
    addKeys(box, this.time ? { ...keys, ...timeKeys(this.time, () => this.cursorTime()) } : {
      ...keys,
      '+': () => this.zoomBy(0.5),
      '=': () => this.zoomBy(0.5),
      '-': () => this.zoomBy(2),
      Escape: () => this.zoom(...this.whole),
    });
    box.addEventListener('blur', () => this.hideCursor());
    // Before the library sees the event.
    box.addEventListener('mousemove', () => { this.keyRow = null; }, { capture: true });
  }

  hideCursor() {
    this.keyRow = null;
    this.plot.setCursor({ left: -10, top: -10 });
  }

  // Rows of the drawing that lie in view and have a value in a series that is shown.
  readable() {
    const { data, series } = this.plot;
    const [low, high] = this.range;
    const rows = [];
    data[0].forEach((x, row) => {
      const inView = x >= low && x <= high;
      if (inView && series.some((s, i) => i && s.show && typeof data[i][row] === 'number')) {
        rows.push(row);
      }
    });
    return rows;
  }

  step(by) {
    const rows = this.readable();
    if (!rows.length) return;
    const xs = this.plot.data[0];
    let now = this.keyRow === null ? -1 : rows.indexOf(this.keyRow);
    if (now < 0 && this.plot.cursor.left >= 0) {
      const x = this.plot.posToVal(this.plot.cursor.left, 'x');
      now = rows.findIndex((row) => xs[row] >= x);
    }
    const start = now < 0 ? (by > 0 ? -1 : rows.length) : now;
    const next = rows[Math.min(Math.max(start + by, 0), rows.length - 1)];
    this.keyRow = next;
    const until = this.model.all[0].draw === 'bins' ? xs[next + 1] : xs[next];
    const left = (this.plot.valToPos(xs[next], 'x') + this.plot.valToPos(until, 'x')) / 2;
    this.plot.setCursor({ left, top: this.plot.over.clientHeight / 2 });
    this.live.textContent = [...this.tip.children].map((line) => line.textContent).join(', ');
  }
}
