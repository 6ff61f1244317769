// The part of the time that is shown, one for all charts and time-lines over the trace's time.

const kLeastNs = 1;     // narrower there is nothing to see, and numbers run out of digits
const kPanShare = 0.2;  // of the window, for one key

export class TimeWindow {
  constructor(low, high) {
    this.whole = [low, high];
    this.range = [low, high];
    this.listeners = [];
  }

  get isWhole() { return this.range[0] === this.whole[0] && this.range[1] === this.whole[1]; }
  get length() { return this.range[1] - this.range[0]; }

  onChange(listener) { this.listeners.push(listener); }

  // As near as there is time to show.
  show(low, high) {
    const [least, greatest] = this.whole;
    let length = Math.abs(high - low);
    if (!Number.isFinite(length)) return;
    const middle = (low + high) / 2;
    const narrowest = Math.max(kLeastNs, Math.max(Math.abs(least), Math.abs(greatest)) * 1e-12);
    length = Math.min(Math.max(length, narrowest), greatest - least);
    const from = Math.min(Math.max(middle - length / 2, least), greatest - length);
    this.range = length >= greatest - least ? [least, greatest] : [from, from + length];
    for (const listener of this.listeners) listener();
  }

  reset() { this.show(...this.whole); }

  pan(share) {
    const [low, high] = this.range;
    this.show(low + share * (high - low), high + share * (high - low));
  }

  // What lies at `middle` stays where it is.
  zoomBy(factor, middle = (this.range[0] + this.range[1]) / 2) {
    const [low, high] = this.range;
    this.show(middle - (middle - low) * factor, middle + (high - middle) * factor);
  }
}

// The keys that all views over time share; `middle` is where to zoom, if anywhere in particular.
export function timeKeys(time, middle = () => undefined) {
  return {
    ArrowLeft: () => time.pan(-kPanShare),
    ArrowRight: () => time.pan(kPanShare),
    '+': () => time.zoomBy(0.5, middle()),
    '=': () => time.zoomBy(0.5, middle()),
    '-': () => time.zoomBy(2, middle()),
    0: () => time.reset(),
    Escape: () => time.reset(),
  };
}

// Runs the action of a key that was pressed on `element` itself.
export function addKeys(element, keys) {
  element.addEventListener('keydown', (event) => {
    const action = keys[(event.shiftKey && event.key.length > 1 ? 'Shift+' : '') + event.key];
    if (!action || event.target !== element) return;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    action();
  });
}

// Ctrl and the wheel zoom, Shift and the wheel pan; the bare wheel scrolls the page.
export function addWheel(element, time, timeAt) {
  element.addEventListener('wheel', (event) => {
    const way = event.deltaY || event.deltaX;
    if (!way || !(event.ctrlKey || event.metaKey || event.shiftKey)) return;
    event.preventDefault();
    if (event.shiftKey) time.pan(Math.sign(way) * kPanShare);
    else time.zoomBy(way < 0 ? 0.8 : 1.25, timeAt(event));
  }, { passive: false });
}

// From the least to the greatest time of all that lies over the trace's time; null when there is
// nothing.
export function wholeTime(models) {
  let low = Infinity;
  let high = -Infinity;
  for (const model of models) {
    low = Math.min(low, model.extent[0]);
    high = Math.max(high, model.extent[1]);
  }
  if (!(low <= high)) return null;
  return low < high ? new TimeWindow(low, high) : new TimeWindow(low - 500, low + 500);
}
