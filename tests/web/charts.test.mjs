import assert from 'node:assert/strict';
import { test } from 'node:test';

import { liveChart, onPage, until } from './browser.mjs';

const reading = (chart) => chart.locator('.reading');
const at = (chart) => chart.locator('.reading .at').textContent();

async function focus(chart) {
  await chart.locator('.plot').focus();
}

async function drag(page, chart, from, to) {
  const box = await chart.locator('.u-over').boundingBox();
  await page.mouse.move(box.x + box.width * from, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * to, box.y + 60, { steps: 5 });
  await page.mouse.up();
}

test('the mouse reads the values of all series at one place', async () => {
  await onPage('run', {}, async (page) => {
    const chart = await liveChart(page, 'Time of one dependent load');
    const box = await chart.locator('.u-over').boundingBox();
    await chart.locator('.u-over').hover({ position: { x: box.width - 1, y: 60 } });
    assert.equal(await at(chart), '256 MiB');
    const lines = await reading(chart).locator('p').allTextContents();
    assert.deepEqual(lines, ['256 MiB', 'cache/chase 83.40 ns', 'cache/chase, huge pages 66.72 ns']);
    await page.mouse.move(5, 5);
    assert.ok(await reading(chart).isHidden());
  });
});

test('the keyboard reads values, aloud', async () => {
  await onPage('run', {}, async (page) => {
    const chart = await liveChart(page, 'Time of one dependent load');
    await focus(chart);
    await page.keyboard.press('ArrowRight');
    assert.equal(await at(chart), '4 KiB');
    await page.keyboard.press('ArrowRight');
    assert.equal(await at(chart), '8 KiB');
    await page.keyboard.press('End');
    assert.equal(await at(chart), '256 MiB');
    await page.keyboard.press('ArrowRight');
    assert.equal(await at(chart), '256 MiB');
    await page.keyboard.press('ArrowLeft');
    assert.equal(await at(chart), '128 MiB');
    assert.match(await chart.locator('[aria-live]').textContent(), /^128 MiB, cache\/chase /);
    await page.keyboard.press('Home');
    assert.equal(await at(chart), '4 KiB');
    await page.keyboard.press('Tab');
    assert.ok(await reading(chart).isHidden());
  });
});

test('dragging zooms, a double click shows everything again', async () => {
  await onPage('run', {}, async (page) => {
    const chart = await liveChart(page, 'Time of one dependent load');
    const reset = chart.locator('.reset');
    assert.ok(await reset.isHidden());
    await drag(page, chart, 0.3, 0.6);
    assert.ok(await reset.isVisible());
    await focus(chart);
    await page.keyboard.press('Home');
    assert.equal(await at(chart), '128 KiB');
    await page.keyboard.press('End');
    assert.equal(await at(chart), '2 MiB');
    await chart.locator('.u-over').dblclick({ position: { x: 100, y: 50 } });
    assert.ok(await reset.isHidden());
    await focus(chart);
    await page.keyboard.press('Home');
    assert.equal(await at(chart), '4 KiB');
    await drag(page, chart, 0.7, 0.5);
    await reset.click();
    assert.ok(await reset.isHidden());
  });
});

test('the keyboard zooms', async () => {
  await onPage('run', {}, async (page) => {
    const chart = await liveChart(page, 'Samples in order');
    await focus(chart);
    await page.keyboard.press('+');
    await page.keyboard.press('Home');
    const first = Number(await at(chart));
    assert.ok(first >= 11 && first <= 14, `starts at ${first}`);
    await page.keyboard.press('-');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Home');
    assert.equal(await at(chart), '0');
    // Far in there is an end to it.
    for (let i = 0; i < 80; ++i) await page.keyboard.press('+');
    await page.keyboard.press('Escape');
    await page.keyboard.press('End');
    assert.equal(await at(chart), '49');
  });
});

test('a series can be taken out and put back', async () => {
  await onPage('compare', {}, async (page) => {
    const chart = await liveChart(page, 'Samples in order');
    const base = chart.getByRole('button', { name: 'base' });
    assert.equal(await base.getAttribute('aria-pressed'), 'true');
    await base.focus();
    await page.keyboard.press('Enter');
    assert.equal(await base.getAttribute('aria-pressed'), 'false');
    await focus(chart);
    await page.keyboard.press('Home');
    const lines = await reading(chart).locator('p').allTextContents();
    assert.equal(lines.length, 2);
    assert.match(lines[1], /^new 1\.\d+ ns$/);
    await base.click();
    await focus(chart);
    await page.keyboard.press('Home');
    assert.equal(await reading(chart).locator('p').count(), 3);
  });
});

