// Replaces the still drawings by charts, time-lines and flame graphs, each when it comes near the
// window: a report may have hundreds.
import { chartModel } from './chart_data.mjs';
import { ChartView } from './chart_view.mjs';
import { flameModel } from './flame_data.mjs';
import { FlameView } from './flame_view.mjs';
import { withBeside } from './lane_beside.mjs';
import { laneModel } from './lane_data.mjs';
import { LaneView, laneHeight } from './lane_view.mjs';
import { addCopyLinks, addMoments, ownWindow } from './moments.mjs';
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

function viewOf(figure, source, model, time, moments) {
  if (source.kind === 'spans') {
    if (!model.tracks.length) return null;
    return new LaneView(figure, model, model.own ? ownWindow(model.own) : time);
  }
  if (source.kind === 'flame') return model.total[0] > 0 ? new FlameView(figure, model) : null;
  if (model.empty) return null;
  const view = new ChartView(figure, model, source.x === 'trace_time' ? time : null, moments);
  addToggles(figure, view);
  return view;
}

// The time-lines of moments get what others have of their time.
function addBeside(data, models) {
  const others = data.map((source) => models.get(source)).filter((model) => model?.beside);
  for (const source of data) {
    if (source.own) models.set(source, withBeside(models.get(source), others));
  }
}

// Time-lines that are made later must not move what the reader has come to by a link.
function reserveHeights(figures, data, modelOf) {
  const lanes = figures.filter((figure) => data[figure.dataset.chart].kind === 'spans');
  const views = lanes.map((figure) => figure.querySelector('.view'));
  // All of them are asked before one is changed, or each would be laid out anew.
  const widths = views.map((view) => view.clientWidth);
  views.forEach((view, i) => {
    const model = modelOf(data[lanes[i].dataset.chart]);
    view.style.minHeight = laneHeight(model, widths[i]) + 'px';
  });
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
  const moments = addMoments(within, time);
  if (time) addTimeBar(within, time, moments);
  addCopyLinks(moments);

  const views = new Map();
  const near = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (isIntersecting && !views.has(target)) {
        const source = data[target.dataset.chart];
        views.set(target, viewOf(target, source, modelOf(source), time, moments));
      }
      views.get(target)?.setVisible(isIntersecting);
    }
  }, { rootMargin: '400px' });
  const figures = [...within.querySelectorAll('figure[data-chart]')];
  addBeside(data, models);
  reserveHeights(figures, data, modelOf);
  for (const figure of figures) near.observe(figure);
  moments.arrive();
  onThemeChange(() => views.forEach((view) => view?.redraw()));
}
