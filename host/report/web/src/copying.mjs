// Buttons that copy.  Where the browser refuses that, which it may do for files, what would have
// been copied is shown, selected, to be copied by hand.
import { element } from './canvas_box.mjs';

const kRefused = 'The browser did not let this page copy. What it was to copy is selected here: ' +
                 'Ctrl+C copies it (on a Mac \u2318C), Escape closes this.';
const kMostLines = 6;

const said = element('p', 'unseen');
said.setAttribute('role', 'status');
let byHand = null;  // the box with what the browser refused to copy

// What is said aloud must be there before it says anything.
export function addCopying() { document.body.append(said); }

function showByHand(button, text) {
  byHand?.remove();
  const box = element('div', 'by-hand');
  const area = document.createElement('textarea');
  area.readOnly = true;
  area.rows = Math.min(Math.max(text.split('\n').length, 2), kMostLines);
  area.value = text;
  area.setAttribute('aria-label', 'To be copied');
  const close = element('button', '', 'Close');
  close.type = 'button';
  const end = () => {
    box.remove();
    button.focus();
  };
  close.addEventListener('click', end);
  box.addEventListener('keydown', ({ key }) => { if (key === 'Escape') end(); });
  box.append(element('p', '', kRefused), area, close);
  (button.closest('.titled') ?? button).after(box);
  byHand = box;
  area.focus();
  area.select();
  area.scrollTop = 0;
  said.textContent = kRefused;
}

// `label`: the name of the button, which begins with what it shows.  `take()` gives the text, and
// what to say of it when it is copied.
export function copyButton(shown, label, take) {
  const button = element('button', 'copy', shown);
  button.type = 'button';
  button.setAttribute('aria-label', label);
  button.addEventListener('click', async () => {
    const [text, done] = take();
    try {
      await navigator.clipboard.writeText(text);  // some have no clipboard at all
    } catch {
      return showByHand(button, text);
    }
    button.textContent = 'Copied';
    said.textContent = done;
  });
  button.addEventListener('blur', () => {
    button.textContent = shown;
    said.textContent = '';
  });
  return button;
}
