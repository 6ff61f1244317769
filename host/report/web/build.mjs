// Bundles script and style and writes them, with their hashes for the content policy, as C++.
//
//     node build.mjs --modules DIR/node_modules --out assets.cpp
//
// The sources stay where they are; the packages lie in the build folder, so they are found by
// the given path and not by the usual walk upwards.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const kLargestBundle = 128 * 1024;

const here = dirname(fileURLToPath(import.meta.url));
const { values: options } = parseArgs({
  options: { modules: { type: 'string' }, out: { type: 'string' } },
});
if (!options.modules || !options.out) {
  console.error('usage: node build.mjs --modules DIR/node_modules --out FILE');
  process.exit(2);
}

const require = createRequire(join(options.modules, 'any.cjs'));
const esbuild = require('esbuild');

async function bundle(entry, settings) {
  const result = await esbuild.build({
    entryPoints: [join(here, 'src', entry)],
    nodePaths: [options.modules],
    bundle: true,
    minify: true,
    write: false,
    charset: 'ascii',
    legalComments: 'none',
    target: ['chrome99', 'firefox98', 'safari15.4'],
    logLevel: 'warning',
    ...settings,
  });
  return result.outputFiles[0].text;
}

// The licence asks that its text goes with every copy of uPlot.
const licence = readFileSync(join(options.modules, 'uplot', 'LICENSE'), 'utf8').trim();
const script = await bundle('main.mjs', {
  format: 'iife',
  banner: { js: `/*! Contains uPlot:\n${licence}\n*/` },
});
const style = await bundle('style.css', {});

for (const [name, text, end] of [['script', script, /<\/script|<!--/i], ['style', style, /<\//]]) {
  if (/[^\x09\x0a\x20-\x7e]/.test(text)) throw new Error(`the ${name} is not plain ASCII`);
  if (end.test(text)) throw new Error(`the ${name} would end its element in the report`);
}
if (script.length + style.length > kLargestBundle) {
  throw new Error(`script and style are ${script.length + style.length} bytes, too large`);
}

function sha256(text) {
  return 'sha256-' + createHash('sha256').update(text, 'utf8').digest('base64');
}

// As numbers: compilers limit the length of a string literal.
function bytes(name, text) {
  const lines = [];
  const codes = [...text].map((c) => c.charCodeAt(0));
  for (let i = 0; i < codes.length; i += 32) lines.push('    ' + codes.slice(i, i + 32).join(','));
  return `constexpr char ${name}[] = {\n${lines.join(',\n')}};\n`;
}

writeFileSync(options.out, `// Made by host/report/web/build.mjs.
#include "report/web_assets.hpp"

namespace benchlab::report::web {
namespace {

${bytes('kScriptBytes', script)}
${bytes('kStyleBytes', style)}
}  // namespace

const std::string_view kScript{kScriptBytes, sizeof kScriptBytes};
const std::string_view kStyle{kStyleBytes, sizeof kStyleBytes};
const std::string_view kScriptHash = "${sha256(script)}";
const std::string_view kStyleHash = "${sha256(style)}";

}  // namespace benchlab::report::web
`);
