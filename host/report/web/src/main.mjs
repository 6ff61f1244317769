// The report is complete without this script; it makes charts interactive and tables sortable.
import { addCharts } from './charts.mjs';
import { addCopying } from './copying.mjs';
import { addHelp } from './help.mjs';
import { addNavigation } from './navigation.mjs';
import { addTables } from './tables.mjs';
import { addThemeButton } from './theme.mjs';

const main = document.getElementById('content');
addThemeButton(document.querySelector('.masthead'));
addNavigation(document.querySelector('nav.contents'));
addCopying();
addTables(main);
addHelp(main);
addCharts(main, JSON.parse(document.getElementById('data').textContent));

// What the address names has moved while tables and time-lines took their size.
addEventListener('load', () => requestAnimationFrame(() => {
  if (performance.getEntriesByType('navigation')[0]?.type !== 'navigate') return;
  const target = document.getElementById(location.hash.slice(1));
  target?.scrollIntoView({ behavior: 'instant' });
}));

// Paper cannot be unfolded.
addEventListener('beforeprint', () => {
  for (const details of main.querySelectorAll('details')) details.open = true;
});
