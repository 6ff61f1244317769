import assert from 'node:assert/strict';
import { test } from 'node:test';

import { csvOf } from '../../host/report/web/src/csv.mjs';

const one = (text) => csvOf([[text]]).slice(0, -2);

test('rows end as RFC 4180 has it, and fields that need quotes have them', () => {
  assert.equal(csvOf([['a', 'b (ns)'], ['1', ''], ['', '2.5']]), 'a,b (ns)\r\n1,\r\n,2.5\r\n');
  assert.equal(one('a, b'), '"a, b"');
  assert.equal(one('say "a"'), '"say ""a"""');
  assert.equal(one('two\nlines'), '"two\nlines"');
  assert.equal(one(''), '""');
});

test('no spreadsheet takes a text for a formula', () => {
  assert.equal(one('=1+1'), "'=1+1");
  assert.equal(one('@SUM(A1)'), "'@SUM(A1)");
  assert.equal(one('+1 more'), "'+1 more");
  assert.equal(one('-x'), "'-x");
  assert.equal(one('\t=1'), "'\t=1");
  assert.equal(one('  =1'), "'  =1");
  assert.equal(one('=a,"b"'), '"\'=a,""b"""');
  assert.equal(one('a=1'), 'a=1');
});

test('numbers with a sign stay numbers', () => {
  for (const number of ['-12', '+0.5', '-1e-9', '-.5', '1e+300']) assert.equal(one(number), number);
});
