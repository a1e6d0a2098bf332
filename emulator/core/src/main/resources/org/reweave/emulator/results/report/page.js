// Fills the page, section by section; a section without anything to show is hidden. Every part can be filled again with newer data.
function fill(id, ...children) { byId(id).replaceChildren(...children.flat()); }
function hasFigure(id, has) { byId(id).closest('figure').hidden = !has; return has; }
function hasSection(id, has) { byId(id).closest('section').hidden = !has; return has; }

function heading() {
  const tone = { completed: 'good', deadlocked: 'bad', failed: 'bad', incomplete: 'doubtful' }[run.outcome];
  byId('name').textContent = run.scenario;
  byId('outcome').textContent = run.outcome + (run.interrupted ? ', stopped by the user' : '');
  byId('outcome').classList.add(tone || 'doubtful');
  byId('description').textContent = run.description;
  const setup = data.setup;
  const faults = setup.faults.map(fault => `${fault.kind} ${fault.name} fails at ${time(fault.at)}` + (fault.until === null ? '' : ` until ${time(fault.until)}`));
  byId('setup').textContent = [
    `${setup.fabric}: ${counted(setup.switches, 'switch')}, ${counted(setup.nics, 'NIC')}, ${counted(setup.links, 'link')}`,
    `${setup.routing}; ${setup.scheme}`,
    setup.traffic + (setup.trafficStop === null ? '' : `, until ${time(setup.trafficStop)}`),
    faults.length > 4 ? faults.slice(0, 4).join(', ') + ` and ${faults.length - 4} more` : faults.join(', ') || 'no faults',
    `seed ${run.seed}`,
  ].join(' · ');
  if (run.failure) byId('description').after(el('p', { class: 'note' }, 'The run broke off: ' + run.failure));
}

function figures() {
  const packets = run.packets, latency = run.latency.network;
  const lost = Object.values(packets.dropped).reduce((a, b) => a + b, 0);
  const cards = [
    [time(run.nanoseconds), 'emulated, ' + counted(run.cycles, 'cycle')],
    [count(packets.delivered), `of ${counted(packets.injected, 'packet')} injected delivered`],
    ...(packets.acks || run.messages.generated !== packets.generated
      ? [[count(run.messages.delivered), `of ${counted(run.messages.generated, 'message')} delivered whole`]] : []),
    [count(lost), 'packets lost' + (packets.inFlight ? `, ${count(packets.inFlight)} still in flight` : '')],
    [fixed(run.load.accepted, 4), run.load.accepted === null ? 'accepted load: ended before it was measured' : `accepted load, ${fixed(run.load.offered, 4)} offered`],
    [time(latency.ns.mean), 'mean network latency' + (latency.ns.p99 === null ? '' : `, p99 ${time(latency.ns.p99)}`)],
  ];
  const change = run.reconfigurations[0];
  if (change) {
    cards.push(change.ns.completedAt === null
      ? ['–', 'reconfiguration not completed']
      : [time(change.ns.completedAt - change.ns.faultAt), `from the fault to the last table (${change.scheme}${run.reconfigurations.length > 1 ? `, the first of ${run.reconfigurations.length}` : ''})`]);
  }
  fill('figures', cards.map(([value, label]) => el('div', {}, el('b', {}, value), el('span', {}, label))));
}

// ---- deadlock ----

function deadlock() {
  const found = run.deadlock;
  if (!hasSection('ring', !!found)) return;
  byId('deadlock-text').textContent = `Formed at ${time(found.ns.formedAt)}, ${found.proven ? 'proven' : 'found'} at ${time(found.ns.foundAt)}: ${counted(found.cycle.length, 'packet')}`
    + ' each wait for space that the next one holds; the last one waits for the first one\'s.' + (found.proven ? ' Nothing can release any of them.' : '');
  fill('ring', ring(found.cycle));
  if (!charts.some(one => one.element === byId('ring'))) charts.push({ instance: { resize() {}, dispose() {} }, draw() { byId('ring').querySelector('svg').replaceWith(ring(run.deadlock.cycle)); }, element: byId('ring') });
  saves(byId('ring'), 'deadlock', () => new XMLSerializer().serializeToString(ring(found.cycle)),
    () => [['number', 'device', 'port', 'vl', 'buffer', 'packet'], ...found.cycle.map((member, i) => [i + 1, member.device, member.port, member.vl, member.buffer, member.packet])]);
  const marked = found.cycle.some(member => member.marks);
  fill('members', table(
    [{ text: '#', number: true }, { text: 'buffer' }, { text: 'VL', number: true }, { text: 'holds packet' }, ...(marked ? [{ text: 'marks' }] : [])],
    found.cycle.map((member, i) => [i + 1 + '', `${member.device}.${member.port} ${member.buffer}`, member.vl + '', member.packet,
      ...(marked ? ['0x' + member.marks.toString(16)] : [])])));
}

