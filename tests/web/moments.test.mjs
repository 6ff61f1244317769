// Slow frames: how one gets to them, and what is shown of each.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { withBeside } from '../../host/report/web/src/lane_beside.mjs';
import { laneModel } from '../../host/report/web/src/lane_data.mjs';
import { liveChart, onPage, settled, until } from './browser.mjs';

const kHostile = '<img src=x onerror=alert(1)>';
const shown = (page) => page.locator('.timebar > output').textContent();
// An address that changed leads there by an event of its own, a moment later.
const focusIsAt = (page, id) =>
  page.waitForFunction((wanted) => document.activeElement.id === wanted, id, { timeout: 20000 });

// The time-line of the slow frame with this number, once it is drawn.
async function waterfall(page, number) {
  const figure = page.locator(`figure[id="/explain/frame/${number}/lanes"]`);
  await figure.scrollIntoViewIfNeeded();
  await figure.locator('canvas').waitFor();
  await settled(page);
  return figure;
}

test('keys go from slow frame to slow frame, and all charts show its time', async () => {
  await onPage('frames', {}, async (page) => {
    const steps = page.locator('.steps output');
    assert.equal(await steps.textContent(), 'Slow frames: 12');
    await page.keyboard.press(']');
    await focusIsAt(page, '/explain/frame/150');
    assert.equal(await steps.textContent(), 'Frame 150 (1 of 12)');
    // 48 ms, and half of that on each side.
    assert.match(await shown(page), /: 96\.00 ms$/);
    await page.keyboard.press(']');
    await focusIsAt(page, '/explain/frame/440');
    await page.keyboard.press('[');
    await page.keyboard.press('[');
    await focusIsAt(page, '/explain/frame/150');
    assert.ok(await page.getByRole('button', { name: 'Slow frames: the one before' }).isDisabled());
    await page.getByRole('button', { name: 'Slow frames: the next' }).click();
    await focusIsAt(page, '/explain/frame/440');
    const heading = await page.locator('h3', { hasText: 'waited' }).nth(1).boundingBox();
    const bar = await page.locator('.timebar').boundingBox();
    assert.ok(heading.y >= bar.y + bar.height, `${heading.y}`);
    assert.ok(heading.y < 200, `${heading.y}`);
    await page.goBack();
    await focusIsAt(page, '/explain/frame/150');
  });
});

test('[ alone begins with the last', async () => {
  await onPage('frames', {}, async (page) => {
    await page.keyboard.press('[');
    await focusIsAt(page, '/explain/frame/3340');
  });
});

test('brackets that are typed are text', async () => {
  await onPage('frames', {}, async (page) => {
    const filter = page.locator('.filter input').first();
    await filter.focus();
    await page.keyboard.press(']');
    assert.equal(await filter.inputValue(), ']');
    assert.equal(new URL(page.url()).hash, '');
  });
});

test('a click on a mark of the chart goes to its frame, a drag still zooms', async () => {
  await onPage('frames', {}, async (page) => {
    const chart = await liveChart(page, kHostile);
    const plot = chart.locator('.u-over');
    const box = await plot.boundingBox();
    const ends = await page.evaluate(() => {
      const { marks, series: [{ steps }] } =
        JSON.parse(document.getElementById('data').textContent)[0];
      return { mark: marks[4], begin: 1e6, end: steps.reduce((a, b) => a + b, 0) };
    });
    const x = ((ends.mark - ends.begin) / (ends.end - ends.begin)) * box.width;
    await plot.hover({ position: { x, y: 20 } });
    assert.match(await chart.locator('.reading').textContent(), /Frame 730: click or Enter to see why$/);
    assert.ok(await plot.evaluate((element) => element.classList.contains('on-mark')));
    await page.mouse.down();
    await page.mouse.move(box.x + x + 60, box.y + 20, { steps: 3 });
    await page.mouse.up();
    assert.equal(new URL(page.url()).hash, '');
    assert.doesNotMatch(await shown(page), /: 5\d\.\d+ s$/);
    await page.locator('.timebar button', { hasText: 'Reset zoom' }).click();
    await settled(page);
    await plot.click({ position: { x, y: 20 } });
    await focusIsAt(page, '/explain/frame/730');
  });
});

