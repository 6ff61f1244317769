import assert from 'node:assert/strict';
import { test } from 'node:test';

import { flameModel, nameOf, neighbour, pathOf, search, visibleNodes } from
  '../../host/report/web/src/flame_data.mjs';

//   main 100: draw 60 (clear 20, draw 10), walk 30     (so 10 in main itself)
//   play 40
function model() {
  return flameModel({
    title: 'Stacks', unit: 'count', names: ['main', 'draw', 'clear', 'walk', 'play'],
    name_kinds: [4, 4, 4, 4, 4], depth: [0, 1, 2, 2, 1, 0], name: [0, 1, 2, 1, 3, 4],
    total: [100, 60, 20, 10, 30, 40],
  });
}

test('self, place and callers follow from depths and totals', () => {
  const flame = model();
  assert.deepEqual([...flame.total], [140, 100, 60, 20, 10, 30, 40]);
  assert.deepEqual([...flame.self], [0, 10, 30, 20, 10, 30, 40]);
  assert.deepEqual([...flame.from], [0, 0, 0, 0, 20, 60, 100]);
  assert.deepEqual([...flame.last], [7, 6, 5, 4, 5, 6, 7]);
  assert.deepEqual([...flame.parent], [-1, 0, 1, 2, 2, 1, 0]);
  assert.equal(flame.deepest, 3);
  assert.deepEqual(pathOf(flame, 4), [0, 1, 2, 4]);
  assert.equal(nameOf(flame, 0), 'All');
  assert.equal(nameOf(flame, 5), 'walk');
});

test('only what is a pixel wide is drawn, with what is below it left out too', () => {
  const flame = model();
  assert.deepEqual(visibleNodes(flame, 0, 140).map(({ node, x, width }) => [node, x, width]),
                   [[0, 0, 140], [1, 0, 100], [2, 0, 60], [3, 0, 20], [4, 20, 10], [5, 60, 30],
                    [6, 100, 40]]);
  // 7 pixels for 140: 20 is one pixel, 10 half of one.
  assert.deepEqual(visibleNodes(flame, 0, 7).map(({ node }) => node), [0, 1, 2, 3, 5, 6]);
  assert.deepEqual(visibleNodes(flame, 0, 3).map(({ node }) => node), [0, 1, 2]);
});

test('zoomed in, callers are as wide as what is shown', () => {
  const flame = model();
  assert.deepEqual(visibleNodes(flame, 2, 600).map(({ node, x, width }) => [node, x, width]),
                   [[0, 0, 600], [1, 0, 600], [2, 0, 600], [3, 0, 200], [4, 200, 100]]);
});

test('a match within a match counts once', () => {
  const flame = model();
  // draw has 60; the inner one is part of it.
  assert.deepEqual(search(flame, ' DRAW'), { nodes: new Set([2, 4]), total: 60 });
  assert.deepEqual(search(flame, 'l'), { nodes: new Set([3, 5, 6]), total: 90 });
  assert.deepEqual(search(flame, 'nowhere'), { nodes: new Set(), total: 0 });
  assert.equal(search(flame, '  '), null);
});

test('the keyboard finds neighbours of one depth within what is shown', () => {
  const flame = model();
  assert.equal(neighbour(flame, 1, 1, 0), 6);
  assert.equal(neighbour(flame, 6, -1, 0), 1);
  assert.equal(neighbour(flame, 2, 1, 0), 5);
  assert.equal(neighbour(flame, 5, 1, 0), 5);
  assert.equal(neighbour(flame, 3, 1, 2), 4);
  assert.equal(neighbour(flame, 4, 1, 2), 4);
});

test('depths that skip a level do no harm', () => {
  const flame = flameModel({ title: '', unit: 'ns', names: ['a'], name_kinds: [4],
                             depth: [5, 0, 9], name: [0, 0, 0], total: [1, 2, 2] });
  assert.deepEqual([...flame.depth], [0, 1, 1, 2]);
  assert.equal(flame.total[0], 3);
});
