// The report is complete without this script; it makes charts interactive and tables sortable.
import { addCharts } from './charts.mjs';
import { addHelp } from './help.mjs';
import { addNavigation } from './navigation.mjs';
import { addTables } from './tables.mjs';
import { addThemeButton } from './theme.mjs';

const main = document.getElementById('content');
addThemeButton(document.querySelector('.masthead'));
addNavigation(document.querySelector('nav.contents'));
addTables(main);
addHelp(main);
addCharts(main, JSON.parse(document.getElementById('data').textContent));

// Paper cannot be unfolded.
addEventListener('beforeprint', () => {
  for (const details of main.querySelectorAll('details')) details.open = true;
});
