// Replaces the still drawings by charts, time-lines and flame graphs, each when it comes near the
// window: a report may have hundreds.
import { chartModel } from './chart_data.mjs';
import { ChartView } from './chart_view.mjs';
import { flameModel } from './flame_data.mjs';
import { FlameView } from './flame_view.mjs';
import { laneModel } from './lane_data.mjs';
import { LaneView } from './lane_view.mjs';
import { onThemeChange } from './theme.mjs';
import { addTimeBar } from './time_bar.mjs';
import { wholeTime } from './time_window.mjs';

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

const kModels = { spans: laneModel, flame: flameModel };

function viewOf(figure, source, model, time) {
  if (source.kind === 'spans') {
    return model.tracks.length ? new LaneView(figure, model, time) : null;
  }
  if (source.kind === 'flame') return model.total[0] > 0 ? new FlameView(figure, model) : null;
  if (model.empty) return null;
  const view = new ChartView(figure, model, source.x === 'trace_time' ? time : null);
  addToggles(figure, view);
  return view;
}

export function addCharts(within, data) {
  const models = new Map();
  const modelOf = (source) => {
    if (!models.has(source)) models.set(source, (kModels[source.kind] ?? chartModel)(source));
    return models.get(source);
  };
  // All of them, seen or not, have to do with how long the time is.
  const timed = data.filter(({ kind, x }) => kind === 'spans' || x === 'trace_time').map(modelOf);
  const time = wholeTime(timed);
  if (time) addTimeBar(within, time);

  const views = new Map();
  const near = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (isIntersecting && !views.has(target)) {
        const source = data[target.dataset.chart];
        views.set(target, viewOf(target, source, modelOf(source), time));
      }
      views.get(target)?.setVisible(isIntersecting);
    }
  }, { rootMargin: '400px' });
  for (const figure of within.querySelectorAll('figure[data-chart]')) near.observe(figure);
  onThemeChange(() => views.forEach((view) => view?.redraw()));
}
