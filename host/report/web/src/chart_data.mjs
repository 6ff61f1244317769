// What a chart draws, made of the report's JSON: for each series ascending x, and y with NaN for
// gaps, as typed arrays.
import { cumulative } from './lane_data.mjs';
import { padded } from './scales.mjs';

// Beyond it the difference of two values may be infinite; such values are not drawn.
const kHighest = 1e300;

function plain(values) {
  const out = new Float64Array(values.length);
  values.forEach((value, i) => {
    out[i] = value !== null && Math.abs(value) <= kHighest ? value : NaN;
  });
  return out;
}

function ascending(xs, ys) {
  const rows = [];
  let sorted = true;
  for (let i = 0; i < Math.min(xs.length, ys.length); ++i) {
    if (Number.isNaN(xs[i])) continue;
    if (rows.length && xs[rows.at(-1)] > xs[i]) sorted = false;
    rows.push(i);
  }
  if (!sorted) rows.sort((a, b) => xs[a] - xs[b] || a - b);
  return [Float64Array.from(rows, (i) => xs[i]), Float64Array.from(rows, (i) => ys[i])];
}

// `steps`: whole times as differences; `of`: how many points there were before thinning.
function seriesOf({ name, draw, x, steps, y, of }) {
  const [xs, ys] = ascending(steps ? cumulative(steps) : plain(x), plain(y));
  return { name, draw, xs, ys, thinned: of !== undefined };
}

// A histogram as one series: each left edge with its count, and the last edge without one.
function histogramOf({ title, edges, counts }) {
  const xs = plain(edges);
  const ys = new Float64Array(xs.length).fill(NaN);
  counts.slice(0, Math.max(xs.length - 1, 0)).forEach((count, i) => { ys[i] = count; });
  return { name: title, draw: 'bins', xs, ys };
}

// Points that are moments with a heading of their own.
function marksOf({ marks = [] }) {
  const points = [];
  for (let i = 0; i + 1 < marks.length; i += 2) points.push({ x: marks[i], y: marks[i + 1] });
  return points;
}

// The least distance of two neighbouring x: bars may not be wider.
function leastDistance(all) {
  let least = Infinity;
  for (const { xs } of all) {
    for (let i = 1; i < xs.length; ++i) {
      if (xs[i] > xs[i - 1]) least = Math.min(least, xs[i] - xs[i - 1]);
    }
  }
  return Number.isFinite(least) ? least : 1;
}

function extentOf(all) {
  let low = Infinity;
  let high = -Infinity;
  for (const { xs } of all) {
    if (!xs.length) continue;
    low = Math.min(low, xs[0]);
    high = Math.max(high, xs.at(-1));
  }
  return [low, high];
}

function wholeRange(all, log, barWidth) {
  const [low, high] = extentOf(all);
  if (log) return [low / (high / low) ** 0.02, high * (high / low) ** 0.02];
  if (barWidth) return padded(low - barWidth / 2, high + barWidth / 2, 0.01);
  return padded(low, high, all.every(({ draw }) => draw === 'bins') ? 0.01 : 0.02);
}

export function chartModel(source) {
  const histogram = source.kind === 'histogram';
  const all = histogram ? [histogramOf(source)] : source.series.map(seriesOf);
  const bars = all.filter(({ draw }) => draw === 'bars');
  const barWidth = bars.length ? leastDistance(bars) * 0.8 : 0;
  return {
    title: source.title,
    xUnit: source.x,
    yUnit: histogram ? 'count' : source.y,
    log: Boolean(source.log),
    logY: Boolean(source.logY),
    zero: histogram || bars.length > 0 || (source.x === 'trace_time' && source.y === 'ns'),
    barWidth,
    barCount: bars.length,
    all,
    marks: marksOf(source),
    whole: wholeRange(all, Boolean(source.log), barWidth),
    extent: extentOf(all),
    empty: !all.some(({ ys }) => ys.some((y) => !Number.isNaN(y))),
  };
}
