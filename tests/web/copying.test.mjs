// What copies: the address of a slow frame, and tables.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { onPage } from './browser.mjs';

// The clipboard of the machine is not the test's: this one is the page's own.  `allowed`: false
// refuses, null is a browser without any.
const giveClipboard = (page, allowed) => page.evaluate((allow) => {
  const writeText = async (text) => {
    if (!allow) throw new DOMException('not allowed', 'NotAllowedError');
    window.copied = text;
  };
  const value = allow === null ? undefined : { writeText };
  Object.defineProperty(navigator, 'clipboard', { value, configurable: true });
}, allowed);

async function copiedBy(page, button) {
  await page.evaluate(() => { window.copied = undefined; });
  await button.click();
  await page.waitForFunction(() => window.copied !== undefined);
  return page.evaluate(() => window.copied);
}

// What is said aloud, once it is.
const saysSoon = (page, text) => page.waitForFunction((wanted) =>
  document.querySelector('body > [role="status"]').textContent === wanted, text);

const table = (page, id) => page.locator(`.table[id="${id}"]`);
const button = (of) => of.getByRole('button', { name: /^Copy as CSV: / });

test('each slow frame has a link to copy, which opens it', async () => {
  await onPage('frames', {}, async (page) => {
    await giveClipboard(page, true);
    assert.equal(await page.getByRole('button', { name: /^Copy link to Frame \d+$/ }).count(), 12);
    const copy = page.getByRole('button', { name: 'Copy link to Frame 440', exact: true });
    const copied = await copiedBy(page, copy);
    assert.equal(copied, page.url() + '#/explain/frame/440');
    await saysSoon(page, 'Copied the link to Frame 440');
    assert.equal(await copy.textContent(), 'Copied');
    // Whoever copies stays where they are.
    assert.equal(new URL(page.url()).hash, '');
    await page.keyboard.press('Tab');
    assert.equal(await copy.textContent(), 'Copy link');
    await page.goto(copied);
    await page.waitForFunction(() => document.activeElement.id === '/explain/frame/440');
  });
});

