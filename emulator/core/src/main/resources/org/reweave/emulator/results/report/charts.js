// Charts over time, latency, links and installations, each a function from its element's width to the options of ECharts.
const charts = [];

/** Draws a chart now, and again whenever colours or the width change; a chart that is there already shows newer data.
 *  @param make gives the options
 *  @param group charts of one group zoom and point together */
function chart(id, make, group) {
  const element = typeof id === 'string' ? byId(id) : id;
  const known = charts.find(one => one.element === element);
  if (known) {
    known.make = make;
    known.instance.resize();
    known.draw();
    return;
  }
  const instance = echarts.init(element);
  if (group) instance.group = group;
  const description = el('p', { class: 'unseen', id: (element.id || 'installations') + '-description' });
  element.after(description);
  element.setAttribute('aria-describedby', description.id);
  const one = { instance, make, element, draw: () => {
    const options = one.make(element.clientWidth);
    instance.setOption({ ...base(), ...options }, true);
    description.textContent = describe(options);
  } };
  one.draw();
  charts.push(one);
  const figure = element.closest('figure'), name = element.id || 'installations';
  element.setAttribute('role', 'img');
  element.setAttribute('aria-label', figure.querySelector('figcaption').textContent);
  saves(figure, name, () => drawingOf(element, one.make), () => numbersOf(one.make(element.clientWidth)));
}

/** A chart in words: what each series has, and between which values. */
function describe(options) {
  const axisOf = series => [options.yAxis].flat()[series.yAxisIndex || 0] || {};
  const text = (axis, value) => axis.axisLabel && axis.axisLabel.formatter ? axis.axisLabel.formatter(value) || '' + +value.toPrecision(4) : '' + +value.toPrecision(4);
  const flat = options.xAxis.type === 'value' && [options.yAxis].flat()[0].type === 'category'; // bars that lie
  return options.series.filter(series => (series.data || []).length).map(series => {
    const values = series.data.map(point => Array.isArray(point) ? point[1] : point).filter(value => Number.isFinite(value));
    if (!values.length) return `${series.name}: nothing was measured.`;
    const least = values.reduce((a, b) => Math.min(a, b)), most = values.reduce((a, b) => Math.max(a, b));
    const axis = flat ? options.xAxis : axisOf(series);
    return `${series.name}: ${counted(values.length, 'point')}` + (series.type === 'scatter' ? '.' : ` from ${text(axis, least)} to ${text(axis, most)}.`);
  }).join(' ') || 'Nothing was measured.';
}

function drop(one) {
  one.instance.dispose();
  charts.splice(charts.indexOf(one), 1);
}

// ---- files ----

/** Two buttons below a figure's title that save the drawing and its numbers.
 *  @param drawing gives the text of an SVG
 *  @param rows gives the lines of a CSV file, the first being the header */
function saves(figure, name, drawing, rows) {
  const save = (kind, type, text) => {
    const button = el('button', { type: 'button', class: 'save', 'aria-label': `Save ${name} as ${kind.toUpperCase()}` }, kind.toUpperCase());
    button.addEventListener('click', () => el('a', { href: `data:${type};charset=utf-8,` + encodeURIComponent(text()), download: `${run.scenario}-${name}.${kind}` }).click());
    return button;
  };
  const place = el('span', { class: 'saves' }, save('svg', 'image/svg+xml', drawing), ' ', save('csv', 'text/csv', () => csv(rows())));
  const title = figure.querySelector('figcaption');
  if (title) title.append(place); else figure.append(place);
}

