// Time-lines, and charts over the trace's time, in the browser.
import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { kPlotRight, plotLeft } from '../../host/report/web/src/time_axis.mjs';
import { liveChart, liveFigure, onPage, settled, showAllCharts, until } from './browser.mjs';

const shown = (page) => page.locator('.timebar output').textContent();

// Where a share (0 to 1) of the plot of a time-line is on the page, `row` pixels below its top.
async function placeIn(figure, share, row) {
  const box = await figure.locator('.canvas-box').boundingBox();
  const left = plotLeft(box.width);
  return [box.x + left + (box.width - left - kPlotRight) * share, box.y + row];
}

async function drag(page, figure, from, to) {
  await page.mouse.move(...await placeIn(figure, from, 10));
  await page.mouse.down();
  await page.mouse.move(...await placeIn(figure, to, 14), { steps: 4 });
  await page.mouse.up();
}

test('a trace opens quietly, and all its figures come alive', async () => {
  for (const name of ['trace', 'long-trace']) {
    for (const colorScheme of ['light', 'dark']) {
      await onPage(name, { colorScheme }, async (page) => {
        assert.ok(await showAllCharts(page) >= 4);
        assert.equal(await page.locator('figure[data-chart]:not(.live)').count(), 0);
      });
    }
  }
});

test('a span tells its lane, kind, label, begin and length', async () => {
  await onPage('trace', {}, async (page) => {
    const figure = await liveFigure(page, 'Disk requests');
    const tip = figure.locator('.reading');
    // Ten seconds: at 0.3 two requests are on their way, one in each row, and a third below.
    await page.mouse.move(...await placeIn(figure, 0.3, 12));
    assert.deepEqual(await tip.locator('p').allTextContents(),
                     ['Disk 0', 'read: C:\\game\\level.pak', 'at 1.000000 s, 3.00 s long']);
    await page.mouse.move(...await placeIn(figure, 0.3, 30));
    assert.match(await tip.textContent(),
                 /written: C:\\game\\save\.dat.*1\.500000 s, 3\.50 s long/);
    await page.mouse.move(...await placeIn(figure, 0.25, 48));
    assert.match(await tip.textContent(), /sound\.pak/);
    await page.mouse.move(...await placeIn(figure, 0.8, 12));
    assert.ok(await tip.isHidden());
  });
});

test('spans too short to be seen apart tell their number, longest and shares', async () => {
  await onPage('trace', {}, async (page) => {
    const figure = await liveFigure(page, 'Threads');
    await page.mouse.move(...await placeIn(figure, 0.5, 12));
    const lines = await figure.locator('.reading p').allTextContents();
    assert.equal(lines[0], 'game.exe (4711), render thread 4712');
    assert.match(lines[1], /^\d+ spans here$/);
    assert.match(lines[2], /^running \d+\.\d %, /);
    assert.match(lines.at(-2), /^The longest: running: Frame \d+$/);
    assert.match(lines.at(-1), /10\.00 ms long$/);
  });
});

test('dragging over any of them zooms all, a double click shows everything again', async () => {
  await onPage('trace', {}, async (page) => {
    const disk = await liveFigure(page, 'Disk requests');
    const reset = page.locator('.timebar').getByRole('button', { name: 'Reset zoom' });
    assert.ok(await reset.isDisabled());
    await drag(page, disk, 0.2, 0.4);
    const zoomed = await shown(page);
    const [low, high] = zoomed.match(/[\d.]+/g).map(Number);
    assert.ok(Math.abs(low - 2) < 0.03 && Math.abs(high - 4) < 0.03, zoomed);

    // The other time-line shows the same: its middle is at 3 s.
    const threads = await liveFigure(page, 'Threads');
    await page.mouse.move(...await placeIn(threads, 0.5, 12));
    await settled(page);
    const told = await threads.locator('.reading').textContent();
    const at = Number(told.match(/at (\d+\.\d+) s/)[1]);
    assert.ok(Math.abs(at - 3) < 0.03, told);

    // So does the chart, and its own dragging zooms the time-lines.
    const chart = await liveChart(page, 'In pieces of the time.');
    await chart.locator('.plot').focus();
    await page.keyboard.press('Home');
    const first = parseFloat(await chart.locator('.reading .at').textContent());
    assert.ok(first >= low && first < low + 0.05, `${first}`);
    const over = await chart.locator('.u-over').boundingBox();
    await page.mouse.move(over.x + over.width * 0.5, over.y + 30);
    await page.mouse.down();
    await page.mouse.move(over.x + over.width * 0.75, over.y + 30, { steps: 3 });
    await page.mouse.up();
    const [again] = (await shown(page)).match(/[\d.]+/g).map(Number);
    assert.ok(Math.abs(again - 3) < 0.03, await shown(page));
    await chart.locator('.u-over').dblclick({ position: { x: 80, y: 40 } });
    assert.ok(await reset.isDisabled());
    assert.match(await shown(page), /^0\.000000 s to /);
    await drag(page, await liveFigure(page, 'Disk requests'), 0.5, 0.7);
    await reset.click();
    assert.ok(await reset.isDisabled());
  });
});

