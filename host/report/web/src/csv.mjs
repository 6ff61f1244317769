// Rows as CSV, as RFC 4180 has it.

// Also behind what is not seen, and as wide as East Asian characters.
const kFormula = /^[\s\p{Cc}\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20]/u;
const kNumber = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

// A spreadsheet takes a text that begins like a formula for one, and names in a report are anybody's:
// a quote before it keeps it a text.
function field(text) {
  const safe = kFormula.test(text) && !kNumber.test(text) ? "'" + text : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

// Of rows of texts, the header the first.
export function csvOf(rows) {
  // An empty line would be no row at all.
  return rows.map((row) => (row.map(field).join(',') || '""') + '\r\n').join('');
}
