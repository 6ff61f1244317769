// What a time-line draws, made of the report's JSON: its tracks, and their spans as typed arrays.

// Of each member the sum of itself and all before.
export function cumulative(steps) {
  const out = new Float64Array(steps.length);
  let sum = 0;
  steps.forEach((step, i) => {
    sum += step;
    out[i] = sum;
  });
  return out;
}

function spansOf({ gap, length }) {
  const begin = new Float64Array(gap.length);
  const end = new Float64Array(gap.length);
  let before = 0;
  gap.forEach((step, i) => {
    begin[i] = before + step;
    before = end[i] = begin[i] + length[i];
  });
  return { begin, end };
}

// The last share has no time of its own where the shares fill the block.
function blocksOf(source, begin, end) {
  return new Map(source.blocks.map(([place, after, length, kind, spans, ...rest]) => {
    const shares = [];
    let left = end[place] - begin[place];
    for (let i = 0; i < rest.length; i += 2) {
      shares.push([rest[i], rest[i + 1] ?? left]);
      left -= rest[i + 1];
    }
    return [place, { longest: { kind, begin: begin[place] + after, length }, spans, shares }];
  }));
}

export function laneModel(source) {
  const { begin, end } = spansOf(source);
  const tracks = [];
  let first = 0;
  for (const [lane, row, spans] of source.tracks) {
    tracks.push({ lane, row, first, last: first + spans });
    first += spans;
  }
  const arrows = [];
  for (let i = 0; i + 1 < source.arrows.length; i += 2) {
    arrows.push([source.arrows[i], source.arrows[i + 1]]);
  }
  return {
    title: source.title,
    lanes: source.lanes,
    kinds: source.kinds,
    colours: source.colours,
    begin,
    end,
    tracks,
    arrows,
    blocks: blocksOf(source, begin, end),
    kindOf: Uint32Array.from(source.kind_of),
    own: source.own ?? null,  // a moment's begin and end: then the time-line is only about it
    beside: Boolean(source.beside),
    titles: new Map(source.titles),  // above lanes, by lane
    labelOf: (i) => (source.label_of ? source.labels[source.label_of[i]] : ''),
    extent: [begin.reduce((a, b) => Math.min(a, b), Infinity),
             end.reduce((a, b) => Math.max(a, b), -Infinity)],
  };
}

// The time in each kind of one span, or of the spans that it stands for.
export function sharesOf(model, i) {
  return model.blocks.get(i)?.shares ?? [[model.kindOf[i], model.end[i] - model.begin[i]]];
}

// What is to be drawn of a track between low and high on `columns` pixels: spans of a pixel or
// more by themselves, shorter ones as columns of one pixel with the time of each kind in them.
export function pieces(model, track, low, high, columns) {
  const scale = columns / (high - low);
  const out = [];
  let column = null;
  for (let i = track.first; i < track.last; ++i) {
    if (model.begin[i] > high) break;
    if (model.end[i] < low) continue;
    const from = (model.begin[i] - low) * scale;
    const to = (model.end[i] - low) * scale;
    if (to - from >= 1) {
      out.push({ from, to, item: i, shares: sharesOf(model, i) });
      column = null;
      continue;
    }
    const at = Math.floor(from);
    if (!column || column.from !== at) {
      column = { from: at, to: at + 1, item: -1, shares: [] };
      out.push(column);
    }
    for (const [kind, time] of sharesOf(model, i)) {
      const known = column.shares.find(([other]) => other === kind);
      if (known) known[1] += time;
      else column.shares.push([kind, time]);
    }
  }
  return out;
}

// All that a track has between two times as one: how many spans, the longest, the time of each
// kind, greatest first.  Null when there is nothing.
export function summary(model, track, low, high) {
  let spans = 0;
  let longest = null;
  const times = new Map();
  for (let i = track.first; i < track.last && model.begin[i] <= high; ++i) {
    if (model.end[i] < low) continue;
    const block = model.blocks.get(i);
    const one = block ? block.longest : { kind: model.kindOf[i], begin: model.begin[i],
                                          length: model.end[i] - model.begin[i] };
    spans += block ? block.spans : 1;
    if (!longest || one.length > longest.length) longest = { ...one, label: model.labelOf(i) };
    for (const [kind, time] of sharesOf(model, i)) times.set(kind, (times.get(kind) ?? 0) + time);
  }
  if (!longest) return null;
  return { spans, longest, shares: [...times].sort((a, b) => b[1] - a[1]) };
}