/** The members on a circle, each with an arrow to the one that it waits for; switches are named once. */
function ring(members) {
  const size = 460, middle = size / 2, radius = 150, n = members.length;
  const at = (i, r) => { const a = 2 * Math.PI * i / n - Math.PI / 2; return [middle + r * Math.cos(a), middle + r * Math.sin(a)]; };
  const picture = svg('svg', { viewBox: `0 0 ${size} ${size}`, role: 'img', 'aria-label': 'Ring of packets that wait for each other', style: 'max-width:520px;width:100%', 'font-family': 'sans-serif', 'font-size': 12 });
  picture.append(svg('title', {}, 'Ring of packets that wait for each other'), svg('desc', {}, members.map((member, i) => `${i + 1}: ${member.device}.${member.port} VL${member.vl} ${member.buffer} holds ${member.packet}`).join('; ')));
  picture.append(svg('defs', {}, svg('marker', { id: 'arrow', viewBox: '0 0 8 8', refX: 7, refY: 4, markerWidth: 6, markerHeight: 6, orient: 'auto' },
    svg('path', { d: 'M0 0 L8 4 L0 8 z', fill: colour('muted') }))));
  const dot = Math.max(3, Math.min(7, 300 / n));
  members.forEach((member, i) => {
    const gap = dot / radius * n / (2 * Math.PI) * 1.3;
    const [x1, y1] = at(i + gap, radius), [x2, y2] = at(i + 1 - gap, radius);
    picture.append(svg('path', { d: `M${x1} ${y1} A${radius} ${radius} 0 0 1 ${x2} ${y2}`, fill: 'none', stroke: colour('muted'), 'stroke-width': 1.4, 'marker-end': 'url(#arrow)' }));
  });
  members.forEach((member, i) => {
    const [x, y] = at(i, radius);
    const circle = svg('circle', { cx: x, cy: y, r: dot, fill: colour(member.buffer === 'output' ? 'orange' : 'blue') });
    const title = svg('title', {});
    title.textContent = `${i + 1}: ${member.device}.${member.port} VL${member.vl} ${member.buffer} holds ${member.packet}`;
    circle.append(title);
    picture.append(circle);
    const named = members[(i + n - 1) % n].device !== member.device;
    if (!named && n > 24) return;
    const [lx, ly] = at(i, radius + dot + 10);
    const label = svg('text', { x: lx, y: ly, 'text-anchor': Math.abs(lx - middle) < 20 ? 'middle' : lx > middle ? 'start' : 'end', 'dominant-baseline': 'middle', fill: colour('ink') });
    label.textContent = n > 24 ? member.device : `${member.device}.${member.port}`;
    picture.append(label);
  });
  [['input buffer', 'blue', -12], ['output buffer', 'orange', 12]].forEach(([text, tone, dy]) => {
    picture.append(svg('circle', { cx: middle - 46, cy: middle + dy, r: 6, fill: colour(tone) }));
    const label = svg('text', { x: middle - 34, y: middle + dy, 'dominant-baseline': 'middle', fill: colour('ink') });
    label.textContent = text;
    picture.append(label);
  });
  return picture;
}

// ---- course ----

function milestones() {
  const shown = marks.slice(0, 12);
  if (!shown.length) return fill('milestones', el('p', { class: 'muted' }, 'Nothing failed and nothing was reconfigured.'));
  fill('milestones', el('ul', { class: 'milestones' },
    shown.map(mark => {
      const kind = MILESTONES[mark.kind];
      const after = mark.after !== undefined && mark.kind !== 'fault' ? ` (+${time(mark.at - mark.after)})` : '';
      return el('li', {}, el('i', { style: `background:var(--${kind.colour})` }, kind.letter), `${kind.text} ${time(mark.at)}${after}`);
    }),
    marks.length > shown.length ? el('li', {}, `and ${marks.length - shown.length} more`) : null),
  el('p', { class: 'muted' }, 'The shaded time is from a fault to the completion of its reconfiguration. Ctrl and the wheel zoom all charts over time together.'));
}

