// Fewer points for the same picture.

// First position in the ascending array whose value is not below `value`.
export function lowerBound(values, value) {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

// The rows to draw of a series between low and high on a plot of `columns` pixels: of each pixel
// the first, the least, the greatest and the last row, and one of its gaps.  Never every k-th
// row: that would lose the very spikes one looks for.  One row beyond each end stays, so that
// lines run out of the plot.  `place` makes a linear axis of x.
export function thin(xs, ys, low, high, columns, place = (x) => x) {
  const begin = Math.max(lowerBound(xs, low) - 1, 0);
  let end = lowerBound(xs, high);
  while (end < xs.length && xs[end] === high) ++end;
  end = Math.min(end + 1, xs.length);

  if (end - begin <= 2 * columns) {
    return Array.from({ length: end - begin }, (_, i) => begin + i);
  }
  const from = place(low);
  const scale = columns / (place(high) - from || 1);
  const columnOf = (row) => Math.floor((place(xs[row]) - from) * scale);
  const rows = [];
  for (let first = begin; first < end;) {
    const column = columnOf(first);
    let next = first;
    let least = -1;
    let greatest = -1;
    let gap = -1;
    for (; next < end && columnOf(next) === column; ++next) {
      const y = ys[next];
      if (Number.isNaN(y)) gap = next;
      else {
        if (least < 0 || y < ys[least]) least = next;
        if (greatest < 0 || y > ys[greatest]) greatest = next;
      }
    }
    const picks = [first, least, greatest, gap, next - 1].filter((row) => row >= 0);
    picks.sort((a, b) => a - b);
    for (const row of picks) if (rows.at(-1) !== row) rows.push(row);
    first = next;
  }
  return rows;
}

// Several series in one table, as the chart library wants them: ascending x, and for each series
// its y, null in a gap and undefined where only others have a row.  Equal x in one series stay
// as many rows.
export function merge(parts) {
  const heads = parts.map(() => 0);
  const table = [[], ...parts.map(() => [])];
  for (;;) {
    let x = Infinity;
    parts.forEach(({ xs, rows }, i) => {
      if (heads[i] < rows.length) x = Math.min(x, xs[rows[heads[i]]]);
    });
    if (x === Infinity) return table;
    table[0].push(x);
    parts.forEach(({ xs, ys, rows }, i) => {
      const row = rows[heads[i]];
      if (heads[i] < rows.length && xs[row] === x) {
        ++heads[i];
        table[i + 1].push(Number.isNaN(ys[row]) ? null : ys[row]);
      } else {
        table[i + 1].push(undefined);
      }
    });
  }
}