test('one moment is at one place in charts and in time-lines', async () => {
  await onPage('trace', {}, async (page) => {
    const chart = await liveChart(page, 'In pieces of the time.');
    const over = await chart.locator('.u-over').boundingBox();
    const figure = await liveFigure(page, 'Threads');
    const [left] = await placeIn(figure, 0, 10);
    const [right] = await placeIn(figure, 1, 10);
    assert.ok(Math.abs(over.x - left) <= 1, `${over.x} and ${left}`);
    assert.ok(Math.abs(over.x + over.width - right) <= 1);
  });
});

test('the keyboard moves and zooms time, and reads spans aloud', async () => {
  await onPage('trace', {}, async (page) => {
    const figure = await liveFigure(page, 'Threads');
    const begin = async () => parseFloat(await shown(page));
    await figure.locator('.canvas-box').focus();
    const keys = page.keyboard;
    for (const key of ['+', '+', '+']) await keys.press(key);
    const zoomed = await begin();
    assert.ok(Math.abs(zoomed - 4.375) < 0.01, `${zoomed}`);  // an eighth of ten about the middle
    await keys.press('ArrowRight');
    assert.ok(await begin() > zoomed);
    await keys.press('ArrowLeft');
    assert.ok(Math.abs(await begin() - zoomed) < 1e-5);
    await keys.press('-');
    assert.ok(await begin() < zoomed);
    await keys.press('0');
    assert.equal(await begin(), 0);
    await keys.press('+');
    await keys.press('Escape');
    assert.equal(await begin(), 0);

    const live = figure.locator('[aria-live]');
    await keys.press('Shift+ArrowRight');
    assert.match(await live.textContent(), /render thread 4712, running: Frame 0, at 0\.000000 s/);
    await keys.press('Shift+ArrowRight');
    assert.match(await live.textContent(),
                 /waiting: WaitForVerticalBlank, at 0\.010000 s, 5\.00 ms/);
    await keys.press('Shift+ArrowDown');
    assert.match(await live.textContent(), /audio thread 4713, waiting: WaitForSingleObject/);
    await keys.press('Shift+ArrowUp');
    assert.match(await live.textContent(), /render thread/);
  });
});

test('Ctrl and the wheel zoom where the mouse is, Shift and the wheel move, the bare wheel scrolls',
     async () => {
  await onPage('trace', {}, async (page) => {
    const figure = await liveFigure(page, 'Disk requests');
    await page.mouse.move(...await placeIn(figure, 0.3, 10));
    // One turn after the other: of several at once the browser makes one.
    const turn = async (by) => {
      const before = await shown(page);
      await page.mouse.wheel(0, by);
      await until(async () => await shown(page) !== before);
    };
    await page.keyboard.down('Control');
    for (let i = 0; i < 10; ++i) await turn(-100);
    await page.keyboard.up('Control');
    const zoomed = await shown(page);
    const [low, high] = zoomed.match(/[\d.]+/g).map(Number);
    assert.ok(high - low < 2, zoomed);
    assert.ok(Math.abs(low + (high - low) * 0.3 - 3) < 0.05, zoomed);
    await page.keyboard.down('Shift');
    await turn(100);
    await page.keyboard.up('Shift');
    assert.ok(parseFloat(await shown(page)) > low);
    const moved = await shown(page);
    const scrolled = await page.evaluate(() => scrollY);
    await page.mouse.wheel(0, 60);
    await page.waitForFunction((before) => scrollY !== before, scrolled);
    assert.equal(await shown(page), moved);
  });
});

