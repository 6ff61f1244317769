// The definition of a figure, shown at once and for the keyboard too.  Without a script the
// `title` attributes do it, slowly and for the mouse only.

const kGap = 6;

export function addHelp(within) {
  const tip = document.createElement('div');
  tip.className = 'tip';
  tip.hidden = true;
  document.body.append(tip);

  for (const element of within.querySelectorAll('[title]')) {
    element.dataset.help = element.title;
    element.setAttribute('aria-description', element.title);
    element.removeAttribute('title');
  }

  const show = (element) => {
    tip.textContent = element.dataset.help;
    tip.hidden = false;
    const at = element.getBoundingClientRect();
    const size = tip.getBoundingClientRect();
    const left = Math.min(at.left, document.documentElement.clientWidth - size.width - kGap);
    const below = at.bottom + kGap + size.height <= innerHeight;
    tip.style.left = Math.max(left, kGap) + 'px';
    tip.style.top = (below ? at.bottom + kGap : at.top - kGap - size.height) + 'px';
  };
  const hide = () => { tip.hidden = true; };
  const about = (event) => event.target.closest?.('[data-help]');

  within.addEventListener('mouseover', (event) => about(event) && show(about(event)));
  within.addEventListener('mouseout', hide);
  within.addEventListener('focusin', (event) => about(event) && show(about(event)));
  within.addEventListener('focusout', hide);
  addEventListener('scroll', hide, { passive: true, capture: true });
  addEventListener('keydown', (event) => event.key === 'Escape' && hide());
}