function courseOfTheRun() {
  if (!hasSection('milestones', data.course.to.length > 0)) return;
  milestones();
  const rows = course(240);
  chart('load', loadChart(rows), 'time');
  if (hasFigure('by-delivery', rows.some(row => row.network !== null))) {
    chart('by-delivery', latencyChart(rows.map(row => [row.mid, row.network]), rows.map(row => [row.mid, row.total]), data.byDelivery), 'time');
  }
  if (hasFigure('by-generation', data.byGeneration.count.some(packets => packets > 0))) {
    chart('by-generation', latencyChart(binPoints(data.byGeneration, 'network'), binPoints(data.byGeneration, 'total'), data.byGeneration), 'time');
  }
  drops(course(120));
  chart('under-way', underWayChart(rows), 'time');
  echarts.connect('time');
}

function drops(rows) {
  const causes = Object.entries(run.packets.dropped);
  const repaired = run.packets.acks
    ? [el('p', { class: 'muted' }, `End to end: ${counted(run.packets.retransmitted, 'packet')} sent again, ${counted(run.packets.duplicates, 'duplicate')} discarded, `
      + `${count(run.packets.outOfOrder)} out of order, ${counted(run.packets.acks, 'acknowledgement')}; ${counted(run.messages.undelivered, 'message')} given up.`)] : [];
  byId('drops').hidden = !causes.length;
  if (!causes.length) {
    return fill('drop-totals', el('p', { class: 'muted' }, 'No packet was lost.'), ...repaired);
  }
  byId('drops-per').textContent = `packets per ${time(rows[0].to)}`;
  chart('drops', dropsChart(rows), 'time');
  const total = causes.reduce((sum, cause) => sum + cause[1], 0);
  const share = packets => run.packets.injected ? percent(packets / run.packets.injected, 3) : '–';
  fill('drop-totals', table(
    [{ text: 'cause' }, { text: 'packets', number: true }, { text: 'of those injected', number: true }],
    [...causes.sort((a, b) => b[1] - a[1]), ...(causes.length > 1 ? [['all', total]] : [])].map(([cause, packets]) => [cause, count(packets), share(packets)])), ...repaired);
}

// ---- reconfigurations ----

function reconfigurations() {
  if (!hasSection('reconfigurations', run.reconfigurations.length + data.installations.length > 0)) return;
  const after = (change, at) => at === null ? '–' : '+' + time(at - change.ns.faultAt);
  fill('reconfigurations', table(
    [{ text: 'scheme' }, ...['fault', 'detected', 'tables ready', 'last switch table', 'last NIC', 'completed', 'all acknowledged', 'SMPs', 'devices', 'discarded by rule'].map(text => ({ text, number: true }))],
    run.reconfigurations.slice(0, 100).map(change => [
      change.scheme + (change.unroutable ? ': no tables found' : change.abandoned ? ': abandoned for the next' : ''), time(change.ns.faultAt), after(change, change.ns.detectedAt), after(change, change.ns.tablesReadyAt),
      after(change, change.ns.lastSwitchAt), after(change, change.ns.lastNicAt), after(change, change.ns.completedAt), after(change, change.ns.distributedAt), count(change.smps), count(change.devices),
      Object.entries(change.discardedByCase).map(([rule, packets]) => `${count(packets)} in case ${rule}`).join(', ') || '0',
    ])),
  run.reconfigurations.length > 100 ? el('p', { class: 'muted' }, `and ${run.reconfigurations.length - 100} more`) : []);
  const changes = data.installations.filter(change => change.device.length);
  if (!changes.length) return;
  const figure = el('figure');
  const choice = el('select', { 'aria-label': 'Change of tables' }, changes.map((change, i) => el('option', { value: i }, `change ${change.change}, tables ready ${time(change.readyAt)}`)));
  charts.filter(one => byId('installations').contains(one.element)).forEach(drop);
  byId('installations').replaceChildren(changes.length > 1 ? el('p', {}, choice) : '', figure);
  choice.addEventListener('change', () => installation(figure, changes[+choice.value]));
  installation(figure, changes[0]);
}

function installation(figure, change) {
  const near = change.around.length ? `, nearest to ${change.around.slice(0, 2).join(', ')}${change.around.length > 2 ? ' …' : ''} on top` : '';
  const place = el('div', { class: 'chart', style: `height:${Math.max(170, Math.min(760, 80 + 4.5 * change.device.length + (change.device.length <= 40 ? 10 * change.device.length : 0)))}px` });
  charts.filter(one => figure.contains(one.element)).forEach(drop);
  figure.replaceChildren(
    el('figcaption', {}, 'Who uses the new tables when ', el('small', {}, `one row a device${near}`)), place,
    ...(change.left ? [el('p', { class: 'muted' }, `${count(change.left)} later installations are only in events.jsonl.`)] : []));
  chart(place, installationChart(change));
}

