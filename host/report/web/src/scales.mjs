// Ranges of axes and where their ticks lie.  Our own, because ticks of sizes are powers of two,
// and because any finite range must end in a handful of ticks.

// 1, 2 or 5 times a power of ten; of two for bytes.  At most `most` steps in the range.
export function niceStep(range, most, unit) {
  const least = range / Math.max(most, 1);
  if (!(least > 0) || !Number.isFinite(least)) return 1;
  if (unit === 'bytes' && least >= 1) return 2 ** Math.ceil(Math.log2(least));
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= least * (1 - 1e-9)) * power;
  return unit === 'count' || unit === 'address' ? Math.max(1, Math.round(step)) : step;
}

export function ticks(low, high, step) {
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  const values = [];
  // The difference of two such quotients is small, but each may be too large to count by one.
  for (let i = 0; i <= Math.min(last - first, 100); ++i) values.push((first + i) * step);
  return values;
}

export function powersOfTwo(low, high, most) {
  const first = Math.ceil(Math.log2(low) - 1e-9);
  const last = Math.floor(Math.log2(high) + 1e-9);
  const stride = Math.max(1, Math.ceil((last - first + 1) / Math.max(most, 1)));
  const values = [];
  for (let power = first; power <= last; power += stride) values.push(2 ** power);
  return values;
}

// 1, 2 and 5 of each power of ten as far as there is room, else every power, every second ...
export function decades(low, high, most) {
  const first = Math.floor(Math.log10(low));
  const last = Math.ceil(Math.log10(high));
  const stride = Math.max(1, Math.ceil((last - first + 1) / Math.max(most, 1)));
  const factors = (last - first + 1) * 3 <= most ? [1, 2, 5] : [1];
  const values = [];
  for (let power = first; power <= last; power += stride) {
    for (const factor of factors) {
      const value = factor * 10 ** power;
      if (value >= low && value <= high) values.push(value);
    }
  }
  return values;
}

export function paddedDecades(low, high) {
  const air = (high / low) ** 0.06;
  return low < high ? [low / air, high * air] : [low / 2, high * 2];
}

// Some air around the values; `zero` keeps the base of bars in view.
export function padded(low, high, share, zero) {
  if (!(low <= high)) return [0, 1];
  if (zero) [low, high] = [Math.min(low, 0), Math.max(high, 0)];
  if (low === high) {
    const half = Math.abs(low) * 0.1 || 1;
    return [low - half, high + half];
  }
  const air = (high - low) * share;
  return [zero && low === 0 ? 0 : low - air, zero && high === 0 ? 0 : high + air];
}