test('the keyboard reads the marks of the chart, and Enter follows one', async () => {
  await onPage('frames', {}, async (page) => {
    const chart = await liveChart(page, kHostile);
    // Around the first slow frame alone, so that a step is a frame.
    await page.keyboard.press(']');
    await focusIsAt(page, '/explain/frame/150');  // else it would take the focus later
    await chart.locator('.plot').focus();
    await settled(page);
    let read = '';
    for (let i = 0; i < 12 && !/48\.00 ms/.test(read); ++i) {
      await page.keyboard.press('Shift+ArrowRight');
      read = await chart.locator('.unseen').textContent();
    }
    assert.match(read, /48\.00 ms, Frame 150: click or Enter to see why$/);
    await page.keyboard.press('Enter');
    await focusIsAt(page, '/explain/frame/150');
  });
});

test('a link in the table of slow frames does the same', async () => {
  await onPage('frames', {}, async (page) => {
    await page.getByRole('link', { name: 'Frame 1020', exact: true }).click();
    await focusIsAt(page, '/explain/frame/1020');
    const zoomed = await shown(page);
    await page.locator('.timebar button', { hasText: 'Reset zoom' }).click();
    assert.notEqual(await shown(page), zoomed);
    // The same link again, though the address stays.
    await page.getByRole('link', { name: 'Frame 1020', exact: true }).click();
    assert.equal(await shown(page), zoomed);
  });
});

test('an address with a slow frame opens it', async () => {
  await onPage('frames', { hash: '#/explain/frame/440' }, async (page) => {
    assert.equal(await page.locator('.steps output').textContent(), 'Frame 440 (2 of 12)');
    assert.match(await shown(page), /: 96\.02 ms$/);
  });
});

test('an address leads to its heading, below the bar, also in a narrow window', async () => {
  for (const width of [1200, 360]) {
    const settings = { hash: '#/explain', viewport: { width, height: 740 } };
    await onPage('frames', settings, async (page) => {
      await settled(page);
      const heading = await page.locator('[id="/explain"]').boundingBox();
      const bar = await page.locator('.timebar').boundingBox();
      assert.ok(heading.y >= bar.y + bar.height, `${heading.y} at ${width}`);
      assert.ok(heading.y < bar.y + bar.height + 60, `${heading.y} at ${width}`);
    });
  }
});

test('a span tells its thread, what it did, for whom, when and how long', async () => {
  await onPage('frames', {}, async (page) => {
    const figure = await waterfall(page, 440);
    // The names have at most a third of the width: there the first lane waits, in any case.
    const box = await figure.locator('.canvas-box').boundingBox();
    await page.mouse.move(box.x + box.width * 0.6, box.y + 13);
    const lines = await figure.locator('.reading p').allTextContents();
    assert.equal(lines[0], kHostile + ' render (101)');
    assert.equal(lines[1], 'waits for a thread: game.exe (100) worker (102)');
    assert.match(lines[2], /^at \d+\.\d+ s \(4\.00 ms after the begin\), 40\.01 ms long$/);
  });
});

