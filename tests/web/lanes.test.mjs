// Time-lines and the time that all charts share: the arithmetic of it, without a browser.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { laneModel, pieces, summary } from '../../host/report/web/src/lane_data.mjs';
import { plotLeft, timeTickTexts } from '../../host/report/web/src/time_axis.mjs';
import { TimeWindow, wholeTime } from '../../host/report/web/src/time_window.mjs';

// One lane: 0 to 10 running, 10 to 30 waiting, a block from 30 to 34, 40 to 50 running.
function model() {
  return laneModel({
    title: 'Threads', lanes: ['main'], kinds: ['running', 'waiting'], colours: [0, 1],
    labels: ['', 'draw', 'peak'], tracks: [[0, 0, 4]], arrows: [0, 3],
    gap: [0, 0, 0, 6], length: [10, 20, 4, 10], kind_of: [0, 1, 0, 0], label_of: [1, 0, 2, 1],
    blocks: [[2, 1, 2, 1, 7, 1, 3, 0, 1]],
  });
}

test('begins and ends are sums of gaps and lengths', () => {
  const { begin, end, extent, arrows } = model();
  assert.deepEqual([...begin], [0, 10, 30, 40]);
  assert.deepEqual([...end], [10, 30, 34, 50]);
  assert.deepEqual(extent, [0, 50]);
  assert.deepEqual(arrows, [[0, 3]]);
});

test('a block that its shares fill leaves the time of the last one out', () => {
  const lanes = laneModel({
    title: '', lanes: ['main'], kinds: ['a', 'b'], colours: [0, 1], labels: [''],
    tracks: [[0, 0, 2]], arrows: [], gap: [100, 5], length: [50, 30], kind_of: [0, 1],
    blocks: [[0, 0, 20, 0, 9, 0, 35, 1], [1, 0, 30, 1, 4, 1]],
  });
  assert.deepEqual(lanes.blocks.get(0).shares, [[0, 35], [1, 15]]);
  assert.deepEqual(lanes.blocks.get(1).shares, [[1, 30]]);
});

test('spans of a pixel or more are drawn alone, shorter ones as columns with their shares', () => {
  const lanes = model();
  const [track] = lanes.tracks;
  assert.deepEqual(pieces(lanes, track, 0, 50, 50).map(({ from, to, item }) => [from, to, item]),
                   [[0, 10, 0], [10, 30, 1], [30, 34, 2], [40, 50, 3]]);
  // Five pixels for 50: spans of 10 are a pixel wide, the block of 4 is not.
  const narrow = pieces(lanes, track, 0, 50, 5);
  assert.deepEqual(narrow.map(({ item }) => item), [0, 1, -1, 3]);
  assert.deepEqual(narrow[2].shares, [[1, 3], [0, 1]]);
  // One pixel for 250: all in one column.  Kind 0: 10 + 1 + 10, kind 1: 20 + 3.
  const one = pieces(lanes, track, 0, 250, 1);
  assert.equal(one.length, 1);
  assert.deepEqual(new Map(one[0].shares), new Map([[0, 21], [1, 23]]));
  assert.deepEqual(pieces(lanes, track, 35, 39, 100), []);
});

test('what lies between two times is told with the longest and all shares', () => {
  const lanes = model();
  const [track] = lanes.tracks;
  assert.deepEqual(summary(lanes, track, 0, 50), {
    spans: 10,
    longest: { kind: 1, begin: 10, length: 20, label: '' },
    shares: [[1, 23], [0, 21]],
  });
  // Of a block its longest span, not its whole length.
  assert.deepEqual(summary(lanes, track, 31, 33).longest,
                   { kind: 1, begin: 31, length: 2, label: 'peak' });
  assert.equal(summary(lanes, track, 35, 39), null);
});

test('the window stays within the time, and keeps its length when it reaches an end', () => {
  const time = new TimeWindow(0, 1000);
  let told = 0;
  time.onChange(() => { ++told; });
  time.show(300, 200);
  assert.deepEqual(time.range, [200, 300]);
  assert.equal(told, 1);
  time.pan(-3);
  assert.deepEqual(time.range, [0, 100]);
  time.pan(20);
  assert.deepEqual(time.range, [900, 1000]);
  time.zoomBy(0.5, 1000);
  assert.deepEqual(time.range, [950, 1000]);
  time.zoomBy(1e9);
  assert.ok(time.isWhole);
  for (let i = 0; i < 200; ++i) time.zoomBy(0.5, 500);
  assert.ok(Math.abs(time.length - 1) < 1e-9, `${time.length}`);
  time.show(NaN, 3);
  assert.ok(time.length <= 1.001);
  time.reset();
  assert.deepEqual(time.range, [0, 1000]);
});

test('the whole time is that of all charts together', () => {
  const extents = [[5, 90], [Infinity, -Infinity], [-3, 20]];
  const time = wholeTime(extents.map((extent) => ({ extent })));
  assert.deepEqual(time.whole, [-3, 90]);
  assert.equal(wholeTime([{ extent: [Infinity, -Infinity] }]), null);
  const moment = wholeTime([{ extent: [7, 7] }]);
  assert.ok(moment.whole[0] < 7 && moment.whole[1] > 7);
});

test('an axis of time has the unit of its steps', () => {
  assert.deepEqual(timeTickTexts([0, 2e9, 4e9]), ['0 s', '2 s', '4 s']);
  assert.deepEqual(timeTickTexts([1.2e9, 1.4e9]), ['1.2 s', '1.4 s']);
  assert.deepEqual(timeTickTexts([55.12e9, 55.14e9]), ['55,120 ms', '55,140 ms']);
  assert.deepEqual(timeTickTexts([1e6, 1.5e6]), ['1.0 ms', '1.5 ms']);
  assert.deepEqual(timeTickTexts([1000, 21000]), ['1 us', '21 us']);
  assert.deepEqual(timeTickTexts([0, 5]), ['0 ns', '5 ns']);
  assert.deepEqual(timeTickTexts([-20e6, 0]), ['-20 ms', '0 ms']);
  // Too many digits: the first whole, then what is later.
  assert.deepEqual(timeTickTexts([12.34562e9, 12.34564e9, 12.34566e9]),
                   ['12.34562 s', '+20 us', '+40 us']);
  assert.deepEqual(timeTickTexts([3e9]), ['3 s']);
  assert.deepEqual(timeTickTexts([]), []);
});

test('a narrow window leaves room for the plot', () => {
  assert.equal(plotLeft(300), 72);
  assert.equal(plotLeft(2000), 170);
});
