import assert from 'node:assert/strict';
import { test } from 'node:test';

import { chartModel } from '../../host/report/web/src/chart_data.mjs';
import { niceStep, padded, powersOfTwo, ticks } from '../../host/report/web/src/scales.mjs';

test('steps are 1, 2 or 5 times a power of ten, and of two for sizes', () => {
  assert.equal(niceStep(100, 10, 'ns'), 10);
  assert.equal(niceStep(100, 7, 'ns'), 20);
  assert.equal(niceStep(0.021, 5, 'ns'), 0.005);
  assert.equal(niceStep(5000, 5, 'bytes'), 1024);
  assert.equal(niceStep(2, 8, 'count'), 1);
});

test('any range ends in a handful of ticks', () => {
  assert.deepEqual(ticks(0.9, 3.1, 1), [1, 2, 3]);
  for (const [low, high] of [[-1e300, 1e300], [1e15, 1e15 + 1], [0, 5e-324], [3, 3]]) {
    const count = ticks(low, high, niceStep(high - low, 8, 'none')).length;
    assert.ok(count <= 101, `${low} to ${high}: ${count}`);
  }
});

test('ticks of sizes are powers of two', () => {
  assert.deepEqual(powersOfTwo(3000, 70000, 10), [4096, 8192, 16384, 32768, 65536]);
  assert.deepEqual(powersOfTwo(3000, 70000, 3), [4096, 16384, 65536]);
});

test('a range gets air, but bars stand on zero', () => {
  assert.deepEqual(padded(0, 10, 0.1, false), [-1, 11]);
  assert.deepEqual(padded(5, 10, 0.1, true), [0, 11]);
  assert.deepEqual(padded(5, 5, 0.1, false), [4.5, 5.5]);
  assert.deepEqual(padded(Infinity, -Infinity, 0.1, false), [0, 1]);
});

test('rows without a place are dropped, the others sorted, gaps kept', () => {
  const model = chartModel({ kind: 'series', title: '', x: 'none', y: 'ns', log: false, series: [
    { name: 'a', draw: 'line', x: [3, null, 1, 2, 1e308], y: [30, 0, 10, null, 5] }] });
  assert.deepEqual([...model.all[0].xs], [1, 2, 3]);
  assert.deepEqual([...model.all[0].ys], [10, NaN, 30]);
  assert.equal(model.empty, false);
});

test('a histogram without matching edges and counts is drawn as far as it goes', () => {
  const model = chartModel({ kind: 'histogram', title: '', x: 'ns', edges: [1, 2],
                             counts: [4, 5, 6] });
  assert.deepEqual([...model.all[0].ys], [4, NaN]);
  assert.ok(chartModel({ kind: 'histogram', title: '', x: 'ns', edges: [], counts: [] }).empty);
});