test('the keyboard reads a frame\'s spans and those of others beside them', async () => {
  await onPage('frames', {}, async (page) => {
    const figure = await waterfall(page, 440);
    await figure.locator('.canvas-box').focus();
    const read = async (key) => {
      await page.keyboard.press(key);
      return figure.locator('.unseen').textContent();
    };
    assert.match(await read('Shift+ArrowRight'), /render \(101\), running, at/);
    assert.match(await read('Shift+ArrowDown'), /worker \(102\), hard fault: C:\\game\\level.pak/);
    assert.match(await read('Shift+ArrowDown'), /^Present, Present: frame 440, at .*200\.0 us long$/);
    assert.match(await read('Shift+ArrowLeft'), /^Present, Present: frame 439, at .*200\.0 us long$/);
    assert.match(await read('Shift+ArrowDown'), /^Screen, on screen: <img .*13\.00 ms long$/);
    assert.match(await read('Shift+ArrowRight'), /^Screen, on screen: frame 439, .*48\.01 ms long$/);
    assert.match(await read('Shift+ArrowDown'), /^CPU 1, DPC: net\.sys, .*6\.00 ms long$/);
    // Nothing else lies there: not the call on CPU 0, nor the one on CPU 1 a second time, nor the
    // waits, which are the same once more.
    assert.match(await read('Shift+ArrowDown'), /^CPU 1, DPC/);
    // Its window is its own.
    const before = await shown(page);
    await page.keyboard.press('+');
    assert.equal(await shown(page), before);
  });
});

test('a frame\'s time-lines are one drawing, with one key of what lies in the frame', async () => {
  await onPage('frames', {}, async (page) => {
    const figure = await waterfall(page, 440);
    const group = page.locator('section.group').filter({
      has: page.locator('[id="/explain/frame/440"]') });
    assert.equal(await group.locator('figure').count(), 1);
    assert.deepEqual(await figure.locator('p.more').allTextContents(),
                     ['10 spans in 5 lanes.', 'What else happened: Calls of Present and the screen.']);
    const key = await figure.locator('.key li').allTextContents();
    // What is on the screen and goes on behind the frame counts within it.
    assert.deepEqual(key.map((text) => text.trim().replace(/\s+/g, ' ')),
                     ['on screen 48.01 ms', 'waits for a thread 40.01 ms', 'hard fault 36.01 ms',
                      'running 12.00 ms', 'DPC 6.00 ms', 'Present 200.0 us']);
    const { titles, lanes, arrows, colours } = await page.evaluate(() =>
      JSON.parse(document.getElementById('data').textContent).filter(({ own }) => own)[1]);
    assert.deepEqual(titles, [[2, 'What else happened']]);
    assert.equal(lanes.length, 5);
    assert.equal(arrows.length, 4);
    assert.equal(new Set(colours).size, 6);
  });
});

test('the parts of a frame below it are those of the whole table', async () => {
  await onPage('frames', {}, async (page) => {
    const all = page.locator('[id="/explain/parts"] tbody tr');
    assert.ok(await all.first().isHidden());
    const cells = (row) => row.evaluate((one) => [...one.cells].map((cell) => cell.textContent));
    const group = page.locator('section.group').filter({
      has: page.locator('[id="/explain/frame/440"]') });
    const rows = group.locator('.table tbody tr');
    assert.equal(await rows.count(), 3);
    for (let i = 0; i < 3; ++i) {
      const [number, ...rest] = await cells(all.nth(3 + i));
      assert.equal(number, '440');
      assert.deepEqual(await cells(rows.nth(i)), rest);
    }
    assert.match(await group.textContent(),
                 /At the same time: .*Interrupts: Longest calls by CPU \(1 span\)/s);
    assert.deepEqual(await group.locator('p.more a').allTextContents(),
                     ['Waits: Longest waits by thread', 'Interrupts: Longest calls by CPU',
                      'Before: Frame 150', 'Next: Frame 730', 'Back to the chart']);
  });
});

