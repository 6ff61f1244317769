// What a flame graph draws, made of the report's JSON.  Node 0 stands for all stacks together;
// the others follow in the order of drawing, a caller before what it calls.

export function flameModel({ title, unit, names, name_kinds, depth, name, total }) {
  const count = depth.length + 1;
  const model = {
    title,
    unit,
    names,
    kinds: name_kinds,
    depth: new Uint32Array(count),
    name: new Int32Array(count).fill(-1),
    total: new Float64Array(count),
    self: new Float64Array(count),
    from: new Float64Array(count),    // where it begins, on the scale of the totals
    last: new Uint32Array(count),     // behind the last node that it calls, at whatever depth
    parent: new Int32Array(count).fill(-1),
    deepest: 0,
  };
  model.last[0] = count;
  const path = [0];
  const cursor = [0];  // where the next call of each node of the path begins
  const leave = (until, at) => {
    while (path.length > until) {
      model.last[path.pop()] = at;
      cursor.pop();
    }
  };
  for (let i = 1; i < count; ++i) {
    const level = Math.min(depth[i - 1] + 1, path.length);
    leave(level, i);
    const parent = path.at(-1);
    model.depth[i] = level;
    model.name[i] = name[i - 1];
    model.parent[i] = parent;
    model.total[i] = total[i - 1];
    model.self[i] += total[i - 1];
    model.from[i] = cursor.at(-1);
    cursor[cursor.length - 1] += total[i - 1];
    if (parent > 0) model.self[parent] -= total[i - 1];
    else model.total[0] += total[i - 1];
    model.deepest = Math.max(model.deepest, level);
    path.push(i);
    cursor.push(model.from[i]);
  }
  leave(1, count);
  return model;
}

export function nameOf(model, node) {
  return node === 0 ? 'All' : model.names[model.name[node]] ?? '?';
}

// From the outermost to the node itself.
export function pathOf(model, node) {
  const out = [];
  for (let at = node; at >= 0; at = model.parent[at]) out.push(at);
  return out.reverse();
}

// The nodes to draw when `root` fills `columns` pixels: it, all that it calls and that is at least
// a pixel wide, and above it the callers, as wide as it.
export function visibleNodes(model, root, columns) {
  const out = pathOf(model, root).slice(0, -1).map((node) => ({ node, x: 0, width: columns }));
  const scale = model.total[root] > 0 ? columns / model.total[root] : 0;
  for (let i = root; i < model.last[root];) {
    const width = i === root ? columns : model.total[i] * scale;
    if (width < 1) {
      i = model.last[i];
      continue;
    }
    out.push({ node: i, x: (model.from[i] - model.from[root]) * scale, width });
    ++i;
  }
  return out;
}

// The nodes whose name has the text in it, and how much of the whole lies in them: what matches
// below another that does counts once.
export function search(model, text) {
  const wanted = text.trim().toLowerCase();
  if (!wanted) return null;
  const fits = model.names.map((name) => name.toLowerCase().includes(wanted));
  const nodes = new Set();
  let total = 0;
  let counted = 0;  // nodes before this one lie in a match
  for (let i = 1; i < model.total.length; ++i) {
    if (!fits[model.name[i]]) continue;
    nodes.add(i);
    if (i < counted) continue;
    total += model.total[i];
    counted = model.last[i];
  }
  return { nodes, total };
}

// The next node at the same depth, to the left (-1) or the right (1), within `root`.
export function neighbour(model, node, way, root) {
  for (let i = node + way; i > root && i < model.last[root]; i += way) {
    if (model.depth[i] === model.depth[node]) return i;
  }
  return node;
}
