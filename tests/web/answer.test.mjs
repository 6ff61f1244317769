// The top of a trace's report: what was found, key figures, the chart of frames, what is not known.
import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { liveChart, onPage } from './browser.mjs';

const kHostile = '<img src=x onerror=alert(1)>';

test('what explains a slow frame comes first, and leads to it', async () => {
  await onPage('frames', {}, async (page) => {
    const found = page.locator('.answer .finding');
    assert.deepEqual(await found.locator('code').allTextContents(),
                     ['explain.cause', 'dpc.long', 'frames.stutters']);
    assert.match(await found.first().textContent(), /12 of 12 slow frames: <img .* waited for a/);
    const link = found.first().locator('a');
    assert.match(await link.textContent(), /^Frame 440, 48\.01 ms at \d+\.\d{6} s$/);
    await link.click();
    await page.waitForFunction(() => document.activeElement.id === '/explain/frame/440');
  });
});

test('the figures of the focus that say how good it was stand together, with links', async () => {
  await onPage('frames', {}, async (page) => {
    const tiles = page.locator('.key-figures dl > div');
    const texts = (await tiles.allTextContents()).map((text) => text.trim());
    assert.deepEqual(texts, ['Average61.5 fps', 'p9948.00 ms', 'Stutters12', 'Slow frames15',
                             'Explained12']);
    assert.equal(await page.locator('.key-figures .about').textContent(), kHostile);
    assert.deepEqual(await tiles.locator('a').evaluateAll((all) => all.map((a) => a.hash)),
                     ['#/frames/loops', '#/frames/loops', '#/frames/stutters',
                      '#/explain/slow_frames', '#/explain/explained']);
  });
});

test('what the trace does not tell is told apart from what was found', async () => {
  await onPage('frames', {}, async (page) => {
    assert.deepEqual(await page.locator('.gaps li').allTextContents(), [
      '17 events were lost. Overview',
      'Nobody knows who ended the waits. Waits: Longest waits by thread',
      'Slow frames: 3 more are not explained. Why frames were slow',
      'Not recorded, so these sections are missing: presentmon, sampled. ' +
        'Overview: What this trace cannot answer',
    ]);
  });
});

test('the chart of frames stands at the top only, with a mark at each slow frame', async () => {
  await onPage('frames', {}, async (page) => {
    const chart = await liveChart(page, kHostile);
    assert.equal(await page.locator('figure.chart').count(), 1);
    assert.ok(await chart.evaluate((one) => one.closest('.answer') !== null));
    const source = await page.evaluate(() =>
      JSON.parse(document.getElementById('data').textContent)[0]);
    assert.equal(source.marks.length, 2 * 12);
    assert.equal(source.series[0].y.length, 3600);
    assert.match(await chart.locator('.hint').textContent(),
                 /^▼Slow frames: 12 of 15, the worst\. Click one to see why/);
    assert.equal(await page.locator('a[href="#top-chart"]').count() > 0, true);
  });
});

test('a report without frames has findings and no empty parts', async () => {
  await onPage('trace', {}, async (page) => {
    assert.equal(await page.locator('.answer .finding').count(), 1);
    assert.equal(await page.locator('.key-figures, .gaps, .steps').count(), 0);
  });
});

test('a minute of frames is a small page that answers soon', async () => {
  const size = statSync(join(process.env.BENCHLAB_WEB_DOCUMENTS, 'frames.html')).size;
  assert.ok(size < 2 * 1024 * 1024, `${size} bytes`);
  await onPage('frames', {}, async (page) => {
    await liveChart(page, kHostile);
    // Machines are shared: far from what it takes, which is below a second.
    assert.ok(await page.evaluate(() => performance.now()) < 20_000);
  });
});
