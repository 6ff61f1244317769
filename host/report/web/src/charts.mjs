// Replaces the still drawings by charts, each when it comes near the window: a report may have
// hundreds.
import { chartModel } from './chart_data.mjs';
import { ChartView } from './chart_view.mjs';
import { onThemeChange } from './theme.mjs';

function addToggles(figure, view) {
  const items = [...figure.querySelectorAll('.key li')];
  if (items.length < 2) return;
  items.forEach((item, index) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.append(item.querySelector('.swatch'), item.querySelector('.name'));
    button.setAttribute('aria-pressed', 'true');
    item.prepend(button);
    button.addEventListener('click', () => {
      const show = button.getAttribute('aria-pressed') !== 'true';
      button.setAttribute('aria-pressed', String(show));
      view.showSeries(index, show);
    });
  });
}

export function addCharts(within, data) {
  const views = [];
  const show = (figure) => {
    const model = chartModel(data[figure.dataset.chart]);
    if (model.empty) return;
    const view = new ChartView(figure, model);
    views.push(view);
    addToggles(figure, view);
  };
  const near = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      near.unobserve(target);
      show(target);
    }
  }, { rootMargin: '400px' });
  for (const figure of within.querySelectorAll('figure.chart')) near.observe(figure);
  onThemeChange(() => views.forEach((view) => view.redraw()));
}
