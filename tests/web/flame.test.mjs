// Flame graphs in the browser.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import { liveFigure, onPage, settled } from './browser.mjs';

const kRow = 20;

async function placeIn(figure, share, depth) {
  const box = await figure.locator('.canvas-box').boundingBox();
  return [box.x + box.width * share, box.y + (depth + 0.5) * kRow];
}

const tip = (figure) => figure.locator('.reading');

test('a node tells its name, total, self and shares', async () => {
  await onPage('trace', {}, async (page) => {
    const figure = await liveFigure(page, 'Stacks');
    await page.mouse.move(...await placeIn(figure, 0.1, 4));
    assert.deepEqual(await tip(figure).locator('p').allTextContents(),
                     ['game!draw', 'total 500.0 ms, 50.0 %', 'self 300.0 ms, 30.0 %']);
    await page.mouse.move(...await placeIn(figure, 0.1, 0));
    assert.match(await tip(figure).textContent(), /^Alltotal 1\.00 s, 100\.0 %self 0/);
    await page.mouse.move(...await placeIn(figure, 0.9, 5));
    assert.ok(await tip(figure).isHidden());
  });
});

test('a click zooms in, the path above leads back', async () => {
  await onPage('trace', {}, async (page) => {
    const figure = await liveFigure(page, 'Stacks');
    await page.mouse.click(...await placeIn(figure, 0.1, 4));
    assert.equal(await figure.locator('.path [aria-current]').textContent(), 'game!draw');
    // Now it is as wide as all: gpu!clear has 200 of its 500.
    await page.mouse.move(...await placeIn(figure, 0.39, 5));
    assert.match(await tip(figure).textContent(), /gpu!clear.*40\.0 % of what is shown/);
    await page.mouse.move(...await placeIn(figure, 0.41, 5));
    assert.ok(await tip(figure).isHidden());
    await figure.locator('.path').getByRole('button', { name: 'game!main' }).click();
    assert.equal(await figure.locator('.path [aria-current]').textContent(), 'game!main');
    await figure.locator('.path').getByRole('button', { name: 'All' }).click();
    assert.equal(await figure.locator('.path button').count(), 0);
  });
});

test('the keyboard moves between callers and calls, zooms and goes back', async () => {
  await onPage('trace', {}, async (page) => {
    const figure = await liveFigure(page, 'Stacks');
    const said = () => figure.locator('[aria-live]').textContent();
    await figure.locator('.canvas-box').focus();
    for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown']) {
      await page.keyboard.press(key);
    }
    assert.match(await said(), /^game!draw, total 500\.0 ms, 50\.0 %, self/);
    await page.keyboard.press('ArrowRight');
    assert.match(await said(), /^game!walk, total 150/);
    await page.keyboard.press('ArrowRight');
    assert.match(await said(), /^game!walk/);
    await page.keyboard.press('Enter');
    assert.equal(await figure.locator('.path [aria-current]').textContent(), 'game!walk');
    await page.keyboard.press('ArrowUp');
    assert.match(await said(), /^game!main/);
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    assert.equal(await figure.locator('.path [aria-current]').textContent(), 'game!walk');
    await page.keyboard.press('Escape');
    assert.equal(await figure.locator('.path button').count(), 0);
    await page.keyboard.press('Escape');
    assert.match(await said(), /^All/);
  });
});

test('the search tells how much of the whole it found, and colours it', async () => {
  await onPage('trace', {}, async (page) => {
    const figure = await liveFigure(page, 'Stacks');
    const found = figure.locator('.flame-tools output');
    const input = figure.locator('.flame-tools input');
    const picture = () => figure.locator('canvas').evaluate((canvas) => canvas.toDataURL());
    await input.fill('walk');
    assert.equal(await found.textContent(), '3 found: 15.0 % of 1.00 s');
    await settled(page);
    const coloured = await picture();
    await input.fill('nothing has this name');
    assert.equal(await found.textContent(), '0 found: 0.0 % of 1.00 s');
    await settled(page);
    assert.notEqual(await picture(), coloured);
    await input.fill('');
    assert.equal(await found.textContent(), '');
  });
});

test('small calls are folded, and the report says so', async () => {
  await onPage('long-trace', {}, async (page) => {
    const figure = await liveFigure(page, 'Stacks');
    assert.match(await figure.locator('p.more').first().textContent(),
                 /[\d,]+ calls too small to be seen are drawn as "\(other\)"\.$/);
    await figure.locator('.flame-tools input').fill('(other)');
    assert.match(await figure.locator('.flame-tools output').textContent(), /^[\d,]+ found: /);
  });
});

test('a hostile name stays text in time-lines and flames', async () => {
  await onPage('hostile', {}, async (page) => {
    const hostile = '<img src=x onerror=alert(1)>';
    const flame = await liveFigure(page, hostile, 'flame');
    await flame.locator('.canvas-box').focus();
    await page.keyboard.press('ArrowDown');
    assert.ok((await tip(flame).textContent()).startsWith(hostile));
    await page.keyboard.press('Enter');
    assert.equal(await flame.locator('.path [aria-current]').textContent(), hostile);
    const lanes = await liveFigure(page, hostile, 'timeline');
    await lanes.locator('.canvas-box').focus();
    await page.keyboard.press('Shift+ArrowRight');
    assert.ok((await tip(lanes).textContent()).startsWith(hostile + hostile));
    await page.keyboard.press('Shift+ArrowRight');
    assert.equal(await page.evaluate(() => document.images.length), 0);
  });
});
