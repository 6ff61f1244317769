// Makes the documents and runs the tests on them; exit status 77 says "skipped", with the reason.
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const kSkipped = 77;
const here = dirname(fileURLToPath(import.meta.url));
const { values: options } = parseArgs({
  options: {
    modules: { type: 'string' },
    'make-documents': { type: 'string' },
    out: { type: 'string' },
  },
});

function skip(reason) {
  console.log('skipped: ' + reason);
  process.exit(kSkipped);
}

const places = [process.env.BENCHLAB_CHROMIUM, '/usr/bin/chromium', '/usr/bin/chromium-browser',
                '/usr/bin/google-chrome'];
const chromium = places.find((place) => place && existsSync(place));
if (!chromium) {
  skip('there is no Chromium (Debian: apt-get install chromium fonts-dejavu-core), nor one in ' +
       'BENCHLAB_CHROMIUM');
}
if (!existsSync(join(options.modules, 'playwright-core'))) {
  skip('playwright-core is not installed in ' + options.modules);
}

rmSync(options.out, { recursive: true, force: true });
const made = spawnSync(options['make-documents'], [options.out], { stdio: 'inherit' });
if (made.status !== 0) {
  console.error('the documents could not be made');
  process.exit(1);
}

const tests = ['units', 'thin', 'scales', 'lanes', 'flame_data', 'csv', 'page', 'tables', 'charts',
               'timeline', 'flame', 'answer', 'moments', 'copying'];
const result = spawnSync(
  process.execPath,
  ['--test', '--test-concurrency=1', '--test-reporter=spec',
   ...tests.map((name) => join(here, name + '.test.mjs'))],
  { stdio: 'inherit',
    env: { ...process.env, BENCHLAB_CHROMIUM: chromium, BENCHLAB_WEB_MODULES: options.modules,
           BENCHLAB_WEB_DOCUMENTS: options.out } });
process.exit(result.status ?? 1);
