// Sorting, filtering and copying of tables that are already there.
import { copyButton } from './copying.mjs';
import { csvOf } from './csv.mjs';
import { formatQuantity } from './units.mjs';

const kRowsWithoutFilter = 8;

function isNumeric(header) {
  return header.classList.contains('num');
}

// What a row is sorted by; null for an absent value, which comes last in both directions.
function keyOf(row, column, numeric) {
  const cell = row.cells[column];
  if (!numeric) return cell.textContent.toLowerCase();
  return cell.dataset.value === undefined ? null : Number(cell.dataset.value);
}

const byName = new Intl.Collator('en', { numeric: true });

function compare(a, b, numeric, sign) {
  if (a === null || b === null) return (a === null) - (b === null);
  return sign * (numeric ? a - b : byName.compare(a, b));
}

function sorted(rows, column, numeric, order) {
  if (order === 'none') return rows;
  const sign = order === 'ascending' ? 1 : -1;
  // Array sorting is stable, and `rows` is in the report's own order.
  return rows
    .map((row) => [keyOf(row, column, numeric), row])
    .sort((a, b) => compare(a[0], b[0], numeric, sign))
    .map(([, row]) => row);
}

const kNext = { none: 'ascending', ascending: 'descending', descending: 'none' };

function addSorting(table) {
  const body = table.tBodies[0];
  const rows = [...body.rows];
  const headers = [...table.tHead.rows[0].cells];
  headers.forEach((header, column) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.append(...header.childNodes);
    if (header.title) {
      button.title = header.title;
      header.removeAttribute('title');
    }
    header.append(button);
    header.setAttribute('aria-sort', 'none');
    button.addEventListener('click', () => {
      const order = kNext[header.getAttribute('aria-sort')];
      for (const other of headers) other.setAttribute('aria-sort', 'none');
      header.setAttribute('aria-sort', order);
      // Outside the document, where moving a row costs nothing.
      body.remove();
      body.append(...sorted(rows, column, isNumeric(header), order));
      table.append(body);
    });
  });
}

function addFilter(box, table) {
  const rows = [...table.tBodies[0].rows];
  if (rows.length <= kRowsWithoutFilter) return;
  const texts = rows.map((row) =>
    [...row.cells].map((cell) => cell.textContent).join('\n').toLowerCase());

  const label = document.createElement('label');
  label.className = 'filter';
  const input = document.createElement('input');
  input.type = 'search';
  input.placeholder = 'Filter rows';
  input.setAttribute('aria-label', 'Filter rows of ' + table.caption.textContent);
  const shown = document.createElement('output');
  label.append(input, shown);
  box.prepend(label);

  const apply = () => {
    const wanted = input.value.trim().toLowerCase();
    let count = 0;
    rows.forEach((row, i) => {
      row.hidden = !texts[i].includes(wanted);
      count += !row.hidden;
    });
    const all = formatQuantity(rows.length, 'count') + ' rows';
    shown.textContent = wanted ? `${formatQuantity(count, 'count')} of ${all}` : all;
  };
  input.addEventListener('input', apply);
  apply();
}

// Columns that are for wide reports alone give way where the table would have to be scrolled
// sideways: what comes last may be what matters most.
class WideColumns {
  constructor(scroll, table) {
    this.scroll = scroll;
    this.rows = [table.tHead.rows[0], ...table.tBodies[0].rows];
    this.columns = [...this.rows[0].cells].flatMap((cell, i) => ('wide' in cell.dataset ? i : []));
    this.needed = 0;  // pixels for all columns
    this.wanted = false;
    this.button = document.createElement('button');
    this.button.type = 'button';
    this.button.className = 'columns';
    this.button.hidden = true;
    this.button.addEventListener('click', () => {
      this.wanted = !this.wanted;
      this.show(this.wanted);
    });
    scroll.before(this.button);
  }

  update() {
    if (!this.columns.length || this.wanted) return;
    const { scrollWidth, clientWidth } = this.scroll;
    if (!this.needed && scrollWidth > clientWidth + 1) {
      this.needed = scrollWidth;
      this.show(false);
    } else if (this.needed && this.scroll.parentElement.clientWidth >= this.needed) {
      this.needed = 0;
      this.show(true);
      this.button.hidden = true;
    }
  }

  show(all) {
    for (const row of this.rows) for (const i of this.columns) row.cells[i].hidden = !all;
    this.button.hidden = false;
    this.button.textContent = all ? 'Fewer columns' : `More columns: ${this.columns.length}`;
    this.button.setAttribute('aria-pressed', String(all));
  }
}

// A box that scrolls must be reachable by keyboard; one that does not should not be a stop.
function addScrolling(box, scroll, table) {
  const wide = new WideColumns(scroll, table);
  const update = () => {
    wide.update();
    const overflows = scroll.scrollWidth > scroll.clientWidth + 1 ||
                      scroll.scrollHeight > scroll.clientHeight + 1;
    if (overflows) {
      scroll.tabIndex = 0;
      scroll.setAttribute('role', 'region');
      scroll.setAttribute('aria-label', table.caption.textContent);
    } else {
      for (const name of ['tabindex', 'role', 'aria-label']) scroll.removeAttribute(name);
    }
  };
  const observer = new ResizeObserver(update);
  observer.observe(scroll);
  observer.observe(box);
}

// A number in its base unit, as sorting has it, else the text.
function copied(cell, numeric) {
  if (numeric) return cell.dataset.value ?? '';
  return cell.textContent === '-' ? '' : cell.textContent;
}

// What is shown, in its order; also the columns that there is no room for.
function rowsOf(table) {
  const headers = [...table.tHead.rows[0].cells];
  const titles = headers.map(({ textContent, dataset: { unit } }) =>
    (unit ? `${textContent} (${unit})` : textContent));
  const numeric = headers.map(isNumeric);
  const rows = [...table.tBodies[0].rows].filter(({ hidden }) => !hidden);
  return [titles, ...rows.map(({ cells }) => [...cells].map((cell, i) => copied(cell, numeric[i])))];
}

function addCopy(box, table) {
  if (!table.tBodies[0].rows.length) return;
  const button = copyButton('Copy as CSV', 'Copy as CSV: ' + table.caption.textContent, () => {
    const rows = rowsOf(table);
    const count = rows.length - 1;
    return [csvOf(rows), `Copied ${formatQuantity(count, 'count')} ${count === 1 ? 'row' : 'rows'}`];
  });
  box.append(button);
}

export function addTables(within) {
  for (const box of within.querySelectorAll('.table')) {
    const table = box.querySelector('table');
    addSorting(table);
    addFilter(box, table);
    addScrolling(box, box.querySelector('.scroll'), table);
    addCopy(box, table);
  }
}
