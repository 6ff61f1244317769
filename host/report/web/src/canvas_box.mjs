// A canvas in a box that scrolls: the canvas has the size of the box, whatever the height of what
// it draws, so that no drawing is too high for it.

export function element(name, className, text = '') {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}

// The text, or as much of it as fits: of its beginning, or with `ends` of both ends.
export function fitted(context, text, width, ends = false) {
  // No letter is wider than 16 pixels; most texts need no measuring of their parts.
  if (text.length * 16 < width || context.measureText(text).width <= width) return text;
  const cut = (count) => {
    const tail = ends ? count >> 1 : 0;
    return text.slice(0, count - tail) + '\u2026' + (tail ? text.slice(-tail) : '');
  };
  let low = 0;
  let high = Math.min(text.length - 1, Math.ceil(width / 2));
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (context.measureText(cut(middle)).width <= width) low = middle;
    else high = middle - 1;
  }
  return low > 1 ? cut(low) : '';
}

export class CanvasBox {
  // `draw(context, width, height, scrolled)`; `most`: height in pixels above which the box scrolls.
  constructor(view, { label, kind, most, draw }) {
    this.most = most;
    this.draw = draw;
    this.visible = true;
    this.asked = false;
    this.box = element('div', 'canvas-box');
    this.box.tabIndex = 0;
    this.box.setAttribute('role', 'group');
    this.box.setAttribute('aria-roledescription', kind);
    this.box.setAttribute('aria-label', label);
    this.inner = document.createElement('div');
    this.canvas = document.createElement('canvas');
    this.inner.append(this.canvas);
    this.box.append(this.inner);
    this.tip = element('div', 'reading');
    this.tip.hidden = true;
    this.live = element('p', 'unseen');
    this.live.setAttribute('aria-live', 'polite');
    view.append(this.box, this.tip, this.live);
    this.view = view;
    new ResizeObserver(() => this.redraw()).observe(this.box);
    this.box.addEventListener('scroll', () => {
      this.hideTip();
      this.redraw();
    }, { passive: true });
    this.box.addEventListener('blur', () => this.hideTip());
  }

  get width() { return Math.max(this.box.clientWidth, 120); }
  get height() { return this.box.clientHeight; }

  setHeight(pixels) {
    this.inner.style.height = pixels + 'px';
    this.box.style.height = Math.min(pixels, this.most) + 'px';
    this.redraw();
  }

  setVisible(visible) {
    this.visible = visible;
    if (visible && this.stale) this.redraw();
  }

  // Once for each frame, and only while someone can see it.
  redraw() {
    this.stale = true;
    if (this.asked || !this.visible) return;
    this.asked = true;
    requestAnimationFrame(() => {
      this.asked = false;
      this.paint();
    });
  }

  paint() {
    this.stale = false;
    const ratio = devicePixelRatio || 1;
    const { width, height, canvas } = this;
    const [across, down] = [width, height].map((length) => Math.round(length * ratio));
    if (canvas.width !== across || canvas.height !== down) {
      canvas.width = across;
      canvas.height = down;
      canvas.style.width = width + 'px';
      canvas.style.height = height + 'px';
    }
    const context = canvas.getContext('2d');
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    this.draw(context, width, height, this.box.scrollTop);
  }

  // Where in the box's window the mouse is.
  place(event) {
    const box = this.box.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  // Lines: [text, class, number of the colour] each.
  showTip(lines, x, y) {
    this.tip.replaceChildren(...lines.map(([text, className = '', colour = -1]) => {
      const line = element('p', className + (colour >= 0 ? ' s' + (colour + 1) : ''));
      if (colour >= 0) line.append(element('span', 'swatch'));
      line.append(text);
      return line;
    }));
    this.tip.hidden = false;
    const { offsetWidth, offsetHeight } = this.tip;
    const right = x + 14 + offsetWidth <= this.width;
    const below = y + 18 + offsetHeight <= this.height;
    const top = this.box.offsetTop;
    this.tip.style.left = Math.max(right ? x + 14 : x - 14 - offsetWidth, 0) + 'px';
    this.tip.style.top = top + (below ? y + 18 : Math.max(y - 10 - offsetHeight, -top)) + 'px';
  }

  hideTip() { this.tip.hidden = true; }

  say(lines) { this.live.textContent = lines.map(([text]) => text).join(', '); }
}
