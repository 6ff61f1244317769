// How a series becomes strokes.  A row that is undefined belongs to another series of the chart
// and is passed over; null is a gap and lifts the pen.

function pixels(u, index) {
  const scale = u.series[index].scale;
  return {
    xs: u.data[0],
    ys: u.data[index],
    x: (value) => u.valToPos(value, 'x', true),
    y: (value) => u.valToPos(value, scale, true),
  };
}

export function lines(stepped) {
  return (u, index, from, to) => {
    const { xs, ys, x, y } = pixels(u, index);
    const stroke = new Path2D();
    let down = false;
    let previousTop = 0;
    // One row more on each side: the line goes on beyond the plot.
    for (let i = Math.max(from - 1, 0); i <= Math.min(to + 1, xs.length - 1); ++i) {
      if (ys[i] === undefined) continue;
      if (ys[i] === null) {
        down = false;
        continue;
      }
      const [left, top] = [x(xs[i]), y(ys[i])];
      if (!down) stroke.moveTo(left, top);
      if (down && stepped) stroke.lineTo(left, previousTop);
      stroke.lineTo(left, top);
      previousTop = top;
      down = true;
    }
    return { stroke, fill: null, flags: 1 };
  };
}

// Bars side by side where several series have one at the same x.
export function bars(width, place, count) {
  return (u, index, from, to) => {
    const { xs, ys, x, y } = pixels(u, index);
    const fill = new Path2D();
    const zero = y(0);
    for (let i = from; i <= to; ++i) {
      if (ys[i] === undefined || ys[i] === null) continue;
      const left = x(xs[i] - width / 2 + (width / count) * place);
      const right = x(xs[i] - width / 2 + (width / count) * (place + 1));
      fill.rect(left, Math.min(zero, y(ys[i])), Math.max(right - left, 1), Math.abs(zero - y(ys[i])));
    }
    return { stroke: null, fill, flags: 1 };
  };
}

// Bars from each x to the next.
export function bins() {
  return (u, index, from, to) => {
    const { xs, ys, x, y } = pixels(u, index);
    const fill = new Path2D();
    const zero = y(0);
    for (let i = Math.max(from - 1, 0); i <= Math.min(to, xs.length - 2); ++i) {
      if (ys[i] === undefined || ys[i] === null) continue;
      const [left, right] = [x(xs[i]), x(xs[i + 1])];
      // A hair of space between two bins, as long as there is room for it.
      const space = right - left > 4 ? 1 : 0;
      fill.rect(left, y(ys[i]), Math.max(right - left - space, 1), zero - y(ys[i]));
    }
    return { stroke: null, fill, flags: 1 };
  };
}