// ---- latency ----

function latency() {
  if (!hasSection('histogram', data.network.values.length > 0)) return;
  chart('histogram', histogramChart());
  chart('percentiles', percentilesChart());
  const row = (name, kind) => [name, time(kind.ns.mean), time(kind.ns.p50), time(kind.ns.p99), time(kind.ns.p999), time(kind.ns.max)];
  const whole = run.messages.latency.p99 === null || run.messages.generated === run.packets.generated ? [] : [row('whole messages, from generation', run.messages.latency)];
  fill('latency-table',
    table([{ text: '' }, ...['mean', 'p50', 'p99', 'p99.9', 'max'].map(text => ({ text, number: true }))],
      [row('network, from injection', run.latency.network), row('total, from generation', run.latency.total), ...whole]),
    el('p', { class: 'muted' }, `${counted(run.latency.packets, 'packet')} generated after the warm-up (${time(data.setup.warmup)}); `
      + `${fixed(run.hops.mean, 3)} switches crossed, mean. Percentiles are within 1 %; latency.hdr has the histograms.`));
}

// ---- links ----

function links() {
  if (!hasSection('link-ranks', data.links.names.length > 0 && data.links.phases.length > 0)) return;
  const phases = data.links.phases;
  byId('links-text').textContent = phases.map(phase => `${phase.label}: ${time(phase.from)} to ${time(phase.to)}`).join('; ')
    + (data.links.all > data.links.names.length ? `. The ${count(data.links.names.length)} busiest of ${count(data.links.all)} directed links.` : '.');
  byId('link-bars').style.height = 60 + Math.min(MOST_BARS, data.links.names.length) * (14 + 9 * phases.length) + 'px';
  chart('link-ranks', linkRanksChart());
  chart('link-bars', linkBarsChart());
  const listed = Math.min(400, data.links.names.length);
  const top = Math.max(1e-9, ...data.links.names.map((_, i) => Math.max(...phases.map((_, p) => busy(i, p)))));
  const list = byId('link-list');
  list.querySelector('summary').textContent = `List of ${listed === data.links.all ? 'all ' + count(listed) : 'the ' + count(listed) + ' busiest'} directed links`;
  list.ontoggle = () => list.open && list.querySelector('div').replaceChildren(table(
    [{ text: 'link' }, ...phases.map(phase => ({ text: phase.label, number: true }))],
    data.links.names.slice(0, listed).map((name, i) => [name.replace('->', '→'), ...phases.map((_, p) =>
      el('td', { class: 'number', style: `background:${pale('red', (.5 * busy(i, p) / top).toFixed(3))}` }, percent(busy(i, p))))]), 'heat'));
  list.ontoggle();
}

// ---- events ----

const kindsShown = new Map(); // as the user chose

function events() {
  if (!hasSection('event-table', data.events.kinds.length > 0)) return;
  const kinds = [...data.events.kinds].sort((a, b) => b.significant - a.significant);
  const boxes = new Map();
  fill('event-kinds', kinds.map(kind => {
    const box = el('input', { type: 'checkbox' });
    box.checked = kindsShown.get(kind.name) ?? kind.significant;
    boxes.set(kind.name, box);
    box.addEventListener('change', () => { kindsShown.set(kind.name, box.checked); show(); });
    return el('label', {}, box, `${kind.name} ${count(kind.count)}`);
  }));
  if (!kinds.some(kind => kind.significant) && !kindsShown.size) boxes.forEach(box => { box.checked = true; });
  byId('event-filter').oninput = show;
  show();

  function show() {
    const words = byId('event-filter').value.toLowerCase().split(/\s+/).filter(Boolean);
    const rows = data.events.rows.filter(row => boxes.get(row.kind).checked
      && words.every(word => `${row.device} ${row.kind} ${row.text}`.toLowerCase().includes(word)));
    const chosen = kinds.filter(kind => boxes.get(kind.name).checked);
    const kept = data.events.rows.filter(row => boxes.get(row.kind).checked).length;
    const more = chosen.reduce((sum, kind) => sum + kind.count, 0) - kept;
    byId('event-note').textContent = `${counted(Math.min(rows.length, 1000), 'event')} shown`
      + (rows.length > 1000 ? ` of ${count(rows.length)}` : '') + (more > 0 ? `; ${count(more)} more of these kinds are only in events.jsonl` : '');
    fill('event-table', table([{ text: 'time', number: true }, { text: 'device' }, { text: 'event' }, { text: 'what', wrap: true }],
      rows.slice(0, 1000).map(row => [time(row.at), row.device, row.kind, row.text])));
  }
}

