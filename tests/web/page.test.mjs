// The page as a whole: quiet, in order, readable, and harmless whatever the names are.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

import { liveChart, onPage, settled, showAllCharts, until } from './browser.mjs';

const kHostile = '<img src=x onerror=alert(1)>';

for (const name of ['run', 'compare', 'hostile', 'empty', 'frames']) {
  for (const colorScheme of ['light', 'dark']) {
    test(`${name} opens without error or request in the ${colorScheme} scheme`, async () => {
      await onPage(name, { colorScheme }, async (page) => {
        const charts = await showAllCharts(page);
        const still = await page.locator('figure.chart:not(.live)').count();
        // Those without any value keep their drawing.
        assert.equal(still, name === 'hostile' ? 2 : 0);
        assert.equal(charts > 0, name !== 'empty');
      });
    });
  }
}

test('every link leads somewhere and every id is given once', async () => {
  for (const name of ['run', 'compare', 'hostile', 'frames']) {
    await onPage(name, {}, async (page) => {
      const [dead, twice] = await page.evaluate(() => {
        const ids = [...document.querySelectorAll('[id]')].map((element) => element.id);
        return [
          [...document.querySelectorAll('a')].map((a) => a.getAttribute('href'))
            .filter((href) => !href.startsWith('#') || !ids.includes(href.slice(1))),
          ids.filter((id, i) => ids.indexOf(id) !== i),
        ];
      });
      assert.deepEqual(dead, []);
      assert.deepEqual(twice, []);
    });
  }
});

describe('a hostile name', () => {
  test('stays text in every place', async () => {
    await onPage('hostile', {}, async (page) => {
      await showAllCharts(page);
      const made = await page.evaluate(() => ({
        images: document.images.length,
        scripts: document.scripts.length,
        handlers: [...document.querySelectorAll('*')].flatMap((element) =>
          element.getAttributeNames().filter((attribute) => attribute.startsWith('on'))),
      }));
      assert.deepEqual(made, { images: 0, scripts: 2, handlers: [] });
      assert.equal(await page.title(), 'run of ' + kHostile);
      for (const place of ['h1', 'h2', 'h3', 'nav.contents', 'dt', 'caption', 'thead', 'tbody',
                           'figcaption', '.key', '.finding', '.status', '.plugin']) {
        const texts = await page.locator(place).allTextContents();
        assert.ok(texts.some((text) => text.includes(kHostile)), place);
      }
    });
  });

  test('stays text in the reading of a chart, in help and in the filter', async () => {
    await onPage('hostile', {}, async (page) => {
      const chart = await liveChart(page, kHostile);
      await chart.locator('.u-over').hover({ position: { x: 40, y: 40 } });
      assert.match(await chart.locator('.reading').textContent(), /<img src=x onerror/);
      await chart.locator('.key button').first().click();

      await page.locator('thead button').first().focus();
      assert.equal(await page.locator('.tip').textContent(), kHostile);
      const filter = page.locator('.filter input').first();
      await filter.fill(kHostile + '11');
      assert.equal(await page.locator('.filter output').first().textContent(), '1 of 12 rows');
    });
  });

  test('cannot send control characters', async () => {
    await onPage('hostile', {}, async (page) => {
      const text = await page.locator('html').innerText();
      assert.match(text, /31mred/);
      assert.doesNotMatch(text, /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
    });
  });
});

test('the content policy refuses scripts, styles and loads that are not the report\'s', async () => {
  const noise = await onPage('run', { policy: false }, async (page) => {
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.ran = true';
      document.body.append(script);
      const image = new Image();
      image.src = 'https://127.0.0.1:9/x.png';
      document.body.append(image);
      document.body.setAttribute('style', 'display: none');
    });
    await page.waitForFunction(() => window.refused.length >= 3);
    assert.equal(await page.evaluate(() => window.ran), undefined);
    assert.ok(await page.locator('h1').isVisible());
    const refused = (await page.evaluate(() => window.refused)).join('\n');
    assert.match(refused, /script-src/);
    assert.match(refused, /img-src/);
    assert.match(refused, /style-src/);
  });
  assert.ok(noise.includes('failed (csp): https://127.0.0.1:9/x.png'), noise.join('\n'));
});

test('with scripts off everything is there to read', async () => {
  await onPage('run', { javaScriptEnabled: false }, async (page) => {
    assert.ok(await page.getByText('12.0 % between samples').first().isVisible());
    assert.equal(await page.locator('tbody tr').count(), 12);
    assert.ok(await page.getByRole('cell', { name: '11.80 ms' }).isVisible());
    assert.ok(await page.locator('dd', { hasText: 'AMD Ryzen 9 7950X' }).isVisible());
    const drawings = page.locator('.still svg');
    const count = await drawings.count();
    assert.equal(count, 25);
    for (let i = 0; i < count; ++i) {
      assert.ok((await drawings.nth(i).locator('path').count()) >= 1);
      const box = await drawings.nth(i).boundingBox();
      assert.ok(box.width > 200 && box.height > 100);
    }
    assert.match(await page.locator('.key').first().textContent(),
                 /least .* ns, median .* ns, greatest .* ns; 17 values/);
    assert.equal(await page.locator('button, input').count(), 0);
    await page.locator('.findings a', { hasText: 'cache/chase/256MiB' }).click();
    const heading = page.locator('h3', { hasText: 'cache/chase/256MiB' });
    await until(async () => (await heading.boundingBox()).y < 200);
  });
});

