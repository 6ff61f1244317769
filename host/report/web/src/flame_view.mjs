// A flame graph on the screen, callers above what they call: search, zoom, keyboard.
import { CanvasBox, element, fitted } from './canvas_box.mjs';
import { nameOf, neighbour, pathOf, search, visibleNodes } from './flame_data.mjs';
import { colours, mixed } from './theme.mjs';
import { addKeys } from './time_window.mjs';
import { formatQuantity } from './units.mjs';

const kFont = '12px system-ui, sans-serif';
const kRow = 20;
const kMostHeight = 620;
const kHolders = [1, 2];  // kinds of names: processes and threads
const kLinks = 5;         // of the path that are shown

// Functions of one module have one colour: "module!function", "module+0x12".
function hueOf(name) {
  const module = name.split(/[!+]/)[0];
  let hash = 0x811c9dc5;
  for (let i = 0; i < module.length; ++i) hash = Math.imul(hash ^ module.charCodeAt(i), 0x01000193);
  return 's' + (((hash ^ (hash >>> 15)) >>> 0) % 7 + 1);
}

export class FlameView {
  constructor(figure, model) {
    this.model = model;
    this.root = 0;
    this.back = [];  // roots before this one
    this.selected = 0;
    this.found = null;
    this.drawn = [];
    this.hues = model.names.map(hueOf);
    const view = figure.querySelector('.view');
    view.append(this.makeTools());
    this.canvas = new CanvasBox(view, {
      label: model.title + '. Arrow keys move between callers and what they call, Enter zooms, ' +
             'Escape goes back.',
      kind: 'flame graph',
      most: kMostHeight,
      draw: (...how) => this.draw(...how),
    });
    figure.classList.add('live');
    this.addMouse();
    addKeys(this.canvas.box, this.keys());
    this.zoom(0);
  }

  redraw() { this.canvas.redraw(); }
  setVisible(visible) { this.canvas.setVisible(visible); }

  makeTools() {
    const tools = element('div', 'flame-tools');
    this.path = element('nav', 'path');
    this.path.setAttribute('aria-label', 'Callers of what is shown');
    const label = element('label', 'search');
    this.input = document.createElement('input');
    this.input.type = 'search';
    this.input.placeholder = 'Search';
    this.input.setAttribute('aria-label', 'Search functions of ' + this.model.title);
    this.matches = document.createElement('output');
    this.input.addEventListener('input', () => this.search());
    label.append(this.matches, this.input);
    tools.append(this.path, label);
    return tools;
  }

  search() {
    this.found = search(this.model, this.input.value);
    const { found, model } = this;
    this.matches.textContent = !found ? ''
      : `${formatQuantity(found.nodes.size, 'count')} found: ` +
        `${this.share(found.total)} of ${formatQuantity(model.total[0], model.unit)}`;
    this.redraw();
  }

  share(total) {
    return formatQuantity(this.model.total[0] > 0 ? total / this.model.total[0] : 0, 'ratio');
  }

  zoom(node, remember = true) {
    if (node !== this.root && remember) this.back.push(this.root);
    if (node === 0) this.back = [];
    this.root = this.selected = node;
    this.canvas.hideTip();
    this.showPath();
    this.lay();
    this.canvas.box.scrollTop = Math.max(0, (this.model.depth[node] - 3) * kRow);
  }

  // As high as what can be seen at this width.
  lay() {
    this.laid = this.canvas.width;
    this.drawn = visibleNodes(this.model, this.root, this.laid);
    const { depth } = this.model;
    const deepest = this.drawn.reduce((most, { node }) => Math.max(most, depth[node]), 0);
    this.canvas.setHeight((deepest + 1) * kRow + 2);
  }

  // All, the nearest callers, and what is shown.
  showPath() {
    const path = pathOf(this.model, this.root);
    const links = path.length > kLinks + 1 ? [path[0], -1, ...path.slice(-kLinks)] : path;
    this.path.replaceChildren(...links.map((node) => {
      if (node < 0) return element('span', 'dot', '\u2026');
      const name = nameOf(this.model, node);
      if (node === this.root) {
        const here = element('span', 'here', node === 0 ? '' : name);
        here.setAttribute('aria-current', 'true');
        return here;
      }
      const link = element('button', '', name);
      link.type = 'button';
      link.addEventListener('click', () => this.zoom(node));
      return link;
    }));
  }

