// Opens reports in headless Chromium and keeps account of what no report may do.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before } from 'node:test';
import { pathToFileURL } from 'node:url';

const require = createRequire(join(process.env.BENCHLAB_WEB_MODULES, 'any.cjs'));
const { chromium } = require('playwright-core');

const kFlags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
                '--disable-background-networking', '--disable-component-update', '--disable-sync'];

let browser;
before(async () => {
  browser = await chromium.launch({ executablePath: process.env.BENCHLAB_CHROMIUM, args: kFlags });
});
after(() => browser?.close());

// Runs `test` on the page of a document, then checks that it was quiet: no message, no error, no
// request but for itself, no dialog, nothing refused by its content policy.
export async function onPage(name, settings, test) {
  // `hash`: what the address names.
  const { policy = true, hash = '', ...context_settings } = settings;
  // Without smooth scrolling, unless a test is about it: what moves on by itself is nowhere yet.
  const context = await browser.newContext({
    viewport: { width: 1200, height: 900 }, reducedMotion: 'reduce', ...context_settings });
  const page = await context.newPage();
  const address = pathToFileURL(join(process.env.BENCHLAB_WEB_DOCUMENTS, name + '.html')).href;
  const noise = [];
  page.on('console', (message) => noise.push(`console ${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => noise.push(`error: ${error.message}`));
  page.on('dialog', (dialog) => { noise.push('dialog: ' + dialog.message()); dialog.dismiss(); });
  context.on('request', (request) => {
    if (request.url().split('#')[0] !== address) noise.push('request: ' + request.url());
  });
  context.on('requestfailed', (request) => {
    noise.push(`failed (${request.failure().errorText}): ${request.url()}`);
  });
  await page.addInitScript(() => {
    window.refused = [];
    document.addEventListener('securitypolicyviolation', (event) => {
      window.refused.push(`${event.violatedDirective}: ${event.blockedURI}`);
    });
  });
  try {
    await page.goto(address + hash);
    await test(page);
    if (policy && settings.javaScriptEnabled !== false) {
      assert.deepEqual(await page.evaluate(() => window.refused), []);
    }
    if (policy) assert.deepEqual(noise, []);
    return noise;
  } finally {
    await context.close();
  }
}

// When all has taken effect that a page does in later frames: what comes into view is told in one,
// made or brought up to date in the next, and drawn in the one behind that.
const kFrames = 4;
export const settled = (page) => page.evaluate(async (frames) => {
  for (let i = 0; i < frames; ++i) {
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  }
}, kFrames);

// Waits until `check()` is true; for what a page cannot be asked to wait for itself.
export async function until(check) {
  for (const start = Date.now(); ;) {
    if (await check()) return;
    assert.ok(Date.now() - start < 30_000, `not yet: ${check}`);
    await new Promise((done) => setTimeout(done, 20));
  }
}

// Scrolls through the page so that every chart, time-line and flame graph is made; returns how
// many there are.
export async function showAllCharts(page) {
  const figures = page.locator('figure[data-chart]');
  const count = await figures.count();
  for (let i = 0; i < count; ++i) {
    await figures.nth(i).scrollIntoViewIfNeeded();
    await settled(page);
  }
  return count;
}

// The chart with this caption, once it is interactive.
export async function liveChart(page, caption) {
  const figure = page.locator('figure.chart').filter({
    has: page.locator('figcaption', { hasText: caption }) }).first();
  await figure.scrollIntoViewIfNeeded();
  await figure.locator('.u-over').waitFor();
  await settled(page);
  return figure;
}

// The time-line or flame graph with this caption, once it is interactive.
export async function liveFigure(page, caption, kind = 'timeline, figure.flame') {
  const figure = page.locator(`figure.${kind}`).filter({
    has: page.locator('figcaption', { hasText: caption }) }).first();
  await figure.scrollIntoViewIfNeeded();
  await figure.locator('canvas').waitFor();
  await figure.locator('.canvas-box').scrollIntoViewIfNeeded();
  await settled(page);
  return figure;
}
