// Moments with a heading of their own, such as slow frames: a table of the report lists them as
// links.  Whoever follows one, by whatever link, sees its time in all charts; [ and ] go on.
import { element } from './canvas_box.mjs';
import { copyButton } from './copying.mjs';
import { TimeWindow } from './time_window.mjs';

const kAround = 0.5;  // of its length, shown on each side of a moment

export class Moments {
  constructor(links) {
    this.all = links.map((link) => ({
      begin: Number(link.dataset.begin),
      end: Number(link.dataset.end),
      hash: link.hash,
      name: link.getAttribute('aria-label'),
    })).sort((a, b) => a.begin - b.begin);
    const box = links[0]?.closest('.table');
    this.title = box?.querySelector('caption').textContent ?? '';
    this.known = Number(box?.dataset.all ?? 0);  // those that are not listed too
    this.current = -1;
    this.listeners = [];
  }

  get length() { return this.all.length; }
  onChange(listener) { this.listeners.push(listener); }
  endingAt(time) { return this.all.findIndex(({ end }) => end === time); }
  isCurrent(time) { return this.all[this.current]?.end === time; }

  go(index) {
    const { hash } = this.all[index];
    if (location.hash === hash) this.arrive();
    else location.hash = hash;
  }

  // To the next one, or before any was chosen to the first of that way.
  step(by) {
    if (!this.length) return;
    const start = this.current < 0 && by < 0 ? this.length : this.current;
    this.go(Math.min(Math.max(start + by, 0), this.length - 1));
  }

  // The address names a moment: it is the chosen one now.
  arrive() {
    const index = this.all.findIndex(({ hash }) => hash === location.hash);
    if (index < 0) return;
    this.current = index;
    for (const listener of this.listeners) listener(this.all[index]);
    const heading = document.getElementById(location.hash.slice(1));
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    // Not smoothly: on a long page nobody wants to watch that, and charts are made on the way.
    heading.scrollIntoView({ behavior: 'instant' });
  }
}

// Beside the heading of each moment, not in it: a heading is read out whole.
export function addCopyLinks(moments) {
  for (const { hash, name } of moments.all) {
    const heading = document.getElementById(hash.slice(1));
    if (!heading) continue;
    const line = element('div', 'titled');
    heading.replaceWith(line);
    line.append(heading, copyButton('Copy link', `Copy link to ${name}`, () => [
      new URL(hash, location.href).href, `Copied the link to ${name}`]));
  }
}

// A window of its own, with some room on both sides.
export function ownWindow([begin, end]) {
  const room = Math.max((end - begin) * 0.03, 1);
  return new TimeWindow(begin - room, end + room);
}

function isTyping({ target }) {
  return target.closest?.('input, textarea, select') !== null;
}

// On keyboards that need AltGr for a bracket, Ctrl and Alt count as pressed with it.
function isPlain(event) {
  const pressed = event.ctrlKey || event.altKey || event.metaKey;
  return !pressed || event.getModifierState('AltGraph');
}

export function addMoments(within, time) {
  const moments = new Moments([...within.querySelectorAll('a.to-moment')]);
  if (!moments.length) return moments;
  moments.onChange(({ begin, end }) => {
    const around = (end - begin) * kAround;
    time?.show(begin - around, end + around);
  });
  addEventListener('hashchange', () => moments.arrive());
  // A link to where one is already changes no address, but the time may be another by now.
  within.addEventListener('click', (event) => {
    const link = event.target.closest?.('a[href]');
    if (link && link.hash === location.hash) moments.arrive();
  });
  addEventListener('keydown', (event) => {
    const by = { '[': -1, ']': 1 }[event.key];
    if (!by || isTyping(event) || !isPlain(event)) return;
    event.preventDefault();
    moments.step(by);
  });
  return moments;
}

const kMostTicks = 200;

// Where in the whole time the moments lie.
export function addTicks(strip, time, moments) {
  const [least, greatest] = time.whole;
  for (const { begin } of moments.all.slice(0, kMostTicks)) {
    const tick = document.createElement('i');
    tick.style.left = ((begin - least) / (greatest - least)) * 100 + '%';
    strip.append(tick);
  }
}

// Buttons for the bar that stays in view.
export function momentSteps(moments) {
  const box = document.createElement('span');
  box.className = 'steps';
  box.setAttribute('role', 'group');
  box.setAttribute('aria-label', moments.title);
  const text = document.createElement('output');
  const buttons = [['[', 'the one before', -1], [']', 'the next', 1]].map(([key, name, by]) => {
    const made = document.createElement('button');
    made.type = 'button';
    made.textContent = by < 0 ? '\u2039' : '\u203a';
    made.title = `${moments.title}: ${name} (key ${key})`;
    made.setAttribute('aria-label', `${moments.title}: ${name}`);
    made.setAttribute('aria-keyshortcuts', key);
    made.addEventListener('click', () => moments.step(by));
    return made;
  });
  const update = () => {
    const { all, current, length, title } = moments;
    text.textContent = current < 0 ? `${title}: ${length}`
                                   : `${all[current].name} (${current + 1} of ${length})`;
    buttons[0].disabled = current === 0;
    buttons[1].disabled = current === length - 1;
  };
  moments.onChange(update);
  update();
  box.append(buttons[0], text, buttons[1]);
  return box;
}
