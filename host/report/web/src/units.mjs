// How figures are shown to people: the same as host/base/units.cpp, digit for digit
// (tests/data/units.json holds the two together).

const kTime = [[1e9, ' s'], [1e6, ' ms'], [1e3, ' us'], [1, ' ns']];
const kSize = [[2 ** 60, ' EiB'], [2 ** 50, ' PiB'], [2 ** 40, ' TiB'], [2 ** 30, ' GiB'], [2 ** 20, ' MiB'], [2 ** 10, ' KiB'], [1, ' B']];
const kDecimal = [[1e12, ' T'], [1e9, ' G'], [1e6, ' M'], [1e3, ' k'], [1, ' ']];

const kSteps = {
  ns: [kTime, ''],
  bytes: [kSize, ''],
  per_second: [kDecimal, '/s'],
  bytes_per_second: [kDecimal, 'B/s'],
  hertz: [kDecimal, 'Hz'],
};

// As printf rounds: the exact value, halves to even.  toFixed() takes halves away from zero, and
// changes to another notation from 1e21.
export function fixed(value, digits) {
  const size = Math.abs(value);
  const sign = value < 0 || Object.is(value, -0) ? '-' : '';
  if (size >= 1e21) return sign + BigInt(size) + (digits ? '.' + '0'.repeat(digits) : '');
  // Only an odd multiple of 1 / 2^(digits + 1) can lie just between two decimals.
  const parts = size * 2 ** (digits + 1);
  if (parts % 2 === 1) {
    const below = Math.floor(size * 10 ** digits);
    return sign + ((below % 2 === 0 ? below : below + 1) / 10 ** digits).toFixed(digits);
  }
  return sign + size.toFixed(digits);
}

function digits(value) {
  const size = Math.abs(value);
  // What is there must not look like nothing.
  if (value !== 0 && size < 0.005) return value < 0 ? '>-0.01' : '<0.01';
  return fixed(value, size < 99.995 ? 2 : size < 999.95 ? 1 : 0);
}

function scaled(value, steps) {
  for (const [scale, suffix] of steps) {
    if (scale === 1) return (Number.isInteger(value) ? fixed(value, 0) : digits(value)) + suffix;
    if (Math.abs(value) >= scale * 0.9999995) return digits(value / scale) + suffix;
  }
  return digits(value);
}

// "5.36e-04", with the exponent's digits as printf writes them.
function scientific(value) {
  return value.toExponential(2).replace(/([+-])(\d)$/, '$10$2');
}

function plain(value, comma) {
  if (value !== 0 && Math.abs(value) < 0.01) return scientific(value);
  if (Math.abs(value) >= 1e15) return scientific(value);
  if (!Number.isInteger(value)) return digits(value);
  const digitsOnly = String(Math.abs(value));
  const text = comma ? digitsOnly.replace(/\B(?=(\d{3})+$)/g, ',') : digitsOnly;
  return (value < 0 ? '-' : '') + text;
}

export function formatQuantity(value, unit) {
  if (!Number.isFinite(value)) return '-';
  switch (unit) {
    case 'ns':
      return Math.abs(value) < 1e3 ? digits(value) + ' ns' : scaled(value, kTime);
    case 'trace_time':
      return fixed(value / 1e9, 6) + ' s';
    case 'ratio':
      return fixed(value * 100, 1) + ' %';
    case 'fps':
      return fixed(value, 1) + ' fps';
    case 'cycles':
      return digits(value) + ' cycles';
    case 'address':
      return '0x' + (value < 0 ? 0n : BigInt(Math.trunc(value))).toString(16);
  }
  const steps = kSteps[unit];
  return steps ? scaled(value, steps[0]) + steps[1] : plain(value, unit !== 'none');
}

// For the ticks of an axis: one scale for all of them, chosen by the largest value, and as many
// decimals as the step between two ticks needs.
export function axisFormat(largest, step, unit) {
  let scale = 1;
  let suffix = '';
  if (unit === 'ratio') [scale, suffix] = [0.01, ' %'];
  else if (unit === 'trace_time') [scale, suffix] = [1e9, ' s'];
  else if (unit === 'fps') suffix = ' fps';
  else if (kSteps[unit]) {
    const [steps, tail] = kSteps[unit];
    const found = steps.find(([from]) => largest >= from * 0.9999995) ?? steps.at(-1);
    scale = found[0];
    suffix = found[1] + tail;
  }
  let decimals = 0;
  while (decimals < 9 && Math.abs(step / scale - Number((step / scale).toFixed(decimals))) >
         (step / scale) * 1e-6) {
    ++decimals;
  }
  if (suffix || largest < 1e15) {
    return (value) => {
      const text = fixed(value / scale, decimals);
      if (suffix || decimals > 0) return text + suffix;
      return plain(Number(text), unit !== 'none');
    };
  }
  return (value) => value.toPrecision(4);
}