function csv(rows) {
  return rows.map(row => row.map(cell => {
    const text = cell === null || cell === undefined ? '' : '' + cell;
    return /[",\n\r]/.test(text) ? '"' + text.replace(/"/g, '""') + '"' : text;
  }).join(',')).join('\n') + '\n';
}

/** The chart as the text of an SVG with a title. */
function drawingOf(element, make) {
  const width = element.clientWidth, copy = echarts.init(null, null, { renderer: 'svg', ssr: true, width, height: element.clientHeight });
  // The library writes the names of fonts into attributes as they are: the page's list has quotation marks.
  copy.setOption({ ...base(), textStyle: { fontFamily: 'sans-serif', color: colour('ink') }, ...make(width), backgroundColor: colour('card') });
  const text = copy.renderToSVGString();
  copy.dispose();
  const words = [svg('title', {}, element.getAttribute('aria-label')), svg('desc', {}, describe(make(width)))];
  return text.replace(/^<svg /, '<svg role="img" ').replace(/^<svg [^>]*>/, open => open + words.map(one => new XMLSerializer().serializeToString(one)).join(''));
}

/** A row for each point: its series and its values; times are nanoseconds. */
function numbersOf(options) {
  const places = [options.xAxis, options.yAxis].flat().find(one => one && one.type === 'category');
  return [['series', 'x', 'y'], ...options.series.flatMap(series => (series.data || []).map((point, i) =>
    [series.name, ...(Array.isArray(point) ? point.slice(0, 2) : [places ? places.data[i] : i, point])]))];
}

function redraw() { charts.forEach(one => { one.instance.resize(); one.draw(); }); }

function base() {
  return {
    animation: false,
    backgroundColor: 'transparent',
    textStyle: { fontFamily: getComputedStyle(document.body).fontFamily, color: colour('ink') },
  };
}

function legend(more) {
  return { top: 0, right: 0, itemWidth: 26, itemHeight: 9, itemGap: 16, textStyle: { color: colour('ink'), fontSize: 12 }, ...more };
}

/** Lines beyond the first that a legend takes. */
function moreLines(names, width) {
  let lines = 0, used = 0;
  for (const name of names) {
    const item = 26 + 5 + 6.6 * name.length + 16;
    if (used && used + item > width) { lines++; used = 0; }
    used += item;
  }
  return lines;
}

/** What a tooltip shows when it is put together here: elements, so that names are never read as markup. */
function tooltipLines(...lines) { return el('div', {}, lines.map(text => el('div', {}, text))); }

function tooltip(more) {
  return {
    trigger: 'axis', confine: true, backgroundColor: colour('card'), borderColor: colour('line'),
    textStyle: { color: colour('ink'), fontSize: 12 }, axisPointer: { lineStyle: { color: colour('muted') } }, ...more,
  };
}

function axis(more) {
  return {
    type: 'value', axisLine: { lineStyle: { color: colour('line') } }, axisTick: { show: false },
    axisLabel: { color: colour('muted'), fontSize: 11, hideOverlap: true }, splitLine: { lineStyle: { color: colour('soft') } },
    nameTextStyle: { color: colour('muted'), fontSize: 11 }, ...more,
    ...(more && more.labels ? { axisLabel: { color: colour('muted'), fontSize: 11, hideOverlap: true, formatter: more.labels } } : {}),
  };
}

// ---- over time ----

const TIME_GRID = { left: 64, right: 64, top: 72, bottom: 28 };

/** A series without data that carries the milestones; letters that would touch are put on different levels. */
function markSeries(width) {
  const room = width - TIME_GRID.left - TIME_GRID.right;
  const lastAt = [-1e9, -1e9, -1e9];
  const lines = marks.map(mark => {
    const x = mark.at / END * room;
    const free = lastAt.findIndex(last => x - last >= 15);
    const level = free < 0 ? 0 : free;
    lastAt[level] = x;
    const kind = MILESTONES[mark.kind];
    return {
      xAxis: mark.at, name: kind.text, lineStyle: { color: colour(kind.colour), width: 1.2, type: 'solid' },
      label: {
        formatter: kind.letter, position: 'end', distance: [0, 2 + 15 * level], color: colour('card'), fontSize: 10, fontWeight: 'bold',
        backgroundColor: colour(kind.colour), padding: [2, 3], borderRadius: 3, show: free >= 0,
      },
    };
  });
  return {
    type: 'line', name: 'milestones', data: [], silent: true, tooltip: { show: false },
    markLine: { symbol: 'none', silent: true, animation: false, data: lines },
    markArea: { silent: true, itemStyle: { color: colour('band') }, data: spans.map(([from, to]) => [{ xAxis: from }, { xAxis: to }]) },
  };
}

function overTime(width, y, series, more) {
  const label = timeAxis(END);
  const lines = width < 480 ? series.length - 1 : 0; // of the legend, beyond the first
  return {
    grid: { ...TIME_GRID, left: width < 480 ? 48 : TIME_GRID.left, right: width < 480 ? 48 : TIME_GRID.right, top: TIME_GRID.top + 15 * lines },
    legend: legend({ data: series.map(one => ({ name: one.name, ...(one.type === 'line' && one.lineStyle.width ? {} : { icon: 'roundRect' }) })), itemGap: width < 480 ? 6 : 16 }),
    tooltip: tooltip(),
    xAxis: axis({ min: 0, max: END, labels: value => value === END ? '' : label(value), splitLine: { show: false }, axisPointer: { label: { formatter: at => time(at.value) } } }),
    yAxis: y,
    dataZoom: [{ type: 'inside', filterMode: 'none', zoomOnMouseWheel: 'ctrl', moveOnMouseMove: 'ctrl', moveOnMouseWheel: false, preventDefaultMouseMove: false }],
    series: [...series, markSeries(width)],
    ...more,
  };
}

/** Rows of the course put together until there are at most as many as a chart can show. */
function course(most) {
  const rows = data.course;
  const step = Math.ceil(rows.to.length / most);
  const result = [];
  for (let first = 0; first < rows.to.length; first += step) {
    const last = Math.min(first + step, rows.to.length) - 1;
    const from = first === 0 ? 0 : rows.to[first - 1];
    const row = { from, to: rows.to[last], mid: (from + rows.to[last]) / 2, inFlight: rows.inFlight[last], queued: rows.queued[last], drops: {} };
    const sums = { offered: 0, accepted: 0, network: 0, total: 0, delivered: 0 };
    for (let i = first; i <= last; i++) {
      const length = rows.to[i] - (i === 0 ? 0 : rows.to[i - 1]);
      sums.offered += rows.offered[i] * length;
      sums.accepted += rows.accepted[i] * length;
      sums.delivered += rows.delivered[i];
      sums.network += (rows.network[i] ?? 0) * rows.delivered[i];
      sums.total += (rows.total[i] ?? 0) * rows.delivered[i];
    }
    row.offered = sums.offered / (row.to - from);
    row.accepted = sums.accepted / (row.to - from);
    row.network = sums.delivered ? sums.network / sums.delivered : null;
    row.total = sums.delivered ? sums.total / sums.delivered : null;
    for (const [cause, counts] of Object.entries(rows.drops)) {
      row.drops[cause] = counts.slice(first, last + 1).reduce((a, b) => a + b, 0);
    }
    result.push(row);
  }
  return result;
}

function line(name, tone, points, more) {
  return {
    name, type: 'line', data: points, showSymbol: false, color: colour(tone), lineStyle: { width: 1.6, color: colour(tone) },
    emphasis: { disabled: true }, ...more,
  };
}

function loadChart(rows) {
  return width => overTime(width, axis({ min: 0, labels: value => +value.toPrecision(4) + '' }), [
    line('offered', 'orange', rows.map(row => [row.mid, row.offered]), { lineStyle: { width: 1.2, type: [4, 3], color: colour('orange') } }),
    line('accepted', 'blue', rows.map(row => [row.mid, row.accepted])),
  ], { tooltip: tooltip({ valueFormatter: value => fixed(value, 4) }) });
}

/** @param means points of both means
 *  @param bins with the longest */
function latencyChart(network, total, bins) {
  const longest = bins.longestTotal.map((value, i) => [(i + .5) * bins.width, value]).filter(point => point[0] <= END);
  const top = Math.max(1, ...[...network, ...total].map(point => point[1] ?? 0));
  const peak = Math.max(1, ...longest.map(point => point[1] ?? 0));
  return width => overTime(width, [
    axis({ min: 0, labels: timeAxis(top) }),
    axis({ min: 0, labels: timeAxis(peak), splitLine: { show: false } }),
  ], [
    line('longest total (right axis)', 'muted', longest, {
      yAxisIndex: 1, step: 'middle', lineStyle: { width: 0 }, areaStyle: { color: pale('muted', .16) }, color: pale('muted', .4), z: 1,
    }),
    line('total, from generation', 'orange', total, { lineStyle: { width: 3.2, color: colour('orange'), opacity: .6 } }),
    line('network, from injection', 'blue', network),
  ], { tooltip: tooltip({ valueFormatter: time }) });
}

function binPoints(bins, column) {
  return bins[column].map((value, i) => [(i + .5) * bins.width, value]).filter(point => point[0] <= END);
}

const CAUSE_TONES = ['red', 'orange', 'violet', 'teal', 'pink', 'gold', 'blue', 'green'];

function dropsChart(rows) {
  const causes = Object.keys(data.course.drops);
  const wide = rows.length ? rows[0].to : 1;
  return width => overTime(width, axis({ min: 0, minInterval: 1 }), causes.map((cause, i) => ({
    name: cause, type: 'bar', stack: 'drops', color: colour(CAUSE_TONES[i % CAUSE_TONES.length]),
    barWidth: Math.max(2, wide / END * (width - TIME_GRID.left - TIME_GRID.right) - 1),
    data: rows.map(row => [row.mid, row.drops[cause] || null]), emphasis: { disabled: true },
  })), { tooltip: tooltip({ valueFormatter: value => value ? count(value) : '0' }) });
}

function underWayChart(rows) {
  return width => overTime(width, [axis({ min: 0, minInterval: 1, splitNumber: 3 }), axis({ min: 0, minInterval: 1, splitNumber: 3, splitLine: { show: false } })], [
    line('in the network', 'teal', rows.map(row => [row.to, row.inFlight])),
    line('in send queues (right axis)', 'gold', rows.map(row => [row.to, row.queued]), { yAxisIndex: 1, lineStyle: { width: 1.2, type: [4, 3], color: colour('gold') } }),
  ], { tooltip: tooltip({ valueFormatter: count }) });
}

// ---- latency ----

const LATENCY_GRID = { left: 64, right: 20, top: 36, bottom: 40 };

/** Logarithmic bins, the same for both kinds. */
function logBins(bins) {
  const all = [...data.network.values, ...data.total.values].filter(value => value > 0);
  const low = Math.min(...all), high = Math.max(...all);
  const ratio = Math.pow(Math.max(high / low, 1.01), 1 / bins);
  const index = value => Math.min(bins - 1, Math.max(0, Math.ceil(Math.log(value / low) / Math.log(ratio)) - 1));
  const counts = kind => {
    const sums = new Array(bins).fill(0);
    kind.values.forEach((value, i) => { sums[index(Math.max(value, low))] += kind.counts[i]; });
    return sums;
  };
  return { low, ratio, ends: Array.from({ length: bins }, (_, i) => low * Math.pow(ratio, i + 1)), network: counts(data.network), total: counts(data.total) };
}

function histogramChart() {
  const bins = logBins(40);
  return () => ({
    grid: LATENCY_GRID, legend: legend(), tooltip: tooltip({ valueFormatter: count }),
    xAxis: axis({ type: 'log', min: bins.low, max: bins.ends[bins.ends.length - 1], labels: value => time(+value.toPrecision(3)).replace(/\.0+ /, ' '), splitLine: { show: true, lineStyle: { color: colour('soft') } }, minorTick: { show: true, splitNumber: 9 } }),
    yAxis: axis({ minInterval: 1 }),
    series: [['network', 'blue'], ['total', 'orange']].map(([name, tone]) => ({
      name, type: 'line', step: 'middle', showSymbol: false, data: bins.ends.map((end, i) => [end / Math.sqrt(bins.ratio), bins[name][i]]), color: colour(tone), lineStyle: { width: 1.4, type: name === 'total' ? [5, 3] : 'solid' },
      areaStyle: { color: pale(tone, .22) }, emphasis: { disabled: true },
    })),
  });
}

function percentilesChart() {
  const top = Math.max(...data.total.percentiles.map(pair => pair[1]), 1);
  return () => ({
    grid: LATENCY_GRID, legend: legend(), tooltip: tooltip({ valueFormatter: time }),
    xAxis: axis({ type: 'category', boundaryGap: false, data: data.total.percentiles.map(pair => pair[0] + ' %'), splitLine: { show: false } }),
    yAxis: axis({ min: 0, labels: timeAxis(top) }),
    series: [['network', 'blue'], ['total', 'orange']].map(([name, tone]) =>
      line(name, tone, data[name].percentiles.map(pair => pair[1]), { showSymbol: true, symbolSize: 6, symbol: name === 'total' ? 'rect' : 'circle' })),
  });
}

// ---- links ----

const PHASE_TONES = { 'before the fault': 'blue', 'fault to completion': 'red', 'from the fault on': 'red', 'after completion': 'green' };
const phaseNames = () => data.links.phases.map(phase => phase.label);
function phaseTone(phase) { return PHASE_TONES[phase.label] || 'blue'; }
function busy(link, phase) { return data.links.data[link][phase] + data.links.control[link][phase]; }
function percentLabel(value) { return +(100 * value).toPrecision(3) + ' %'; }

function linkRanksChart() {
  const links = data.links.names.map((_, i) => i);
  return width => ({
    grid: { ...LATENCY_GRID, right: 24, top: LATENCY_GRID.top + 25 * moreLines(phaseNames(), width) }, legend: legend(),
    tooltip: tooltip({ valueFormatter: value => percent(value) }),
    xAxis: axis({ type: 'value', min: 1, max: Math.max(links.length, 2), minInterval: 1, name: 'rank', nameLocation: 'end', splitLine: { show: false } }),
    yAxis: axis({ min: 0, labels: percentLabel }),
    series: data.links.phases.map((phase, p) => line(phase.label, phaseTone(phase),
      links.map(link => busy(link, p)).sort((a, b) => b - a).map((value, rank) => [rank + 1, value]), { step: 'middle', lineStyle: { width: 1.6, color: colour(phaseTone(phase)), type: ['solid', [6, 3], [2, 2]][p % 3] } })),
  });
}

const MOST_BARS = 16;

function linkBarsChart() {
  const links = data.links.names.slice(0, MOST_BARS).map((_, i) => i).reverse();
  const many = data.links.phases.length;
  return width => ({
    grid: { left: 8, right: 40, top: 30 + 25 * moreLines(phaseNames(), width), bottom: 8, containLabel: true },
    legend: legend({ data: phaseNames() }),
    tooltip: tooltip({
      axisPointer: { type: 'shadow', shadowStyle: { color: pale('muted', .1) } },
      formatter: items => {
        const link = links[items[0].dataIndex];
        return tooltipLines(data.links.names[link].replace('->', '→'), ...data.links.phases.map((phase, p) =>
          phase.label + ': ' + percent(data.links.data[link][p]) + ' packets, ' + percent(data.links.control[link][p]) + ' SMPs and flow control'));
      },
    }),
    xAxis: axis({ min: 0, labels: percentLabel }),
    yAxis: axis({ type: 'category', data: links.map(link => data.links.names[link].replace('->', '→')), splitLine: { show: false },
      axisLabel: { color: colour('ink'), fontSize: 11 } }),
    series: data.links.phases.flatMap((phase, p) => ['data', 'control'].map(kind => ({
      name: kind === 'data' ? phase.label : phase.label + ' control', type: 'bar', stack: 'phase' + p, barGap: '15%', barCategoryGap: many > 1 ? '28%' : '40%',
      color: kind === 'data' ? colour(phaseTone(phase)) : pale(phaseTone(phase), .35), data: links.map(link => data.links[kind][link][p]), emphasis: { disabled: true },
    }))),
  });
}

// ---- installations ----

/** Devices from near to far, then by time, and where each distance begins. */
function installationOrder(change) {
  const order = change.device.map((_, i) => i).sort((a, b) => change.hops[a] - change.hops[b] || change.at[a] - change.at[b]);
  const bands = [];
  order.forEach((row, y) => {
    const hops = change.hops[row];
    if (!bands.length || bands[bands.length - 1].hops !== hops) bands.push({ hops, from: y, to: y });
    bands[bands.length - 1].to = y;
  });
  return { order, bands };
}

function installationChart(change) {
  const { order, bands } = installationOrder(change);
  const from = change.readyAt, to = Math.max(...change.at, from + 1);
  const points = kind => order.map((row, y) => [change.at[row], y, row]).filter(point => change.isSwitch[point[2]] === kind);
  const kinds = [[true, 'switches'], [false, 'NICs']].filter(kind => change.isSwitch.includes(kind[0])).map(kind => kind[1]);
  const named = order.length <= 40;
  const label = timeAxis(to);
  const known = bands.some(band => band.hops >= 0);
  return () => ({
    grid: { left: 8, right: 70, top: 32, bottom: 24, containLabel: true },
    legend: legend({ data: kinds }),
    tooltip: tooltip({
      trigger: 'item',
      formatter: item => {
        const row = item.data[2];
        return tooltipLines(change.device[row] + (change.hops[row] < 0 ? '' : ', ' + counted(change.hops[row], 'hop') + ' away'),
          time(change.at[row]), '+' + time(change.at[row] - from) + ' after tables ready');
      },
    }),
    xAxis: axis({ min: from, max: to + (to - from) * .02, splitNumber: 6, labels: value => value > to || value <= from ? '' : label(value) }),
    yAxis: axis({
      min: -1, max: order.length, inverse: true, splitLine: { show: false }, interval: 1, axisLine: { show: false },
      axisLabel: { show: named, color: colour('muted'), fontSize: 10, formatter: y => y >= 0 && y < order.length ? change.device[order[y]] : '' },
    }),
    series: [
      { name: 'switches', type: 'scatter', symbol: 'circle', symbolSize: 6, color: colour('blue'), data: points(true) },
      { name: 'NICs', type: 'scatter', symbol: 'diamond', symbolSize: 7, color: colour('orange'), data: points(false) },
      {
        type: 'line', name: 'distances', data: [], silent: true,
        markArea: !known ? undefined : {
          silent: true,
          label: { position: 'right', color: colour('muted'), fontSize: 11, align: 'left' },
          data: bands.map((band, i) => [
            { yAxis: band.from - .5, name: band.hops < 0 ? 'unknown' : counted(band.hops, 'hop'), itemStyle: { color: i % 2 ? 'transparent' : pale('muted', .07) } },
            { yAxis: band.to + .5 },
          ]),
        },
      },
    ],
  });
}