test('a finding stands at the top, and again where it belongs', async () => {
  await onPage('run', {}, async (page) => {
    const top = await page.locator('.findings .finding').allTextContents();
    assert.equal(top.length, 8);
    assert.match(top[0], /^Problem.*frequency/);
    assert.match(top[1], /^Warning.*cache\/chase\/256MiB varies by 12.0 %/);
    // The first six are open, the others fold away.
    assert.equal(await page.locator('.findings .finding:visible').count(), 6);
    await page.locator('summary', { hasText: '2 more' }).click();
    assert.equal(await page.locator('.findings .finding:visible').count(), 8);
    const group = page.locator('section.group').filter({
      has: page.locator('h3', { hasText: 'cache/chase/64MiB' }) });
    assert.match(await group.locator('.finding').textContent(), /^Note.*huge pages/);
  });
});

test('many values below one heading fold away, and a link to one unfolds them', async () => {
  await onPage('run', {}, async (page) => {
    const value = page.locator('dt', { hasText: 'p14' });
    assert.ok(await value.isHidden());
    await page.evaluate(() => { location.hash = '#/results/cpu/int-latency/percentile/14'; });
    await value.waitFor({ state: 'visible' });
  });
});

test('help is shown to the keyboard and to the mouse', async () => {
  // Scrolling hides it, so nothing may scroll late.
  await onPage('run', {}, async (page) => {
    const term = page.locator('dt .term', { hasText: 'Logical CPUs' });
    await term.focus();
    assert.equal(await page.locator('.tip').textContent(), 'Those that this process may use.');
    await page.keyboard.press('Escape');
    assert.ok(await page.locator('.tip').isHidden());
    const median = page.locator('thead button', { hasText: 'Median' });
    await median.scrollIntoViewIfNeeded();
    await settled(page);
    await median.hover();
    assert.equal(await page.locator('.tip').textContent(),
                 'The middle of the samples. Less is better.');
    const box = await page.locator('.tip').boundingBox();
    assert.ok(box.x >= 0 && box.x + box.width <= 1200);
  });
});

// Contrast as WCAG defines it.
function contrast(a, b) {
  const [high, low] = [a, b].map((colour) => {
    const [red, green, blue] = colour.match(/[\d.]+/g).map((part) => {
      const share = Number(part) / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }).sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
}

test('the colour scheme follows the system, then the button, and text can be read', async () => {
  await onPage('run', { colorScheme: 'light' }, async (page) => {
    const chart = await liveChart(page, 'Time of one dependent load');
    const read = async () => (await settled(page), page.evaluate(async () => ({
      page: getComputedStyle(document.body).backgroundColor,
      text: getComputedStyle(document.body).color,
      muted: getComputedStyle(document.querySelector('dt')).color,
      problem: getComputedStyle(document.querySelector('.problem .severity')).color,
      good: getComputedStyle(document.querySelector('.warning .severity')).color,
      link: getComputedStyle(document.querySelector('.finding a')).color,
      canvas: [...new Uint8Array(await crypto.subtle.digest('SHA-1', new TextEncoder().encode(
        document.querySelector('canvas').toDataURL())))].join(' '),
    })));
    const light = await read();
    await page.emulateMedia({ colorScheme: 'dark' });
    const dark = await read();
    assert.notEqual(light.page, dark.page);
    assert.notEqual(light.canvas, dark.canvas);
    for (const scheme of [light, dark]) {
      for (const part of ['text', 'muted', 'problem', 'good', 'link']) {
        const value = contrast(scheme[part], scheme.page);
        assert.ok(value >= 4.5, `${part} has a contrast of ${value}`);
      }
    }
    await page.getByRole('button', { name: 'Light scheme' }).click();
    assert.deepEqual(await read(), light);
    assert.ok(await page.getByRole('button', { name: 'Dark scheme' }).isVisible());
    assert.ok(await chart.isVisible());
  });
});

test('a narrow window needs no sideways scrolling, and its list of sections folds', async () => {
  for (const name of ['run', 'compare', 'hostile', 'frames']) {
    await onPage(name, { viewport: { width: 360, height: 800 } }, async (page) => {
      await showAllCharts(page);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      const list = page.locator('nav.contents ul').first();
      assert.ok(await list.isHidden());
      await page.locator('nav.contents summary').click();
      assert.ok(await list.isVisible());
    });
  }
});

test('the list of sections marks where the reader is', async () => {
  await onPage('run', {}, async (page) => {
    await page.locator('nav.contents a', { hasText: 'cpu/fp-latency' }).click();
    await page.waitForFunction(() =>
      document.querySelector('nav [aria-current]').textContent === 'cpu/fp-latency');
  });
});

test('less motion means no smooth scrolling', async () => {
  const behaviour = (page) =>
    page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior);
  await onPage('run', { reducedMotion: 'reduce' }, async (page) => {
    assert.equal(await behaviour(page), 'auto');
  });
  await onPage('run', { reducedMotion: 'no-preference' }, async (page) => {
    assert.equal(await behaviour(page), 'smooth');
  });
});

test('paper gets the still drawings and no controls', async () => {
  await onPage('run', {}, async (page) => {
    const chart = await liveChart(page, 'Time of one dependent load');
    assert.ok(await chart.locator('.still').isHidden());
    await page.emulateMedia({ media: 'print' });
    assert.ok(await chart.locator('.still svg').isVisible());
    assert.ok(await chart.locator('.uplot').isHidden());
    assert.ok(await page.locator('nav.contents').isHidden());
    assert.ok(await page.locator('.filter').first().isHidden());
  });
});