test('the keyboard comes from the heading of a slow frame to its button', async () => {
  await onPage('frames', { hash: '#/explain/frame/440' }, async (page) => {
    await giveClipboard(page, true);
    await page.waitForFunction(() => document.activeElement.id === '/explain/frame/440');
    const heading = page.getByRole('heading', { name: /^At 7\.08.* waited Link to this heading$/ });
    assert.equal(await heading.count(), 1);
    await page.keyboard.press('Tab');  // the link that the heading itself has
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await saysSoon(page, 'Copied the link to Frame 440');
    assert.match(await page.evaluate(() => window.copied), /#\/explain\/frame\/440$/);
  });
});

test('sections and what stands below them have links of their own', async () => {
  await onPage('frames', {}, async (page) => {
    assert.deepEqual(await page.locator('h2 .anchor').evaluateAll((all) => all.map((a) => a.hash)),
                     ['#/overview', '#/frames', '#/explain', '#/waits', '#/dpc']);
    assert.equal(await page.locator('section.group :is(h3, h4) .anchor').count(), 13);
  });
});

test('a table is copied with raw figures, units in the header, and no figure where there is none',
     async () => {
  await onPage('run', {}, async (page) => {
    await giveClipboard(page, true);
    const lines = (await copiedBy(page, button(table(page, '/results/summary')))).split('\r\n');
    assert.equal(lines[0], 'Benchmark,Median (ns),Spread (ratio),Outliers,Rate (bytes_per_second)');
    assert.equal(lines[1], 'cpu/int-latency,1.31,0.004,2,');
    assert.equal(lines[5], 'mem/read/32KiB,250,0.01,0,480000000');
    assert.equal(lines.length, 1 + 12 + 1);
    assert.equal(lines.at(-1), '');
    await saysSoon(page, 'Copied 12 rows');
  });
});

test('what the filter leaves out is not copied, and the order is the one that is shown', async () => {
  await onPage('run', {}, async (page) => {
    await giveClipboard(page, true);
    const results = table(page, '/results/summary');
    await page.getByRole('searchbox').fill('chase');
    await results.locator('thead button', { hasText: 'Median' }).click();
    await results.locator('thead button', { hasText: 'Median' }).click();
    const names = async () => (await copiedBy(page, button(results))).trim().split('\r\n').slice(1)
      .map((line) => line.split(',')[0]);
    assert.deepEqual(await names(), ['cache/chase/256MiB', 'cache/chase/64MiB', 'cache/chase/1MiB',
                                     'cache/chase/4KiB']);
    await saysSoon(page, 'Copied 4 rows');
    await page.getByRole('searchbox').fill('256MiB');
    assert.deepEqual(await names(), ['mem/read/256MiB', 'cache/chase/256MiB']);
  });
});

test('columns that gave way are copied all the same', async () => {
  await onPage('frames', { viewport: { width: 700, height: 900 } }, async (page) => {
    await giveClipboard(page, true);
    const loops = table(page, '/frames/loops');
    await loops.locator('button.columns').waitFor();
    assert.ok(await loops.locator('th[data-wide]').isHidden());
    assert.equal(await copiedBy(page, button(loops)),
                 'Process,Loop,Told by,Average (fps),Time (ns),p99 (ns)\r\n' +
                 '<img src=x onerror=alert(1)>,1,' + 'w'.repeat(30) + ',61.5,58000000000,48000000\r\n');
    await saysSoon(page, 'Copied 1 row');
  });
});

test('a name that looks like a formula is copied as a text', async () => {
  await onPage('hostile', {}, async (page) => {
    await giveClipboard(page, true);
    const lines = (await copiedBy(page, button(table(page, '/data/table')))).split('\r\n');
    assert.deepEqual(lines.slice(1, 8),
                     ['"\'=HYPERLINK(""http://127.0.0.1:9"")"', "'+1+cmd|' /C calc'!A0", "'-1+1",
                      "'@SUM(A1)", "' =2", '"a, ""b"""', '-12']);
  });
});

test('the sums of time-lines and the functions of flames are copied too', async () => {
  await onPage('trace', {}, async (page) => {
    await giveClipboard(page, true);
    const threads = await copiedBy(page, button(page.locator('figure.timeline').first()));
    assert.equal(threads.split('\r\n')[0], 'Kind,Spans,Total (ns)');
    assert.match(threads, /\r\nrunning,612,\d{10}\r\n/);
    const flame = await copiedBy(page, button(page.locator('figure.flame')));
    assert.deepEqual(flame.split('\r\n').slice(0, 2),
                     ['Function,Self (ns),Share (ratio),Total (ns),Share (ratio)',
                      'game!draw,300000000,0.3,500000000,0.5']);
  });
});

for (const allowed of [false, null]) {
  const why = allowed === null ? 'has no clipboard' : 'refuses to copy';
  test(`a browser that ${why} shows what is to be copied, selected, and says so`, async () => {
    await onPage('frames', { viewport: { width: 360, height: 740 } }, async (page) => {
      await giveClipboard(page, allowed);
      const copy = page.getByRole('button', { name: 'Copy link to Frame 440', exact: true });
      const area = page.locator('.by-hand textarea');
      const selected = () => area.evaluate((one) =>
        one.value.slice(one.selectionStart, one.selectionEnd));
      await copy.click();
      await area.waitFor();
      assert.equal(await selected(), page.url() + '#/explain/frame/440');
      assert.ok(await area.evaluate((one) => one === document.activeElement));
      const told = await page.locator('.by-hand p').textContent();
      assert.match(told, /^The browser did not let this page copy\./);
      await saysSoon(page, told);
      assert.equal(await copy.textContent(), 'Copy link');
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));

      await button(table(page, '/frames/loops')).click();
      await page.waitForFunction(() =>
        document.querySelector('.by-hand textarea').value.startsWith('Process,Loop,'));
      assert.equal(await area.count(), 1);
      assert.match(await selected(), /^Process,Loop,.*48000000\n$/s);
      await page.keyboard.press('Escape');
      assert.equal(await area.count(), 0);
      assert.ok(await button(table(page, '/frames/loops')).evaluate((one) =>
        one === document.activeElement));
    });
  });
}

test('paper has nothing that copies', async () => {
  await onPage('frames', {}, async (page) => {
    await giveClipboard(page, false);
    await page.getByRole('button', { name: 'Copy link to Frame 150', exact: true }).click();
    await page.locator('.by-hand').waitFor();
    assert.ok(await page.locator('.copy').filter({ visible: true }).count() > 12);
    await page.emulateMedia({ media: 'print' });
    assert.equal(await page.locator('.copy, .by-hand, .anchor').filter({ visible: true }).count(), 0);
  });
});

test('rows carry nothing for it: only headers have units', async () => {
  await onPage('run', { javaScriptEnabled: false }, async (page) => {
    assert.equal(await page.locator('[data-unit]').count(),
                 await page.locator('thead [data-unit]').count());
    assert.equal(await page.locator('.copy').count(), 0);
  });
});
