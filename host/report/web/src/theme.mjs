// Light or dark: as the system says until the button is used.  The choice is not stored: a file
// has no place of its own to keep it in.

const kNames = ['text', 'muted', 'grid', 'rule', 'link', 'surface', 'bad',
                's1', 's2', 's3', 's4', 's5', 's6', 's7', 's8'];
const root = document.documentElement;
const system = matchMedia('(prefers-color-scheme: dark)');
const listeners = [];
let cached = null;

// The style's colours by name, for what is drawn on a canvas.
export function colours() {
  if (!cached) {
    const style = getComputedStyle(root);
    cached = Object.fromEntries(kNames.map((n) => [n, style.getPropertyValue('--' + n).trim()]));
  }
  return cached;
}

// Between two colours of the style, "#rrggbb" both.
export function mixed(a, b, share) {
  const part = (colour, i) => parseInt(colour.slice(1 + 2 * i, 3 + 2 * i), 16);
  const parts = [0, 1, 2].map((i) => Math.round(part(a, i) * (1 - share) + part(b, i) * share));
  return `rgb(${parts.join(' ')})`;
}

export function onThemeChange(listener) {
  listeners.push(listener);
}

function isDark() {
  return root.dataset.theme ? root.dataset.theme === 'dark' : system.matches;
}

export function addThemeButton(parent) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'theme';
  const update = () => {
    cached = null;
    button.textContent = isDark() ? 'Light scheme' : 'Dark scheme';
    for (const listener of listeners) listener();
  };
  button.addEventListener('click', () => {
    root.dataset.theme = isDark() ? 'light' : 'dark';
    update();
  });
  system.addEventListener('change', update);
  parent.append(button);
  update();
}
