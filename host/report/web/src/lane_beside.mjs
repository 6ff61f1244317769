// What other time-lines have of a moment, as more lanes below its own: interrupts, requests of a
// disk, page faults.

const kMostLanes = 12;

// The items of a track that have to do with the time between low and high.
function itemsOf(model, track, low, high) {
  const items = [];
  for (let i = track.first; i < track.last && model.begin[i] < high; ++i) {
    if (model.end[i] > low) items.push(i);
  }
  return items;
}

class Joined {
  constructor(model) {
    this.model = model;
    this.begin = [...model.begin];
    this.end = [...model.end];
    this.kindOf = [...model.kindOf];
    this.labels = this.begin.map((_, i) => model.labelOf(i));
    this.blocks = new Map(model.blocks);
    this.kinds = [...model.kinds];
    this.colours = [...model.colours];
    this.lanes = [...model.lanes];
    this.tracks = [...model.tracks];
    this.titles = new Map(model.titles);  // of the first lane of each time-line
    // What a section tells of the moment itself is not told twice.
    this.known = new Set(this.begin.map((_, i) => this.nameOf(model, i)));
    this.added = 0;
  }

  nameOf(model, i) {
    const { begin, end, kinds, kindOf } = model;
    return `${begin[i]} ${end[i]} ${kinds[kindOf[i]]} ${model.labelOf(i)}`;
  }

  kind(other, index) {
    const name = other.kinds[index] ?? '?';
    const known = this.kinds.indexOf(name);
    if (known >= 0) return known;
    this.colours[this.kinds.length] = other.colours[index] ?? 7;
    return this.kinds.push(name) - 1;
  }

  addItem(other, i) {
    const kind = (index) => this.kind(other, index);
    const block = other.blocks.get(i);
    if (block) {
      this.blocks.set(this.begin.length, {
        longest: { ...block.longest, kind: kind(block.longest.kind) },
        spans: block.spans,
        shares: block.shares.map(([index, time]) => [kind(index), time]),
      });
    }
    this.begin.push(other.begin[i]);
    this.end.push(other.end[i]);
    this.kindOf.push(kind(other.kindOf[i]));
    this.labels.push(other.labelOf(i));
  }

  add(other, low, high) {
    const lanes = new Map();
    for (const track of other.tracks) {
      const items = itemsOf(other, track, low, high)
        .filter((i) => other.blocks.has(i) || !this.known.has(this.nameOf(other, i)));
      if (!items.length) continue;
      if (!lanes.has(track.lane)) {
        if (this.added === kMostLanes) return;
        ++this.added;
        lanes.set(track.lane, this.lanes.push(other.lanes[track.lane] ?? '?') - 1);
        if (lanes.size === 1) this.titles.set(this.lanes.length - 1, other.title);
      }
      const first = this.begin.length;
      for (const i of items) this.addItem(other, i);
      this.tracks.push({ lane: lanes.get(track.lane), row: track.row, first,
                         last: this.begin.length });
    }
  }

  get result() {
    const { begin, end, kindOf, labels, blocks, kinds, colours, lanes, tracks, titles } = this;
    return { ...this.model, begin, end, kindOf, blocks, kinds, colours, lanes, tracks, titles,
             labelOf: (i) => labels[i] };
  }
}

export function withBeside(model, others) {
  const joined = new Joined(model);
  for (const other of others) joined.add(other, ...model.own);
  return joined.result;
}
