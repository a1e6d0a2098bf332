'use strict';
// What every part of the page uses: the data, amounts with units, elements, colours.
let data, run, END, marks, spans, net, frames;

/** Makes a text of JSON the data of the page; a page of a live run does so again and again. */
function take(text) {
  // Marks that turn the direction of text are shown as text: a name must not change how the words after it read.
  data = JSON.parse(text.replace(/\\\\|\\u(200[ef]|202[a-e]|206[6-9])/gi, (all, mark) => mark ? `<U+${mark.toUpperCase()}>` : all));
  run = data.summary;
  END = Math.max(run.nanoseconds, 1);
  marks = milestonesOf();
  spans = run.reconfigurations.map(change => [change.ns.faultAt, change.ns.completedAt ?? END]);
  net = data.picture;
  frames = net.to.map((to, i) => ({ from: i ? net.to[i - 1] : 0, to, load: null, text: net.loads[i] }));
  if (!frames.length) frames.push({ from: 0, to: END, load: new Uint8Array(2 * net.links.length) }); // a live run before its first cut
}

function byId(id) { return document.getElementById(id); }

/** An element with attributes and children; text becomes text nodes, so nothing in the data is ever read as markup. */
function el(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) made.setAttribute(name, value);
  made.append(...children.flat().filter(child => child !== null && child !== undefined));
  return made;
}

function svg(tag, attributes, ...children) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes || {})) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

function table(heads, rows, kind) {
  return el('table', kind ? { class: kind } : {},
    el('thead', {}, el('tr', {}, heads.map(head => el('th', head.number ? { class: 'number' } : {}, head.text)))),
    el('tbody', {}, rows.map(row => el('tr', {}, row.map((cell, i) =>
      cell instanceof Node ? cell : el('td', heads[i].number ? { class: 'number' } : heads[i].wrap ? { class: 'wrap' } : {}, cell ?? '–'))))));
}

// ---- amounts ----

const UNITS = [['ns', 1], ['µs', 1e3], ['ms', 1e6], ['s', 1e9]];

/** The unit in which a time of this size reads best. */
function unitOf(ns) { return [...UNITS].reverse().find(unit => Math.abs(ns) >= unit[1]) || UNITS[0]; }

/** Four significant digits and a unit. */
function time(ns) {
  if (ns === null || ns === undefined) return '–';
  const [name, size] = unitOf(Math.abs(ns) * 1.00005);
  const value = ns / size * (1 + 1e-12);
  return value.toFixed(Math.abs(value) >= 100 ? 1 : Math.abs(value) >= 10 ? 2 : 3) + ' ' + name;
}

/** Labels of an axis of times that ends about there: all in one unit. */
function timeAxis(most) {
  const [name, size] = unitOf(most / 2);
  return value => +(value / size).toPrecision(6) + ' ' + name;
}

function count(n) { return n === null || n === undefined ? '–' : n.toLocaleString('en-US'); }
function counted(n, noun) { return count(n) + ' ' + noun + (n === 1 ? '' : /(ch|s)$/.test(noun) ? 'es' : 's'); }
function percent(fraction, digits = 1) { return (100 * fraction).toFixed(digits) + ' %'; }
function fixed(value, digits) { return value === null || value === undefined ? '–' : value.toFixed(digits); }

// ---- colours ----

function colour(name) { return getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim(); }

/** A colour with an opacity; colours of the style are #rrggbb. */
function pale(name, opacity) {
  const hex = colour(name);
  return 'rgba(' + [1, 3, 5].map(i => parseInt(hex.slice(i, i + 2), 16)).join(',') + ',' + opacity + ')';
}

// ---- milestones ----

const MILESTONES = {
  fault: { letter: 'F', text: 'fault', colour: 'red' },
  detected: { letter: 'D', text: 'detected', colour: 'orange' },
  tablesReady: { letter: 'T', text: 'tables ready', colour: 'violet' },
  completed: { letter: 'C', text: 'completed: all use them', colour: 'green' },
  distributed: { letter: 'A', text: 'all have acknowledged', colour: 'blue' },
  formed: { letter: 'L', text: 'deadlock formed', colour: 'pink' },
  deadlock: { letter: 'X', text: 'deadlock found', colour: 'pink' },
};

/** What is marked in every chart over time, by time; the shaded times are from a fault to the completion of its reconfiguration, or to the end. */
function milestonesOf() {
  return [
    ...data.setup.faults.filter(fault => fault.at <= END).map(fault => ({ kind: 'fault', at: fault.at })),
    ...run.reconfigurations.flatMap(change =>
      ['fault', 'detected', 'tablesReady', 'completed', 'distributed']
        .filter(kind => change.ns[kind + 'At'] !== null)
        .map(kind => ({ kind, at: change.ns[kind + 'At'], after: change.ns.faultAt }))),
    ...(run.deadlock ? [{ kind: 'formed', at: run.deadlock.ns.formedAt }, { kind: 'deadlock', at: run.deadlock.ns.foundAt }] : []),
  ].filter((mark, i, all) => all.findIndex(other => other.kind === mark.kind && other.at === mark.at) === i || mark.after !== undefined && mark.kind !== 'fault')
   .sort((a, b) => a.at - b.at);
}
