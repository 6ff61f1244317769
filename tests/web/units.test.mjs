import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { axisFormat, fixed, formatQuantity } from '../../host/report/web/src/units.mjs';

const table = JSON.parse(readFileSync(new URL('../data/units.json', import.meta.url), 'utf8'));

test('the script shows figures as the program does', () => {
  assert.ok(table.length > 40);
  for (const [value, unit, text] of table) {
    assert.equal(formatQuantity(value, unit), text, `${value} ${unit}`);
  }
});

test('what is not a finite number is a dash', () => {
  for (const value of [NaN, Infinity, -Infinity, null, undefined]) {
    assert.equal(formatQuantity(value, 'ns'), '-');
  }
});

test('an exact half is rounded to the even neighbour', () => {
  assert.equal(fixed(0.5, 0), '0');
  assert.equal(fixed(1.5, 0), '2');
  assert.equal(fixed(2.5, 0), '2');
  assert.equal(fixed(0.25, 1), '0.2');
  assert.equal(fixed(-0.75, 1), '-0.8');
  // Not a half: the nearest double lies below.
  assert.equal(fixed(1.005, 2), '1.00');
  assert.equal(fixed(-0, 2), '-0.00');
  assert.equal(fixed(1e22, 0), '10000000000000000000000');
});

test('the ticks of an axis share a scale and have the decimals of their step', () => {
  const time = axisFormat(2000, 500, 'ns');
  assert.deepEqual([0, 500, 2000].map(time), ['0.0 us', '0.5 us', '2.0 us']);
  assert.deepEqual([1.3, 1.305].map(axisFormat(1.32, 0.005, 'ns')), ['1.300 ns', '1.305 ns']);
  assert.deepEqual([0, 100000].map(axisFormat(100000, 50000, 'count')), ['0', '100,000']);
  // A plain number may be a year or an id.
  assert.deepEqual([0, 100000].map(axisFormat(100000, 50000, 'none')), ['0', '100000']);
  assert.deepEqual([0, 0.5].map(axisFormat(0.5, 0.5, 'ratio')), ['0 %', '50 %']);
});