test('the bar has the window, to be drawn anew and to be moved', async () => {
  await onPage('trace', {}, async (page) => {
    const strip = page.locator('.strip');
    await strip.scrollIntoViewIfNeeded();
    const box = await strip.boundingBox();
    const at = (share) => [box.x + box.width * share, box.y + box.height / 2];
    const move = async (from, to) => {
      await page.mouse.move(...at(from));
      await page.mouse.down();
      await page.mouse.move(...at(to), { steps: 4 });
      await page.mouse.up();
    };
    await move(0.5, 0.7);
    const [low, high] = (await shown(page)).match(/[\d.]+/g).map(Number);
    assert.ok(Math.abs(low - 5) < 0.1 && Math.abs(high - 7) < 0.1, `${low} ${high}`);
    await move(0.6, 0.3);
    const [later] = (await shown(page)).match(/[\d.]+/g).map(Number);
    assert.ok(Math.abs(later - 2) < 0.1, `${later}`);
    await page.getByRole('button', { name: 'Later' }).click();
    assert.ok(parseFloat(await shown(page)) > later);
    await strip.focus();
    await page.keyboard.press('Escape');
    assert.equal(parseFloat(await shown(page)), 0);
  });
});

test('the moment of a finding shows it in all charts', async () => {
  await onPage('trace', {}, async (page) => {
    await page.getByRole('button', { name: /from 4\.000000 s to 4\.100000 s/ }).click();
    const [low, high] = (await shown(page)).match(/[\d.]+/g).map(Number);
    assert.ok(low < 4 && low > 3.5 && high > 4.1 && high < 4.6, await shown(page));
  });
});

test('a minute of trace is below 2 MB, loses no spike, and answers at once', async () => {
  const file = join(process.env.BENCHLAB_WEB_DOCUMENTS, 'long-trace.html');
  assert.ok(statSync(file).size < 2e6, `${statSync(file).size} bytes`);
  await onPage('long-trace', {}, async (page) => {
    const figure = await liveFigure(page, 'Threads');
    assert.match(await figure.locator('p.more').first().textContent(),
                 /^\d{3},\d{3} spans in 40 lanes\. Short neighbours are drawn as .* blocks/);
    const box = figure.locator('.canvas-box');
    await box.focus();
    const slowest = await box.evaluate(async (element) => {
      const slowestOfAll = async () => {
        let longest = 0;
        for (const key of ['+', 'ArrowRight', '+', '-', 'ArrowLeft', 'Escape']) {
          const start = performance.now();
          element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
          await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
          longest = Math.max(longest, performance.now() - start);
        }
        return longest;
      };
      return Math.min(await slowestOfAll(), await slowestOfAll(), await slowestOfAll());
    });
    assert.ok(slowest < 1000, `${slowest} ms`);

    const chart = await liveChart(page, 'Series 3');
    assert.match(await chart.locator('p.more').textContent(),
                 /^Series 3: drawn from \d{4} of its 60000 points/);
    const over = await chart.locator('.u-over').boundingBox();
    const readings = [];
    for (let x = Math.round(over.width * 0.68); x < over.width * 0.7; ++x) {
      await page.mouse.move(over.x + x, over.y + 40);
      readings.push(await chart.locator('.reading').textContent());
    }
    assert.ok(readings.some((text) => text.includes('5000.0 %')), readings.join('; '));
  });
});

test('with scripts off a trace is there to read', async () => {
  await onPage('trace', { javaScriptEnabled: false }, async (page) => {
    const threads = page.locator('figure.timeline').first();
    assert.deepEqual(await threads.locator('tbody tr').allInnerTexts(),
                     ['running\t612\t8.88 s', 'waiting\t612\t9.00 s', 'ready\t600\t600.0 ms']);
    // 12 audio spans of 240 ms and 600 frames of 10 ms, 12 of 500 ms and 600 of 5 ms.
    const flame = page.locator('figure.flame');
    assert.equal(await flame.locator('tbody tr').first().innerText(),
                 'game!draw\t300.0 ms\t30.0 %\t500.0 ms\t50.0 %');
    assert.equal(await page.locator('canvas, button, input').count(), 0);
    assert.ok(await page.locator('.still svg').first().isVisible());
  });
});

test('a narrow window needs no sideways scrolling', async () => {
  await onPage('trace', { viewport: { width: 400, height: 800 } }, async (page) => {
    await showAllCharts(page);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  });
});
