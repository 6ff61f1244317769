// The axis that charts and time-lines over the trace's time have in common, so that one moment is
// at one place in all of them.
import { fixed } from './units.mjs';

const kUnits = [[1e9, ' s'], [1e6, ' ms'], [1e3, ' us'], [1, ' ns']];
const kLongest = 1e6;  // numbers with more digits say less than a difference does

export const kPlotRight = 26;  // pixels right of the plot

// Pixels left of the plot: room for the names of lanes.
export function plotLeft(width) {
  return Math.round(Math.min(Math.max(width * 0.17, 72), 170));
}

function decimalsOf(step, scale) {
  let decimals = 0;
  while (decimals < 9 && step / scale < 10 ** -decimals * (1 - 1e-9)) ++decimals;
  return decimals;
}

function grouped(text) {
  const [whole, part] = text.split('.');
  return whole.replace(/\B(?=(\d{3})+$)/g, ',') + (part ? '.' + part : '');
}

// In the unit that suits the step between them.  Far in the number of a moment has too many
// digits: then the first is told whole, the others as what they are later than it.
export function timeTickTexts(at) {
  if (at.length < 2) return at.map((time) => fixed(time / 1e9, 9).replace(/\.?0+$/, '') + ' s');
  const step = at[1] - at[0];
  const [scale, suffix] = kUnits.find(([size]) => size <= step * 10 * (1 + 1e-9)) ?? kUnits.at(-1);
  const decimals = decimalsOf(step, scale);
  const text = (time) => grouped(fixed(time / scale, decimals)) + suffix;
  if (Math.max(Math.abs(at[0]), Math.abs(at.at(-1))) / scale < kLongest) return at.map(text);
  return at.map((time, i) => (i === 0 ? fixed(time / 1e9, decimalsOf(step, 1e9)) + ' s'
                                      : '+' + text(time - at[0])));
}