  draw(context, width, height, scrolled) {
    if (width !== this.laid) this.lay();
    const { text, surface, link } = colours();
    context.font = kFont;
    context.textAlign = 'left';
    context.textBaseline = 'middle';
    for (const { node, x, width: wide } of this.drawn) {
      const top = this.model.depth[node] * kRow - scrolled;
      if (top + kRow < 0 || top > height) continue;
      const match = this.found?.nodes.has(node);
      context.globalAlpha = this.model.depth[node] < this.model.depth[this.root] ? 0.6 : 1;
      context.fillStyle = this.colour(node, match);
      // Neighbours are set apart where there is room for it.
      context.fillRect(x, top, Math.max(wide - (wide > 3 ? 1 : 0), 1), kRow - 1);
      context.globalAlpha = 1;
      if (wide > 22) {
        context.fillStyle = match ? surface : text;
        const name = fitted(context, nameOf(this.model, node), wide - 8);
        context.fillText(name, x + 4, top + kRow / 2);
      }
      if (node === this.selected && document.activeElement === this.canvas.box) {
        context.strokeStyle = link;
        context.lineWidth = 2;
        context.strokeRect(x + 1, top + 1, Math.max(wide - 3, 2), kRow - 3);
      }
    }
  }

  colour(node, match) {
    const known = colours();
    if (match) return known.s4;
    const { name, kinds } = this.model;
    const soft = this.found ? 0.12 : 0.34;
    const other = nameOf(this.model, node) === '(other)';
    if (node === 0 || other || kHolders.includes(kinds[name[node]])) {
      return mixed(known.surface, known.muted, this.found ? 0.1 : 0.22);
    }
    return mixed(known.surface, known[this.hues[name[node]]], soft);
  }

  textOf(node) {
    const { model } = this;
    const amount = (value) => `${formatQuantity(value, model.unit)}, ${this.share(value)}`;
    const lines = [[nameOf(model, node), 'name'],
                   [`total ${amount(model.total[node])}`, 'value'],
                   [`self ${amount(model.self[node])}`, 'value']];
    if (this.root !== 0 && model.total[this.root] > 0) {
      const here = model.total[node] / model.total[this.root];
      if (here <= 1) lines.push([`${formatQuantity(here, 'ratio')} of what is shown`, 'value']);
    }
    return lines;
  }

  at(x, y) {
    const depth = Math.floor((y + this.canvas.box.scrollTop) / kRow);
    return this.drawn.find((one) => this.model.depth[one.node] === depth && x >= one.x &&
                                    x < one.x + Math.max(one.width, 1));
  }

  addMouse() {
    const { box } = this.canvas;
    box.addEventListener('pointermove', (event) => {
      const [x, y] = this.canvas.place(event);
      const hit = this.at(x, y);
      box.classList.toggle('can-zoom', Boolean(hit));
      if (hit) this.canvas.showTip(this.textOf(hit.node), x, y);
      else this.canvas.hideTip();
    });
    box.addEventListener('pointerleave', () => this.canvas.hideTip());
    box.addEventListener('click', (event) => {
      const hit = this.at(...this.canvas.place(event));
      if (hit) this.zoom(hit.node);
    });
    box.addEventListener('focus', () => this.redraw());
    box.addEventListener('blur', () => this.redraw());
  }

  keys() {
    const { model } = this;
    const heaviest = () => (this.selected + 1 < model.last[this.selected] ? this.selected + 1
                                                                           : this.selected);
    return {
      ArrowUp: () => this.select(Math.max(model.parent[this.selected], 0)),
      ArrowDown: () => this.select(heaviest()),
      ArrowLeft: () => this.select(neighbour(model, this.selected, -1, this.root)),
      ArrowRight: () => this.select(neighbour(model, this.selected, 1, this.root)),
      Home: () => this.select(this.root),
      Enter: () => { this.zoom(this.selected); this.tell(); },
      Escape: () => { this.zoom(this.back.pop() ?? 0, false); this.tell(); },
      0: () => { this.zoom(0); this.tell(); },
    };
  }

  select(node) {
    this.selected = node;
    const { box } = this.canvas;
    const top = this.model.depth[node] * kRow;
    if (top < box.scrollTop) box.scrollTop = top;
    const lowest = top + kRow - box.clientHeight;
    if (box.scrollTop < lowest) box.scrollTop = lowest;
    this.canvas.paint();
    this.tell();
  }

  tell() {
    const lines = this.textOf(this.selected);
    const place = this.drawn.find(({ node }) => node === this.selected);
    const top = this.model.depth[this.selected] * kRow - this.canvas.box.scrollTop;
    if (place) this.canvas.showTip(lines, place.x, top + kRow - 14);
    this.canvas.say(lines);
  }
}