// ---- scenario and reproduction ----

function scenario() {
  const remarks = [];
  if (data.leftOut.length) {
    remarks.push(el('div', { class: 'note' }, `${counted(data.leftOut.length, 'NIC')} left out: ${data.leftOut.slice(0, 40).join(', ')}${data.leftOut.length > 40 ? ' …' : ''}: ${data.leftOutBecause}.`));
  }
  if (data.findings.length) {
    remarks.push(el('div', { class: 'note' }, `${counted(data.findings.length, 'finding')} in the fabric's file:`,
      el('ul', {}, data.findings.slice(0, 40).map(text => el('li', {}, text))), data.findings.length > 40 ? 'and more; reweave topo lists them all' : null));
  }
  fill('remarks', remarks);
  byId('scenario-text').textContent = data.scenario;
}

/** How far devices of a lax run were apart. */
function drift(lax) {
  return [
    ['lax', `steps of ${time(lax.ns.step)}, slack ${lax.slack === null ? 'unlimited' : time(lax.ns.slack)}, ${counted(lax.islandSize, 'device')} an island`],
    ['ahead', `${count(lax.stepsBeyond)} of ${counted(lax.steps, 'step')}, by ${time(lax.ns.beyond.mean)} mean, ${time(lax.ns.beyond.p99)} p99, ${time(lax.ns.beyond.max)} at most`],
    ['late', `${count(lax.lateRecords)} of ${counted(lax.records, 'record')}, by ${time(lax.ns.lateness.mean)} mean, ${time(lax.ns.lateness.p99)} p99, `
      + `${time(lax.ns.lateness.max)} at most` + (lax.cutsTooLate ? `; ${counted(lax.cutsTooLate, 'cut packet')} taken for whole` : '')],
  ];
}

function nodes(spread) {
  return ['nodes', `${count(spread.nodes)}, ${spread.cpuSeconds.toFixed(2)} s of processor time, waiting ${Math.round(100 * spread.waiting)}% of their threads' time; `
    + `${counted(spread.cutLinks, 'link')} cut, the most loaded node at ${spread.imbalance.toFixed(2)} times the mean; `
    + `${count(spread.frames)} frames in ${counted(spread.bundles, 'bundle')}`];
}

function reproduce() {
  const parts = [];
  if (data.command) parts.push(el('p', {}, 'It was started by'), el('pre', {}, data.command));
  parts.push(
    el('p', {}, run.drift
      ? 'The run was lax: the scheduler decided what came late. Its journal gives the same run, under any driver and number of threads:'
      : 'The scenario in this folder is complete and gives the same run, under any driver and number of threads:'),
    el('pre', {}, run.drift ? 'reweave replay .' : 'reweave run scenario.conf'),
    table([{ text: '' }, { text: '', wrap: true }], [
      ['fingerprint', el('td', { class: 'wrap' }, el('code', { class: 'hash' }, run.fingerprint || 'none: the run broke off'))],
      ['seed', run.seed + ''],
      ['software', 'reweave ' + run.software],
      ['driver', `${run.driver}, ${counted(run.threads, 'thread')}`],
      ...(run.drift ? drift(run.drift) : []),
      ['cost', `${run.cost.wallSeconds.toFixed(2)} s, ${run.cost.cpuSeconds.toFixed(2)} s of processor time, ${count(run.cost.flitHops)} flit-hops, `
        + `${counted(run.cost.messages, 'message')} between actors, at most ${count(Math.round(run.cost.peakHeapBytes / 1048576))} MiB of heap`],
      ...(run.cost.spread ? [nodes(run.cost.spread)] : []),
      ['run', run.run],
    ]));
  fill('reproduce-text', parts);
  byId('foot').textContent = 'Written by reweave ' + run.software + '. Charts are drawn by Apache ECharts (Apache License 2.0), which is part of this file; nothing is loaded from anywhere.';
}

function contents() {
  fill('contents', [...document.querySelectorAll('section[data-title]:not([hidden])')].map(section => el('a', { href: '#' + section.id }, section.dataset.title)));
}

function fillAll() {
  [heading, figures, fabric, deadlock, courseOfTheRun, reconfigurations, latency, links, events, scenario, reproduce, contents].forEach(part => part());
}

take(byId('data').textContent);
fillAll();

let resizing = 0;
addEventListener('resize', () => { clearTimeout(resizing); resizing = setTimeout(redraw, 120); });
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
addEventListener('beforeprint', () => { document.documentElement.classList.add('print'); redraw(); });
addEventListener('afterprint', () => { document.documentElement.classList.remove('print'); redraw(); });
