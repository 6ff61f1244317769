// The list of sections: marks where the reader is, and folds away where there is little room.

export function addNavigation(nav) {
  const details = nav.querySelector('details');
  const wide = matchMedia('(min-width: 64rem)');
  const fold = () => { details.open = wide.matches; };
  wide.addEventListener('change', fold);
  fold();
  nav.addEventListener('click', (event) => {
    if (event.target.closest('a') && !wide.matches) details.open = false;
  });

  const links = [...nav.querySelectorAll('a')];
  const targets = links.map((link) => document.getElementById(link.hash.slice(1)));
  let asked = false;
  const mark = () => {
    asked = false;
    let current = 0;
    targets.forEach((target, i) => {
      if (target && target.getBoundingClientRect().top < innerHeight / 4) current = i;
    });
    links.forEach((link, i) => {
      if (i === current) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    });
  };
  addEventListener('scroll', () => {
    if (!asked) requestAnimationFrame(mark);
    asked = true;
  }, { passive: true });
  mark();
}
