import assert from 'node:assert/strict';
import { test } from 'node:test';

import { lowerBound, merge, thin } from '../../host/report/web/src/thin.mjs';

// A small generator with a seed, so that a failure can be repeated.
function numbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

test('a series that fits is drawn whole', () => {
  const xs = Float64Array.of(1, 2, 2, 3);
  const ys = Float64Array.of(4, NaN, 5, 6);
  assert.deepEqual(thin(xs, ys, 1, 3, 100), [0, 1, 2, 3]);
});

test('the least and the greatest of every pixel stay', () => {
  const random = numbers(1);
  const count = 50000;
  const columns = 200;
  const xs = Float64Array.from({ length: count }, (_, i) => i);
  const ys = Float64Array.from({ length: count }, () => random() ** 8);
  const rows = thin(xs, ys, 0, count, columns);
  assert.ok(rows.length <= 5 * columns + 2);
  const kept = new Set(rows);
  const width = count / columns;
  for (let column = 0; column < columns; ++column) {
    let least = column * width;
    let greatest = least;
    for (let row = column * width; row < (column + 1) * width; ++row) {
      if (ys[row] < ys[least]) least = row;
      if (ys[row] > ys[greatest]) greatest = row;
    }
    assert.ok(kept.has(least) && kept.has(greatest), `column ${column}`);
  }
});

test('rows come in order and once', () => {
  const random = numbers(2);
  const xs = Float64Array.from({ length: 9000 }, () => Math.floor(random() * 500)).sort();
  const ys = xs.map(() => (random() < 0.2 ? NaN : random()));
  const rows = thin(xs, ys, 0, 500, 100);
  for (let i = 1; i < rows.length; ++i) assert.ok(rows[i] > rows[i - 1]);
});

test('a gap between two pixels of values stays a gap', () => {
  const xs = Float64Array.from({ length: 1000 }, (_, i) => i);
  const ys = xs.map((x) => (x >= 500 && x < 520 ? NaN : 1));
  const rows = thin(xs, ys, 0, 1000, 100);
  assert.ok(rows.some((row) => Number.isNaN(ys[row])));
});

test('a part is drawn with one row beyond each of its ends', () => {
  const xs = Float64Array.from({ length: 100 }, (_, i) => i);
  const ys = xs.map(() => 0);
  assert.deepEqual(thin(xs, ys, 10.5, 12.5, 500), [10, 11, 12, 13]);
  assert.deepEqual(thin(xs, ys, 10, 12, 500), [9, 10, 11, 12, 13]);
  assert.deepEqual(thin(xs, ys, 200, 300, 500), [99]);
  assert.deepEqual(thin(new Float64Array(0), new Float64Array(0), 0, 1, 500), []);
});

test('the place of a value in an ascending array', () => {
  const values = Float64Array.of(1, 2, 2, 5);
  assert.deepEqual([0, 1, 2, 3, 9].map((value) => lowerBound(values, value)), [0, 0, 1, 3, 4]);
});

test('series with different x share a table without losing a row', () => {
  const a = { xs: [1, 2, 2, 4], ys: [10, 20, 21, NaN], rows: [0, 1, 2, 3] };
  const b = { xs: [2, 3], ys: [200, 300], rows: [0, 1] };
  assert.deepEqual(merge([a, b]), [
    [1, 2, 2, 3, 4],
    [10, 20, 21, undefined, null],
    [undefined, 200, undefined, 300, undefined],
  ]);
});
