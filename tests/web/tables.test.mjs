import assert from 'node:assert/strict';
import { test } from 'node:test';

import { onPage } from './browser.mjs';

const column = (page, index) => page.evaluate((at) =>
  [...document.querySelectorAll('tbody tr')].map((row) => row.cells[at].textContent), index);
const order = (page, index) =>
  page.locator('thead th').nth(index).getAttribute('aria-sort');

test('a click sorts by value, a second one the other way, a third as it was', async () => {
  await onPage('run', {}, async (page) => {
    const original = await column(page, 0);
    const median = page.locator('thead button', { hasText: 'Median' });
    assert.equal(await order(page, 1), 'none');

    await median.click();
    const up = await column(page, 1);
    assert.equal(await order(page, 1), 'ascending');
    // By text "1.19 us" would come before "250.0 ns".
    assert.deepEqual(up, ['0.21 ns', '0.23 ns', '1.31 ns', '1.76 ns', '250.0 ns', '1.19 us',
                          '4.21 us', '9.10 us', '76.70 us', '85.10 us', '920.0 us', '11.80 ms']);
    await median.click();
    assert.equal(await order(page, 1), 'descending');
    assert.deepEqual(await column(page, 1), [...up].reverse());
    await median.click();
    assert.equal(await order(page, 1), 'none');
    assert.deepEqual(await column(page, 0), original);
  });
});

test('rows without a value come last in both directions', async () => {
  await onPage('run', {}, async (page) => {
    const rate = page.locator('thead button', { hasText: 'Rate' });
    for (const first of ['10.17 kB/s', '480.0 MB/s']) {
      await rate.click();
      const rates = await column(page, 4);
      assert.equal(rates[0], first);
      assert.deepEqual(rates.slice(4), Array(8).fill('-'));
    }
  });
});

test('equal rows keep their order, and one column at a time is sorted', async () => {
  await onPage('compare', {}, async (page) => {
    await page.locator('thead button', { hasText: 'Base' }).click();
    await page.locator('thead button', { hasText: 'Verdict' }).click();
    assert.equal(await order(page, 1), 'none');
    assert.equal(await order(page, 3), 'ascending');
    assert.deepEqual((await column(page, 0)).slice(0, 3),
                     ['cpu/fp-latency', 'mem/read/32MiB', 'cache/chase/64MiB']);
  });
});

test('the keyboard sorts too', async () => {
  await onPage('run', {}, async (page) => {
    await page.locator('thead button', { hasText: 'Benchmark' }).focus();
    await page.keyboard.press('Enter');
    assert.equal((await column(page, 0))[0], 'cache/chase/1MiB');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    assert.equal((await column(page, 1))[0], '0.21 ns');
    const outline = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
    assert.equal(outline, 'solid');
  });
});

test('the filter keeps the rows that hold the text, in any case of letters', async () => {
  await onPage('run', {}, async (page) => {
    const filter = page.getByRole('searchbox');
    const visible = () => page.locator('tbody tr:visible').count();
    assert.equal(await visible(), 12);
    await filter.fill('READ/');
    assert.equal(await visible(), 4);
    assert.equal(await page.locator('.filter output').textContent(), '4 of 12 rows');
    // A plain text, no pattern.
    await filter.fill('.*');
    assert.equal(await visible(), 0);
    await filter.fill('');
    assert.equal(await visible(), 12);
    await filter.fill('chase');
    await page.locator('thead button', { hasText: 'Median' }).click();
    assert.equal(await visible(), 4);
  });
});

test('a short table has no filter', async () => {
  await onPage('hostile', {}, async (page) => {
    // The sums of a time-line and the functions of a flame are tables too.
    assert.equal(await page.locator('.table').count(), 3);
    assert.equal(await page.locator('.filter').count(), 1);
  });
});

test('a bar is as long as its share of the largest value', async () => {
  await onPage('run', {}, async (page) => {
    const bars = page.locator('tbody .bar');
    assert.equal(await bars.count(), 12);
    const shares = await bars.evaluateAll((all) => all.map((bar) =>
      bar.firstChild.getBoundingClientRect().width / bar.getBoundingClientRect().width));
    assert.ok(Math.abs(shares[11] - 1) < 0.01);
    assert.ok(Math.abs(shares[6] - 0.25) < 0.01);
  });
});

test('a table beyond what a browser can lay out says so', async () => {
  await onPage('large', {}, async (page) => {
    assert.equal(await page.locator('tbody tr').count(), 20000);
    assert.match(await page.locator('.table .more').textContent(), /first 20000 of 20500 rows/);
    const took = await page.evaluate(() => {
      const start = performance.now();
      document.querySelector('thead button').click();
      return performance.now() - start;
    });
    assert.deepEqual((await column(page, 0)).slice(0, 3), ['0', '1', '2']);
    // Some 0.3 s; rows moved one by one within the document took 20.
    assert.ok(took < 5000, `${took} ms`);
  });
});

test('columns for wide reports give way where there is no room, and come back', async () => {
  await onPage('frames', { viewport: { width: 700, height: 900 } }, async (page) => {
    const box = page.locator('[id="/frames/loops"]');
    const head = box.locator('thead th');
    const button = box.locator('button.columns');
    await button.waitFor();
    assert.deepEqual(await head.filter({ visible: true }).count(), 5);
    assert.equal(await button.textContent(), 'More columns: 1');
    await button.click();
    assert.deepEqual(await head.filter({ visible: true }).count(), 6);
    assert.equal(await button.textContent(), 'Fewer columns');
    await button.click();
    await page.setViewportSize({ width: 1600, height: 900 });
    await page.waitForFunction(() =>
      document.getElementById('/frames/loops').querySelectorAll('thead th:not([hidden])').length
        === 6);
    assert.ok(await button.isHidden());
  });
});