test('without a script, and on paper, a frame has its lanes and its parts', async () => {
  await onPage('frames', { javaScriptEnabled: false }, async (page) => {
    await page.locator('a.to-moment', { hasText: '440' }).click();
    const still = page.locator('figure[id="/explain/frame/440/lanes"] .still');
    assert.ok(await still.isVisible());
    assert.deepEqual(await still.locator('span').allTextContents(),
                     [kHostile + ' render (101)', 'game.exe (100) worker (102)', 'Present',
                      'Screen', 'CPU 1']);
    assert.equal(await still.locator('rect').count(), 10);
    assert.equal(await page.locator('.still path.marks').count(), 1);
    assert.equal(await page.locator('.still-key').textContent(), 'Squares: Slow frames, 12 of 15.');
  });
  await onPage('frames', {}, async (page) => {
    const figure = await waterfall(page, 440);
    assert.ok(await figure.locator('.still').isHidden());
    await page.emulateMedia({ media: 'print' });
    assert.ok(await figure.locator('.still').isVisible());
    assert.ok(await page.locator('.steps').isHidden());
  });
});

test('a narrow window has the names above the lanes, and room for the bar', async () => {
  await onPage('frames', { viewport: { width: 360, height: 740 } }, async (page) => {
    await page.keyboard.press(']');
    await focusIsAt(page, '/explain/frame/150');
    const figure = await waterfall(page, 150);
    const height = async () => (await figure.locator('.canvas-box').boundingBox()).height;
    const narrow = await height();
    await page.setViewportSize({ width: 1200, height: 740 });
    await until(async () => await height() < narrow);
    await page.setViewportSize({ width: 360, height: 740 });
    await until(async () => await height() === narrow);
    await page.keyboard.press(']');
    await focusIsAt(page, '/explain/frame/440');
    const heading = await page.locator('[id="/explain/frame/440"]').boundingBox();
    const bar = await page.locator('.timebar').boundingBox();
    assert.ok(heading.y >= bar.y + bar.height);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  });
});

const model = (own, gap, length, extra = {}) => laneModel({
  title: 'T', lanes: ['a'], kinds: ['k'], colours: [0], labels: ['', 'one'],
  label_of: gap.map(() => 1), tracks: [[0, 0, gap.length]], gap, length,
  kind_of: gap.map(() => 0), blocks: [], arrows: [], own, ...extra });

test('beside a moment stands what others have of its time, blocks included', () => {
  const chain = model([100, 200], [100], [100]);
  const other = model(undefined, [0, 40, 40, 60], [50, 20, 30, 10], {
    title: 'Calls', kinds: ['dpc', 'k'], colours: [3, 4], kind_of: [0, 1, 0, 0],
    // At 150: two spans, the longest of 10 of kind 1.
    blocks: [[2, 5, 10, 1, 2, 0, 10, 1, 15]] });
  const joined = withBeside(chain, [other]);
  assert.deepEqual(joined.lanes, ['a', 'a']);
  assert.deepEqual([...joined.titles], [[1, 'Calls']]);
  // The first ends before, the last begins behind.
  assert.deepEqual(joined.tracks[1], { lane: 1, row: 0, first: 1, last: 3 });
  assert.deepEqual([...joined.begin], [100, 90, 150]);
  assert.deepEqual(joined.kinds, ['k', 'dpc']);
  assert.deepEqual([...joined.kindOf], [0, 0, 1]);
  assert.deepEqual(joined.colours, [0, 3]);
  assert.deepEqual(joined.blocks.get(2),
                   { longest: { kind: 0, begin: 155, length: 10 }, spans: 2,
                     shares: [[1, 10], [0, 15]] });
  assert.equal(joined.labelOf(1), 'one');
});

test('what a moment has of its own is not there a second time', () => {
  const chain = model([100, 200], [100], [100], { titles: [[0, 'Own']] });
  const other = model(undefined, [100, 10], [100, 20], { kind_of: [0, 0], title: 'Others' });
  assert.deepEqual([...withBeside(chain, [other]).titles], [[0, 'Own']]);
  const named = model(undefined, [100, 10], [100, 20], { kinds: ['other'], title: 'Others' });
  assert.deepEqual([...withBeside(chain, [named]).titles], [[0, 'Own'], [1, 'Others']]);
});