test('two reports lie over each other in one chart', async () => {
  await onPage('compare', {}, async (page) => {
    assert.equal(await page.locator('figure.chart').count(), 3);
    for (const caption of ['Samples in order', 'Distribution', 'Medians']) {
      const chart = await liveChart(page, caption);
      assert.deepEqual(await chart.locator('.key .name').allTextContents(), ['base', 'new']);
    }
  });
});

test('a histogram reads one bin at a time', async () => {
  await onPage('run', {}, async (page) => {
    const chart = await liveChart(page, 'Distribution');
    const data = await page.evaluate(() => JSON.parse(document.getElementById('data').textContent)
      .find(({ kind }) => kind === 'histogram'));
    await focus(chart);
    const counts = [];
    await page.keyboard.press('Home');
    for (let i = 0; i < data.counts.length; ++i) {
      assert.match(await at(chart), /^1\.\d+ ns to 1\.\d+ ns$/);
      counts.push(Number(await chart.locator('.reading .value').textContent()));
      await page.keyboard.press('ArrowRight');
    }
    assert.deepEqual(counts, data.counts);
    const box = await chart.locator('.u-over').boundingBox();
    // Just right of the middle of the plot lies the left end of bin 8 of 16.
    await chart.locator('.u-over').hover({ position: { x: box.width / 2 + 4, y: 60 } });
    assert.equal(Number(await chart.locator('.reading .value').textContent()), data.counts[8]);
  });
});

test('extreme and constant values are drawn, or left out, but never hang the page', async () => {
  await onPage('hostile', {}, async (page) => {
    const constant = await liveChart(page, 'Constant');
    await focus(constant);
    await page.keyboard.press('ArrowRight');
    assert.equal(await constant.locator('.reading .value').textContent(), '100.0 % (3 values)');
    const extreme = await liveChart(page, 'Extreme');
    await focus(extreme);
    await page.keyboard.press('End');
    await page.keyboard.press('+');
    await page.keyboard.press('Escape');
    assert.equal(await page.evaluate(() => 1 + 1), 2);
  });
});

test('two hundred thousand points are answered at once, and no spike is lost', async () => {
  await onPage('large', {}, async (page) => {
    for (const name of ['line', 'points', 'step']) {
      const chart = await liveChart(page, name);
      const longest = await page.evaluate(async (caption) => {
        const figure = [...document.querySelectorAll('figure.chart')].find((one) =>
          one.querySelector('figcaption').textContent === caption);
        const plot = figure.querySelector('.plot');
        const slowestOfAll = async () => {
          let slowest = 0;
          for (const key of ['+', 'ArrowRight', 'ArrowRight', '-', 'ArrowLeft', 'Escape']) {
            const start = performance.now();
            plot.focus();
            plot.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
            await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
            slowest = Math.max(slowest, performance.now() - start);
          }
          return slowest;
        };
        return Math.min(await slowestOfAll(), await slowestOfAll(), await slowestOfAll());
      }, name);
      // It takes some 50 ms, more on a busy machine; drawing every point takes seconds each time.
      assert.ok(longest < 1000, `${name}: ${longest} ms`);

      const box = await chart.locator('.u-over').boundingBox();
      const readings = [];
      for (let x = Math.round(box.width * 0.6); x < box.width * 0.64; ++x) {
        await page.mouse.move(box.x + x, box.y + 40);
        readings.push(await reading(chart).textContent());
      }
      assert.ok(readings.some((text) => text.includes('50.00 us')), `${name}: ${readings[0]}`);
    }
  });
});

test('a chart follows the width of its window', async () => {
  await onPage('run', {}, async (page) => {
    const chart = await liveChart(page, 'Time of one dependent load');
    const width = () => chart.locator('canvas').evaluate((canvas) => canvas.clientWidth);
    const wide = await width();
    await page.setViewportSize({ width: 500, height: 900 });
    await until(async () => await width() < wide);
    assert.ok((await width()) <= 500);
  });
});
