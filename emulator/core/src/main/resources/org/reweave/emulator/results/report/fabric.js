// The fabric as a picture through the run: loads of links, failures, tables in use, losses, deadlock.
// Loads come by frame: a byte for each direction of each link, 255 = busy all the time.

function loads(frame) {
  if (!frame.load) frame.load = Uint8Array.from(atob(frame.text), character => character.charCodeAt(0));
  return frame.load;
}

function frameAt(t) {
  let low = 0, high = frames.length - 1;
  while (low < high) { const middle = (low + high) >> 1; if (frames[middle].to >= t) high = middle; else low = middle + 1; }
  return frames[low];
}

/** Whether the cable of a link is not plugged in at any time between two. */
const isAway = (picture, l, from, to) => picture.outages.some(one => one.kind === 'cable' && one.index === l && one.at <= from && (one.until === null || to < one.until));

/** Where a NIC that has moved is at a time; undefined while it has not. */
const homeOf = (picture, nic, t) => picture.moves.filter(one => one.nic === nic && one.at <= t).pop();

const ARRIVES = 'arrives';
const MOST_WAYS = 8; // of a packet, when tables change while it is under way

/** The ways that tables give, by time.
 *  @param stored when tables were ready that switches store before they put them in force; packets of the new ones are routed by them already */
function waysOf(picture, linksOf, stored) {
  const bytes = text => Uint8Array.from(atob(text), character => character.charCodeAt(0));
  const { first, at, device, rows, port: endPort, place } = picture.ways;
  const versions = first.map(text => [{ at: 0, from: 0, row: bytes(text) }]);
  rows.forEach((text, i) => {
    const own = versions[device[i]], before = own[own.length - 1].at;
    own.push({ at: at[i], from: stored.find(ready => ready > before && ready <= at[i]) ?? at[i], row: bytes(text) });
  });
  const out = picture.names.map(() => new Map()); // by switch: by port the cables that it ever holds, each as link and end
  const put = (s, port, end) => { if (!out[s].has(port)) out[s].set(port, []); out[s].get(port).push(end); };
  linksOf.forEach((links, s) => links.forEach(l => { const [a, p, b, q] = picture.links[l]; if (a === s) put(s, p, [l, 0]); if (b === s) put(s, q, [l, 1]); }));
  const rowAt = (s, t) => versions[s].reduce((row, one) => one.at <= t ? one.row : row, versions[s][0].row);
  const far = ([l, end]) => picture.links[l][end ? 0 : 2];

  /** @param isDown of a link, @param isOff of a switch */
  function way(from, to, t, isDown, isOff) {
    const links = [], switches = [];
    for (let s = from; ;) {
      if (isOff(s)) return { links, switches, end: `lost: switch ${picture.names[s]} is down` };
      if (switches.includes(s)) return { links, switches: [...switches, s], end: `goes in circles, over ${picture.names[s]}` };
      switches.push(s);
      const port = rowAt(s, t)[to];
      const home = homeOf(picture, picture.ways.to[to], t) || { place: place[to], port: endPort[to] };
      if (s === home.place && port === home.port) return { links, switches, end: ARRIVES };
      const cables = out[s].get(port) || [], next = cables.find(([l]) => !isDown(l)) || cables[0];
      if (!next) return { links, switches, end: port === 255 ? `lost: ${picture.names[s]} has no entry` : `lost: port ${port} of ${picture.names[s]} leads elsewhere` };
      if (isDown(next[0])) return { links, switches, end: `lost: port ${port} of ${picture.names[s]} is down` };
      links.push(next);
      s = far(next);
    }
  }

  /** All ways to a switch, and to it by a link, that tables can have led a packet which was under way between two times, the later tables first.
   *  Empty when none is known, or when tables of that time are not in the page.
   *  @param by link; -1 = any */
  function courses(from, to, goal, by, since, until) {
    const found = [];
    found.all = true; // whether no way is left out
    if (from < 0 || to < 0 || picture.ways.until !== null && until > picture.ways.until) return found;
    const usable = s => versions[s].map((one, i) => i).filter(i => versions[s][i].from <= until && (i + 1 === versions[s].length || versions[s][i + 1].at > since));
    let left = 20000;
    /** @param used by switch, the versions by which the packet was routed there so far: it comes back to newer ones at most */
    function search(s, came, switches, links, used) {
      const before = used.get(s) || [];
      if (left-- <= 0 || found.length === MOST_WAYS || before.length === 2) { found.all = false; return; }
      if (s === goal && (by < 0 || by === came)) { found.push({ links, switches: [...switches, s] }); return; }
      const ports = new Map(); // and the earliest version with that port
      usable(s).filter(i => !before.length || i >= before[before.length - 1]).forEach(i => { const port = versions[s][i].row[to]; if (!ports.has(port)) ports.set(port, i); });
      for (const [port, i] of [...ports].reverse()) {
        for (const next of out[s].get(port) || []) {
          if (!isAway(picture, next[0], since, until)) search(far(next), next[0], [...switches, s], [...links, next], new Map(used).set(s, [...before, i]));
        }
      }
    }
    search(from, -1, [], [], new Map());
    return found;
  }
  return { way, courses, ends: picture.ways.to };
}

let showFabric = null; // again, with newer data

function fabric() {
  if (!hasSection('fabric-canvas', net.names.length > 0)) return;
  if (showFabric) return showFabric();
  const canvas = byId('fabric-canvas'), slider = byId('fabric-time'), play = byId('fabric-play');
  const switches = net.names.length, links = net.links.length;
  const number = new Map(net.names.map((name, s) => [name, s]));
  const linkName = l => { const [a, p, b, q] = net.links[l]; return `${net.names[a]}.${p} – ${net.names[b]}.${q}`; };
  const linksOf = net.names.map(() => []);
  net.links.forEach(([a, , b], l) => { linksOf[a].push(l); if (b !== a) linksOf[b].push(l); });
  let installed, separators, stuck, top, ways, halts;
  function derive() {
    installed = net.names.map(() => []);
    data.installations.forEach(change => change.device.forEach((name, i) => {
      if (change.isSwitch[i] && number.has(name)) installed[number.get(name)].push({ at: change.at[i], change: change.change, argument: change.argument[i] });
    }));
    const stores = data.events.kinds.some(kind => kind.name === 'tables-stored');
    ways = waysOf(net, linksOf, stores ? data.installations.map(change => change.readyAt).sort((a, b) => a - b) : []);
    halts = net.names.map(() => []);
    net.halts.at.forEach((at, i) => halts[net.halts.place[i]].push({ at, more: net.halts.halted[i] ? 1 : -1 }));
    separators = net.separators.at.map((at, i) => ({ at, link: net.separators.link[i], lane: net.separators.lane[i] }));
    stuck = new Set((run.deadlock ? run.deadlock.cycle : []).map(member => number.get(member.device)));
    top = 13;
    frames.forEach(frame => loads(frame).forEach(value => { if (value > top) top = value; }));
  }
  derive();
  // The picture begins in the middle of the first update, where switches with old and with new tables are side by side.
  const first = run.reconfigurations[0], ready = first && first.ns.tablesReadyAt;
  let now = ready ? (ready + (first.ns.lastSwitchAt ?? first.ns.completedAt ?? ready)) / 2 : marks.length ? marks[0].at : END / 2, chosen = null, pair = null, zoom = 1, panX = 0, panY = 0, playing = null;

  const down = (kind, index, t) => net.outages.some(one => one.kind === kind && one.index === index && one.at <= t && (one.until === null || t < one.until));
  const isUnplugged = (l, t) => down('cable', l, t);
  const isDown = (l, t) => isUnplugged(l, t) || down('link', l, t) || down('switch', net.links[l][0], t) || down('switch', net.links[l][2], t);
  const state = l => isUnplugged(l, now) ? 'not plugged in' : 'down';
  const isDrained = (l, t) => net.drains.some(one => one.at <= t && (one.until === null || t < one.until)
    && (one.kind === 'link' ? one.index === l : one.index === net.links[l][0] || one.index === net.links[l][2]));
  const held = (s, t) => halts[s].reduce((sum, one) => sum + (one.at <= t ? one.more : 0), 0);
  const tables = (s, t) => installed[s].filter(one => one.at <= t).length;
  const moving = new Set(net.outages.filter(one => one.kind === 'cable').map(one => one.index)); // their ports may carry what is on other cables
  const loadOf = (frame, l) => moving.has(l) && isAway(net, l, frame.from, frame.to) ? [0, 0] : [loads(frame)[2 * l] / 255, loads(frame)[2 * l + 1] / 255];

  // ---- places on the screen ----
  const width = () => canvas.clientWidth;
  const ROOM = 20, GIVE = 2 * Math.max(.1, ...net.bow.map(Math.abs)); // for names, and for curves that lead outside
  const spanX = Math.max(...net.x, 1e-9), spanY = Math.max(...net.y, 1e-9);
  function fit() {
    const scale = Math.min((width() - 2 * ROOM) / (spanX + GIVE), 600 / (spanY + GIVE), 110);
    const height = Math.max(150, (spanY + GIVE) * scale + 2 * ROOM);
    return { scale: scale * zoom, height, left: width() / 2 - spanX * scale * zoom / 2 + panX, top: height / 2 - spanY * scale * zoom / 2 + panY };
  }
  let view = null;
  const px = s => view.left + net.x[s] * view.scale, py = s => view.top + net.y[s] * view.scale;
  const radius = () => Math.max(2.4, Math.min(11, view.scale * .22));
  /** Control point of a link's curve: a curve's middle is half way from the line to it. */
  function bend(l) {
    const [a, , b] = net.links[l];
    const dx = px(b) - px(a), dy = py(b) - py(a), length = Math.hypot(dx, dy) || 1, bow = 2 * net.bow[l] * view.scale;
    return [(px(a) + px(b)) / 2 - dy / length * bow, (py(a) + py(b)) / 2 + dx / length * bow];
  }

  /** A point of a link's curve: t = 0 at its end 0, 1 at its end 1. */
  function pointOf(l, t) {
    const [a, , b] = net.links[l], [cx, cy] = bend(l), u = 1 - t;
    return [u * u * px(a) + 2 * u * t * cx + t * t * px(b), u * u * py(a) + 2 * u * t * cy + t * t * py(b)];
  }
  /** Whether something that happened once is still shown. */
  const within = (at, frame) => at <= now && at > now - Math.max(frame.to - frame.from, END / 60);

  // ---- drawing: the same strokes on the screen and in a file ----
  function screen(context) {
    return {
      curve(points, stroke, thick, dashes) {
        context.strokeStyle = stroke; context.lineWidth = thick; context.setLineDash(dashes || []);
        context.beginPath(); context.moveTo(points[0], points[1]); context.quadraticCurveTo(points[2], points[3], points[4], points[5]); context.stroke();
      },
      disc(x, y, r, fill, stroke, thick) {
        context.setLineDash([]); context.beginPath(); context.arc(x, y, r, 0, 7);
        if (fill) { context.fillStyle = fill; context.fill(); }
        if (stroke) { context.strokeStyle = stroke; context.lineWidth = thick; context.stroke(); }
      },
      text(x, y, words, fill, bare) { context.fillStyle = fill; context.font = '11px ' + getComputedStyle(document.body).fontFamily; context.textAlign = 'center'; context.setLineDash([]); context.strokeStyle = colour('card'); context.lineWidth = 3; if (!bare) context.strokeText(words, x, y); context.fillText(words, x, y); },
    };
  }

  function file(picture) {
    return {
      curve(p, stroke, thick, dashes) {
        picture.append(svg('path', { d: `M${p[0].toFixed(1)} ${p[1].toFixed(1)}Q${p[2].toFixed(1)} ${p[3].toFixed(1)} ${p[4].toFixed(1)} ${p[5].toFixed(1)}`, fill: 'none', stroke, 'stroke-width': thick.toFixed(2), ...(dashes ? { 'stroke-dasharray': dashes.join(' ') } : {}) }));
      },
      disc(x, y, r, fill, stroke, thick) {
        picture.append(svg('circle', { cx: x.toFixed(1), cy: y.toFixed(1), r: r.toFixed(1), fill: fill || 'none', ...(stroke ? { stroke, 'stroke-width': thick } : {}) }));
      },
      text(x, y, words, fill, bare) { picture.append(svg('text', { x: x.toFixed(1), y: y.toFixed(1), 'text-anchor': 'middle', 'font-size': 11, 'font-family': 'sans-serif', fill, ...(bare ? {} : { stroke: colour('card'), 'stroke-width': 3, 'paint-order': 'stroke' }) }, words)); },
    };
  }

  function palette() {
    const hex = name => { const text = colour(name); return [1, 3, 5].map(i => parseInt(text.slice(i, i + 2), 16)); };
    const stops = [[0, hex('line')], [.12, hex('blue')], [.55, hex('gold')], [1, hex('red')]];
    return Array.from({ length: 65 }, (_, i) => {
      const share = i / 64, after = Math.max(1, stops.findIndex(stop => stop[0] >= share));
      const [[a, from], [b, to]] = [stops[after - 1], stops[after]];
      return `rgb(${from.map((value, c) => Math.round(value + (to[c] - value) * (share - a) / (b - a))).join(',')})`;
    });
  }
  const TABLE_TONES = ['muted', 'green', 'violet', 'teal', 'orange'];
  const tableTone = count => TABLE_TONES[count ? 1 + (count - 1) % (TABLE_TONES.length - 1) : 0];

  function paint(pen) {
    const frame = frameAt(now), tones = palette(), r = radius(), strong = Math.max(1, Math.min(4.5, view.scale * .07));
    const ink = colour('ink'), red = colour('red'), card = colour('card');
    const order = net.links.map((_, l) => l);
    const share = order.map(l => Math.max(...loadOf(frame, l)) * 255 / top);
    const broken = order.map(l => isDown(l, now) ? 1 : 0);
    order.sort((a, b) => broken[a] - broken[b] || share[a] - share[b]); // what matters lies on top
    for (const l of order) {
      if (isUnplugged(l, now) && !(chosen && chosen.link === l)) continue; // no cable to draw
      const [a, , b] = net.links[l], [cx, cy] = bend(l), line = [px(a), py(a), cx, cy, px(b), py(b)];
      if (chosen && chosen.link === l) pen.curve(line, ink, strong + 5);
      if (broken[l]) pen.curve(line, red, Math.max(1.4, strong * .6), [5, 4]);
      else if (isDrained(l, now)) pen.curve(line, colour('orange'), Math.max(1.4, strong * .6), [2, 3]);
      else pen.curve(line, tones[Math.min(64, Math.round(64 * share[l]))], Math.max(.5, strong * (.3 + .7 * Math.min(1, share[l]))));
    }
    // Separators of the frame: a square at the end of the link where they came in; earlier ones of the same change: a dot.
    const came = new Set(), before = new Set(), begin = Math.max(0, ...marks.filter(mark => mark.kind === 'fault' && mark.at <= now).map(mark => mark.at));
    separators.forEach(one => { if (within(one.at, frame)) came.add(one.link); else if (one.at <= now && one.at >= begin) before.add(one.link); });
    for (const directed of before) {
      const [x, y] = pointOf(directed >> 1, directed & 1 ? .3 : .7);
      pen.disc(x, y, Math.max(1.6, r * .3), colour('violet'), null, 0);
    }
    for (const directed of came) {
      const l = directed >> 1, [x, y] = pointOf(l, directed & 1 ? .3 : .7), arm = Math.max(3, r * .55);
      pen.curve([x - arm, y, x, y, x + arm, y], card, 2 * arm + 2);
      pen.curve([x - arm, y, x, y, x + arm, y], colour('violet'), 2 * arm - 1);
    }
    lanesOf(pen);
    // A cross where packets were lost: larger for more in this frame, thin and small for those before.
    const placeOfLoss = i => net.losses.link[i] >= 0 ? 'l' + net.losses.link[i] : 's' + net.losses.place[i];
    const lost = new Map();
    net.losses.at.forEach((at, i) => {
      const place = placeOfLoss(i);
      if (within(at, frame)) lost.set(place, (lost.get(place) || 0) + 1);
      else if (at <= now && !lost.has(place)) lost.set(place, 0);
    });
    for (let s = 0; s < switches; s++) {
      const failed = down('switch', s, now);
      if (chosen && chosen.switch === s) pen.disc(px(s), py(s), r + 4, null, ink, 2.5);
      if (held(s, now) > 0) pen.disc(px(s), py(s), r + 2, null, colour('gold'), 2.5);
      if (stuck.has(s) && run.deadlock.ns.formedAt <= now) pen.disc(px(s), py(s), r + 3, null, colour('pink'), 3);
      pen.disc(px(s), py(s), r, failed ? card : colour(tableTone(tables(s, now))), failed ? red : r > 4 ? card : null, failed ? 2 : 1);
      if (r >= 7 && !failed && tables(s, now) > 0) pen.text(px(s), py(s) + 4, tables(s, now) + '', card, true);
    }
    if (chosen && chosen.packet !== undefined) lost.set(placeOfLoss(chosen.packet), 1);
    for (const [place, packets] of lost) {
      const index = +place.slice(1);
      let x = px(index), y = py(index);
      if (place[0] === 'l') {
        [x, y] = pointOf(index, .5);
      }
      const arm = Math.min(16, 4 + 2 * Math.log2(packets + 1));
      for (const side of [-1, 1]) {
        pen.curve([x - arm, y - side * arm, x, y, x + arm, y + side * arm], card, packets ? 5 : 3);
        pen.curve([x - arm, y - side * arm, x, y, x + arm, y + side * arm], red, packets ? 2.6 : 1.2);
      }
    }
    const longest = Math.max(...net.names.map(name => name.length));
    if (view.scale > 26 + longest * 5.2 && switches <= 400) {
      for (let s = 0; s < switches; s++) pen.text(px(s), py(s) - r - 4, net.names[s].slice(0, 40), ink);
    }
  }

  /** Ways beside the links that they take: of the pair before anything changed, at the end, and now; or of the chosen packet. */
  function lanesOf(pen) {
    const lane = (links, tone, beside, thick, dashes) => links.forEach(([l, end]) => {
      const [a, , b] = net.links[l], dx = px(b) - px(a), dy = py(b) - py(a), length = Math.hypot(dx, dy) || 1;
      const ox = -dy / length * beside, oy = dx / length * beside, [cx, cy] = bend(l);
      pen.curve([px(a) + ox, py(a) + oy, cx + ox, cy + oy, px(b) + ox, py(b) + oy], tone, thick, dashes);
      if (dashes) return;
      const [x, y] = pointOf(l, .5), way = end ? -1 : 1, ux = way * dx / length, uy = way * dy / length;
      for (const side of [-1, 1]) { // an arrow's head
        const wx = x - 7 * ux + side * 5 * uy, wy = y - 7 * uy - side * 5 * ux;
        pen.curve([x + 3 * ux, y + 3 * uy, (x + 3 * ux + wx) / 2, (y + 3 * uy + wy) / 2, wx, wy], tone, thick);
      }
    });
    if (pair) {
      const current = wayAt(pair, now).links, others = [[0, 'blue', -5, [7, 3]], [END, 'green', 5, [2, 2]]];
      for (const [t, tone, beside, dashes] of others) {
        const other = wayAt(pair, t).links;
        if (other.join() !== current.join()) lane(other, colour(tone), beside, 2.5, dashes);
      }
      lane(current, colour('ink'), 0, 3);
    }
    const courses = !chosen ? [] : chosen.packet !== undefined ? coursesOf(chosen.packet).ways : chosen.arrived !== undefined ? coursesOfArrived(chosen.arrived).ways : [];
    const isOn = ([l, end]) => course => course.links.some(one => one[0] === l && one[1] === end);
    courses.forEach((course, i) => {
      const fresh = course.links.filter(link => !courses.slice(0, i).some(isOn(link)));
      lane(fresh.filter(link => courses.every(isOn(link))), colour('ink'), 0, 3);
      lane(fresh.filter(link => !courses.every(isOn(link))), colour('ink'), 0, 3, [7, 3]); // on some of its possible ways
    });
  }

  function show() {
    view = fit();
    const sharp = devicePixelRatio || 1;
    canvas.style.height = view.height + 'px';
    if (canvas.width !== Math.round(width() * sharp) || canvas.height !== Math.round(view.height * sharp)) {
      canvas.width = Math.round(width() * sharp); canvas.height = Math.round(view.height * sharp);
    }
    const context = canvas.getContext('2d');
    context.setTransform(sharp, 0, 0, sharp, 0, 0);
    context.clearRect(0, 0, width(), view.height);
    paint(screen(context));
    slider.value = Math.round(now / END * 1000);
    slider.setAttribute('aria-valuetext', time(now));
    byId('fabric-now').textContent = time(now);
    words();
    arrivedPackets(false);
  }

  /** The moment in words, for those who do not see the picture, too. */
  function words() {
    const frame = frameAt(now), passed = marks.filter(mark => mark.at <= now).pop();
    const failedLinks = net.links.filter((_, l) => isDown(l, now) && !isUnplugged(l, now)).length, failedSwitches = net.names.filter((_, s) => down('switch', s, now)).length;
    const updated = net.names.filter((_, s) => tables(s, now) > 0).length;
    const lost = net.losses.at.filter(at => at <= now).length;
    let busiest = -1, most = -1;
    for (let l = 0; l < links; l++) { const value = Math.max(...loadOf(frame, l)); if (value > most && !isDown(l, now)) { most = value; busiest = l; } }
    byId('fabric-words').textContent = [
      passed ? `after ${MILESTONES[passed.kind].text} (+${time(now - passed.at)})` : 'before anything failed',
      failedLinks || failedSwitches ? `down: ${[failedSwitches ? counted(failedSwitches, 'switch') : '', failedLinks ? counted(failedLinks, 'link') : ''].filter(Boolean).join(', ')}` : 'nothing is down',
      data.installations.length ? `${count(updated)} of ${counted(switches, 'switch')} ${updated === 1 ? 'uses' : 'use'} new tables` : '',
      separators.length ? `${counted(separators.filter(one => one.at <= now).length, 'separator')} came in` : '',
      lost ? `${counted(lost, 'packet')} lost so far` : 'no packet lost so far',
      net.halts.at.length ? `${counted(net.names.reduce((sum, _, s) => sum + held(s, now), 0), 'NIC')} hold their packets back` : '',
      pair ? `${pair.from} to ${pair.to}: ${wayAt(pair, now).end}` : '',
      busiest < 0 ? '' : `busiest link ${linkName(busiest)}, ${percent(most)}`,
    ].filter(Boolean).join('; ') + '.';
  }

  // ---- what was chosen ----
  function choose(what) {
    chosen = what;
    byId('fabric-facts').replaceChildren(...(what === null ? [el('p', { class: 'muted' }, 'Choose a switch or a link: click it, type its name, or use the arrow keys in the picture. Two names of NICs show the way between them.')]
      : what.packet !== undefined ? packetFacts(what.packet) : what.arrived !== undefined ? arrivedFacts(what.arrived) : what.link !== undefined ? linkFacts(what.link) : switchFacts(what.switch)));
    if (pair) byId('fabric-facts').prepend(...pairFacts());
    show();
  }

  const rowsOf = (column, value) => net.losses[column].map((_, i) => i).filter(i => net.losses[column][i] === value);
  const causes = rows => Object.entries(rows.reduce((sums, i) => ({ ...sums, [net.losses.cause[i]]: (sums[net.losses.cause[i]] || 0) + 1 }), {})).map(([cause, packets]) => `${count(packets)} ${cause}`).join(', ') || 'none';
  const times = outages => outages.map(one => `${time(one.at)} to ${one.until === null ? 'the end' : time(one.until)}`).join(', ') || 'never';
  const linkButton = l => { const button = el('button', { type: 'button', class: 'plain' }, linkName(l)); button.addEventListener('click', () => choose({ link: l })); return button; };
  const switchButton = s => { const button = el('button', { type: 'button', class: 'plain' }, net.names[s]); button.addEventListener('click', () => choose({ switch: s })); return button; };

  const packetButton = i => {
    const button = el('button', { type: 'button', class: 'plain' }, net.losses.packet[i]);
    button.addEventListener('click', () => { stop(); now = net.losses.at[i]; choose({ packet: i }); });
    return button;
  };
  const packetButtons = rows => rows.length ? [['', el('td', { class: 'wrap' }, rows.slice(0, 24).flatMap(i => [packetButton(i), ' ']), rows.length > 24 ? ' …' : '')]] : [];

  // ---- ways and packets ----
  const switchOf = (nic, t) => homeOf(net, nic, t)?.place ?? net.nics.findIndex(nics => nics.includes(nic));
  const wayAt = (which, t) => ways.way(switchOf(which.from, t), ways.ends.indexOf(which.to), t, l => isDown(l, t), s => down('switch', s, t));
  const route = (from, way, to) => [from, ...(way.switches.map(s => net.names[s])), ...(way.end === ARRIVES ? [to] : [])].join(' → ');

  /** All ways of the pair by time; one line for as long as nothing changes. */
  function pairFacts() {
    const moments = [...new Set([0, ...net.ways.at, ...net.moves.map(one => one.at), ...net.outages.flatMap(one => [one.at, one.until])].filter(at => at !== null && at <= END))].sort((a, b) => a - b);
    const parts = [];
    for (const at of moments) {
      const way = wayAt(pair, at), text = route(pair.from, way, pair.to), last = parts[parts.length - 1];
      if (!last || last.text !== text || last.end !== way.end) parts.push({ at, text, end: way.end });
    }
    return [
      el('h3', {}, `${pair.from} to ${pair.to}`),
      el('p', { class: 'muted' }, 'By the tables in force', parts.length > 1 ? ': before, while they change, and after.' : ': the same all the time.'),
      table([{ text: 'from', number: true }, { text: 'way', wrap: true }, { text: '', wrap: true }], parts.slice(0, 60).map((part, i) => {
        const button = el('button', { type: 'button', class: 'plain' }, time(part.at));
        button.addEventListener('click', () => { stop(); at(part.at); });
        const shown = part.at <= now && (i + 1 === parts.length || parts[i + 1].at > now);
        return [el('td', { class: 'number' }, button), el('td', { class: 'wrap' }, shown ? el('b', {}, part.text) : part.text), el('td', { class: part.end === ARRIVES ? 'good' : 'bad' }, part.end)];
      })),
      ...(parts.length > 60 ? [el('p', { class: 'muted' }, `and ${count(parts.length - 60)} more`)] : []),
    ];
  }

  /** The ways of a packet by tables, and how sure they are. */
  const known = (ways, sure) => ({ ways, words: !ways.length ? '' : ways.length > 1 || !ways.all ? 'Tables were replaced while it was under way, and it took one of these ways. ' : sure });
  const SURE = 'The tables led it this way. ';

  /** Those from a lost packet's source to the place of its loss; when it was injected is not known. */
  function coursesOf(i) {
    const at = net.losses.at[i], source = switchOf(sourceOf(net.losses.packet[i]), at);
    const since = start => ways.courses(source, ways.ends.indexOf(net.losses.to[i]), net.losses.place[i], net.losses.from[i], start, at);
    const any = since(0);
    return any.length < 2 && any.all ? known(any, SURE)
      : known(since(at - (run.latency.total.ns.max ?? END)), 'The tables led it this way, unless it was under way for longer than any delivered packet. ');
  }

  /** What facts of a packet say of its way. */
  const wayCell = (from, { ways }, to) => el('td', { class: 'wrap' }, ...(ways.length
    ? ways.map(way => el('div', {}, [from, ...way.switches.map(s => net.names[s]), ...to].join(' → '))) : ['not known from the tables']),
  ...(ways.all ? [] : [el('div', {}, 'or others')]));

  function packetFacts(i) {
    const courses = coursesOf(i), l = net.losses.link[i], place = net.losses.place[i];
    return [
      el('h3', {}, 'Packet ' + net.losses.packet[i]),
      table([{ text: '' }, { text: '', wrap: true }], [
        ['to', net.losses.to[i]],
        ['lost', `${time(net.losses.at[i])}, ${net.losses.cause[i]}`],
        ['at', el('td', { class: 'wrap' }, switchButton(place), ...(l < 0 ? [] : [', ', linkButton(l)]))],
        ['way', wayCell(sourceOf(net.losses.packet[i]), courses, [])],
      ]),
      el('p', { class: 'muted' }, courses.words + 'Each hop with its times:'),
      el('pre', {}, `reweave replay ${run.run} --packet '${net.losses.packet[i].replaceAll("'", "'\\''")}'`),
    ];
  }

  function lostPackets() {
    const list = byId('fabric-lost');
    list.hidden = !net.losses.at.length;
    list.querySelector('summary').textContent = `${counted(net.losses.at.length + net.losses.left, 'lost packet')}, and where each was`;
    const rows = () => list.querySelector('div').replaceChildren(
      table([{ text: 'time', number: true }, { text: 'packet' }, { text: 'to' }, { text: 'at' }, { text: 'cause' }],
        net.losses.at.slice(0, 500).map((at, i) => [time(at), el('td', {}, packetButton(i)), net.losses.to[i], net.names[net.losses.place[i]], net.losses.cause[i]])),
      ...(net.losses.at.length > 500 ? [el('p', { class: 'muted' }, 'The first 500; a switch or a link lists its own.')] : []));
    list.ontoggle = () => list.open && rows();
    list.ontoggle();
  }

  const sourceOf = packet => packet.slice(0, packet.lastIndexOf('#'));
  /** The ways of a delivered packet by tables that were in use while it was under way. */
  function coursesOfArrived(i) {
    const to = ways.ends.indexOf(net.arrived.to[i]);
    return known(to < 0 ? [] : ways.courses(switchOf(sourceOf(net.arrived.packet[i]), net.arrived.since[i]), to, switchOf(net.arrived.to[i], net.arrived.at[i]), -1, net.arrived.since[i], net.arrived.at[i]), SURE);
  }

  function arrivedFacts(i) {
    const { packet, to, since, at } = net.arrived, courses = coursesOfArrived(i);
    return [
      el('h3', {}, 'Packet ' + packet[i]),
      table([{ text: '' }, { text: '', wrap: true }], [
        ['to', to[i]],
        ['under way', `${time(since[i])} to ${time(at[i])}: ${time(at[i] - since[i])}`],
        ['way', wayCell(sourceOf(packet[i]), courses, [to[i]])],
      ]),
      el('p', { class: 'muted' }, courses.words + 'Each hop with its times:'),
      el('pre', {}, `reweave replay ${run.run} --packet '${packet[i].replaceAll("'", "'\\''")}'`),
    ];
  }

  /** The sample's packets that were under way in the frame that is shown. */
  let framed = null;
  function arrivedPackets(again) {
    const list = byId('fabric-arrived'), { at, since, packet, to } = net.arrived, frame = frameAt(now);
    list.hidden = !at.length;
    if (list.hidden || framed === frame && !again) return;
    framed = frame;
    const shown = at.map((_, i) => i).filter(i => since[i] <= frame.to && at[i] > frame.from);
    const span = `between ${time(frame.from)} and ${time(frame.to)}`, none = !shown.length;
    list.querySelector('summary').textContent = none ? `No delivered packet of a sample of ${count(at.length)} was under way ${span}; the nearest ones`
      : `${counted(shown.length, 'delivered packet')} of a sample of ${count(at.length)}, under way ${span}`;
    if (none) shown.push(...at.map((_, i) => i).sort((i, j) => Math.abs(at[i] - now) - Math.abs(at[j] - now)).slice(0, 10).sort((i, j) => i - j));
    list.ontoggle = () => list.open && list.querySelector('div').replaceChildren(
      table([{ text: 'injected', number: true }, { text: 'packet' }, { text: 'to' }, { text: 'took', number: true }], shown.slice(0, 200).map(i => {
        const button = el('button', { type: 'button', class: 'plain' }, packet[i]);
        button.addEventListener('click', () => { stop(); now = (since[i] + at[i]) / 2; choose({ arrived: i }); });
        return [time(since[i]), el('td', {}, button), to[i], time(at[i] - since[i])];
      })),
      ...(shown.length > 200 ? [el('p', { class: 'muted' }, 'The first 200.')] : []));
    list.ontoggle();
  }

  function switchFacts(s) {
    const nics = net.nics[s], frame = frameAt(now);
    return [
      el('h3', {}, 'Switch ' + net.names[s]),
      table([{ text: '' }, { text: '', wrap: true }], [
        ['NICs', nics.length ? `${count(nics.length)}: ${nics.slice(0, 12).join(', ')}${nics.length > 12 ? ' …' : ''}` : 'none'],
        ['down', times(net.outages.filter(one => one.kind === 'switch' && one.index === s))],
        ['new tables', installed[s].map(one => `change ${one.change} at ${time(one.at)}${one.argument ? `, argument ${one.argument}` : ''}`).join('; ') || 'none'],
        ...(net.drains.some(one => one.kind === 'switch' && one.index === s) ? [['drained', times(net.drains.filter(one => one.kind === 'switch' && one.index === s))]] : []),
        ...(halts[s].length ? [['NICs that hold packets back', count(held(s, now))]] : []),
        ['packets lost here', causes(rowsOf('place', s))],
        ...packetButtons(rowsOf('place', s)),
        ...(stuck.has(s) ? [['deadlock', run.deadlock.cycle.filter(member => number.get(member.device) === s).map(member => `port ${member.port} ${member.buffer} holds ${member.packet}`).join(', ')]] : []),
      ]),
      table([{ text: `link, at ${time(now)}` }, { text: 'out', number: true }, { text: 'in', number: true }], linksOf[s].slice(0, 64).map(l => {
        const [forth, back] = loadOf(frame, l), out = net.links[l][0] === s;
        return [el('td', {}, linkButton(l)), ...(isDown(l, now) ? [state(l), ''] : [percent(out ? forth : back), percent(out ? back : forth)])];
      })),
    ];
  }

  function linkFacts(l) {
    const [a, , b] = net.links[l], frame = frameAt(now);
    const course = frames.map(one => loadOf(one, l)), peak = end => course.reduce((best, value, i) => value[end] > course[best][end] ? i : best, 0);
    const row = end => { const best = peak(end); return [`${net.names[end ? b : a]} → ${net.names[end ? a : b]}`, isDown(l, now) ? state(l) : percent(loadOf(frame, l)[end]), percent(course[best][end]), time(frames[best].to)]; };
    return [
      el('h3', {}, 'Link ' + linkName(l)),
      table([{ text: 'direction' }, { text: `at ${time(now)}`, number: true }, { text: 'at most', number: true }, { text: 'until', number: true }], [row(0), row(1)]),
      table([{ text: '' }, { text: '', wrap: true }], [
        ['down', times(net.outages.filter(one => one.kind === 'link' && one.index === l || one.kind === 'switch' && (one.index === a || one.index === b)))],
        ...(net.outages.some(one => one.kind === 'cable' && one.index === l) ? [['not plugged in', times(net.outages.filter(one => one.kind === 'cable' && one.index === l))]] : []),
        ['packets lost here', causes(rowsOf('link', l))],
        ...packetButtons(rowsOf('link', l)),
        ...(net.drains.some(one => one.kind === 'link' && one.index === l) ? [['drained', times(net.drains.filter(one => one.kind === 'link' && one.index === l))]] : []),
        ...(separators.length ? [0, 1].map(end => [`separators from ${net.names[end ? b : a]}`, separators.filter(one => one.link === 2 * l + end).map(one => `VL ${one.lane} at ${time(one.at)}`).join(', ') || 'none']) : []),
        ['between', el('td', {}, switchButton(a), ' ', switchButton(b))],
      ]),
    ];
  }

  function hit(x, y) {
    const reach = Math.max(9, radius() + 3);
    let best = null, least = reach;
    for (let s = 0; s < switches; s++) { const d = Math.hypot(px(s) - x, py(s) - y); if (d < least) { least = d; best = { switch: s }; } }
    if (best) return best;
    least = 7;
    for (let l = 0; l < links; l++) {
      for (let i = 1; i < 24; i++) {
        const [atX, atY] = pointOf(l, i / 24), d = Math.hypot(atX - x, atY - y);
        if (d < least) { least = d; best = { link: l }; }
      }
    }
    return best;
  }

  /** The switch from which the arrow keys go on. */
  const placeOf = one => one.switch ?? one.from ?? (one.link !== undefined ? net.links[one.link][0]
    : one.packet !== undefined ? net.losses.place[one.packet] : switchOf(net.arrived.to[one.arrived], net.arrived.at[one.arrived]));

  // ---- hands ----
  let drag = null;
  canvas.addEventListener('pointerdown', event => { drag = { x: event.offsetX, y: event.offsetY, panX, panY, moved: false }; });
  canvas.addEventListener('pointermove', event => {
    if (!drag || zoom === 1) return;
    const dx = event.offsetX - drag.x, dy = event.offsetY - drag.y;
    if (Math.hypot(dx, dy) > 4) { drag.moved = true; panX = drag.panX + dx; panY = drag.panY + dy; show(); }
  });
  addEventListener('pointerup', () => setTimeout(() => { drag = null; }));
  canvas.addEventListener('click', event => { if (!drag || !drag.moved) choose(hit(event.offsetX, event.offsetY)); });
  const zoomBy = factor => { const next = Math.max(1, Math.min(12, zoom * factor)); panX *= next / zoom; panY *= next / zoom; zoom = next; if (zoom === 1) panX = panY = 0; canvas.style.touchAction = zoom === 1 ? 'auto' : 'none'; show(); };
  byId('fabric-in').addEventListener('click', () => zoomBy(1.5));
  byId('fabric-out').addEventListener('click', () => zoomBy(1 / 1.5));
  canvas.addEventListener('keydown', event => {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (event.key === 'Escape') return choose(null);
    if (event.key === 'Enter' && chosen) {
      const from = chosen.from ?? chosen.switch;
      if (from === undefined || !linksOf[from].length) return;
      const next = chosen.link === undefined ? 0 : (linksOf[from].indexOf(chosen.link) + 1) % linksOf[from].length;
      return choose({ link: linksOf[from][next], from });
    }
    if (!way) return;
    event.preventDefault();
    const from = chosen ? placeOf(chosen) : null;
    if (from === null) return choose({ switch: 0 });
    let best = null, least = Infinity;
    for (let s = 0; s < switches; s++) {
      const dx = net.x[s] - net.x[from], dy = net.y[s] - net.y[from], along = dx * way[0] + dy * way[1], aside = Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
      if (along > 1e-6 && along + 2.5 * aside < least) { least = along + 2.5 * aside; best = s; }
    }
    if (best !== null) choose({ switch: best });
  });
  byId('fabric-find').addEventListener('change', event => {
    const wanted = event.target.value.trim();
    if (number.has(wanted)) return choose({ switch: number.get(wanted) });
    const nic = net.nics.findIndex(nics => nics.includes(wanted));
    if (nic >= 0) choose({ switch: nic });
  });
  function choosePair() {
    const from = byId('fabric-from').value.trim(), to = byId('fabric-to').value.trim(), all = net.ways.all > ways.ends.length;
    pair = !net.ways.unknown && from !== to && switchOf(from, now) >= 0 && ways.ends.includes(to) ? { from, to } : null;
    byId('fabric-pair-note').textContent = net.ways.unknown || (!from || !to || pair ? ''
      : switchOf(from, now) < 0 ? `No NIC has the name ${from}.` : switchOf(to, now) < 0 ? `No NIC has the name ${to}.` : from === to ? 'That is one NIC.' : `The page has the tables of ${count(ways.ends.length)} of ${count(net.ways.all)} destinations; ${to} is none of these.`);
    if (all && !byId('fabric-pair-note').textContent) byId('fabric-pair-note').textContent = `${count(ways.ends.length)} of ${count(net.ways.all)} destinations are known.`;
    legendOfFabric();
    choose(chosen);
  }
  byId('fabric-from').addEventListener('change', choosePair);
  byId('fabric-to').addEventListener('change', choosePair);
  byId('fabric-nics').replaceChildren(...net.nics.flat().slice(0, 2000).map(name => el('option', { value: name })));
  byId('fabric-ends').replaceChildren(...ways.ends.slice(0, 2000).map(name => el('option', { value: name })));
  byId('fabric-pair').hidden = !!net.ways.unknown;
  byId('fabric-names').replaceChildren(...net.names.slice(0, 2000).map(name => el('option', { value: name })));

  // ---- time ----
  const at = t => { now = Math.max(0, Math.min(END, t)); if (chosen || pair) choose(chosen); else show(); };
  slider.addEventListener('input', () => { stop(); at(slider.value / 1000 * END); });
  function stop() { if (playing !== null) cancelAnimationFrame(playing); playing = null; play.textContent = 'Play'; play.setAttribute('aria-pressed', 'false'); }
  /** Ten seconds for the run; the time from a fault to the end of its reconfiguration goes slower. */
  function step(last) {
    playing = requestAnimationFrame(moment => {
      const passed = Math.min(100, moment - last), calm = spans.some(([from, to]) => now >= from && now < to);
      const busy = spans.reduce((sum, [from, to]) => sum + to - from, 0);
      const speed = calm ? Math.min(END / 10000, Math.max(busy, 1) / 6000) : END / 10000;
      at(now + passed * speed);
      if (now >= END) stop(); else step(moment);
    });
  }
  play.addEventListener('click', () => {
    if (playing !== null) return stop();
    if (now >= END) now = 0;
    play.textContent = 'Pause'; play.setAttribute('aria-pressed', 'true');
    step(performance.now());
  });
  const marksOfFabric = () => fill('fabric-marks', marks.slice(0, 12).map(mark => {
    const kind = MILESTONES[mark.kind];
    const button = el('button', { type: 'button', class: 'mark', title: `${kind.text}, ${time(mark.at)}` }, el('i', { style: `background:var(--${kind.colour})` }, kind.letter), time(mark.at));
    button.addEventListener('click', () => { stop(); at(mark.at); });
    return button;
  }));

  // ---- legend and files ----
  function legendOfFabric() {
    const tones = palette(), most = Math.max(0, ...installed.map(list => list.length));
    fill('fabric-legend', [
      el('span', {}, el('i', { class: 'scale', style: `background:linear-gradient(to right,${[0, 8, 20, 35, 50, 64].map(i => tones[i]).join(',')})` }), ` links: 0 to ${percent(top / 255, 0)} busy, the busier direction`),
      ...(net.outages.some(one => one.kind !== 'cable') ? [el('span', {}, el('i', { class: 'dashes' }), ' down')] : []),
      ...Array.from({ length: Math.min(most, 4) + 1 }, (_, i) => el('span', {}, el('i', { class: 'dot', style: `background:var(--${tableTone(i)})` }), i === 0 ? ' first tables' : i === 1 ? ' new tables' : ` after ${i} changes`)),
      ...(net.drains.length ? [el('span', {}, el('i', { class: 'dashes', style: 'border-top:2px dotted var(--orange)' }), ' drained')] : []),
      ...(net.halts.at.length ? [el('span', {}, el('i', { class: 'dot', style: 'background:none;border:2px solid var(--gold)' }), ' NICs hold packets back')] : []),
      ...(pair ? [['ink', 'solid', ' way now'], ['blue', 'dashed', ' at first, where it differs'], ['green', 'dotted', ' at the end, where it differs']].map(([tone, kind, text]) => el('span', {}, el('i', { class: 'dashes', style: `border-top:3px ${kind} var(--${tone})` }), text)) : []),
      ...(net.losses.at.length ? [el('span', {}, el('b', { class: 'bad' }, '✕'), ' packets lost (thin: before)')] : []),
      ...(separators.length ? [el('span', {}, el('i', { class: 'dot', style: 'background:var(--violet);border-radius:0' }), ' separators came in')] : []),
      ...(stuck.size ? [el('span', {}, el('i', { class: 'dot', style: 'background:none;border:2px solid var(--pink)' }), ' in the deadlock')] : []),
    ]);
  }
  function drawing() {
    const picture = svg('svg', { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${width()} ${Math.round(view.height)}`, width: width(), height: Math.round(view.height), role: 'img' });
    const title = svg('title', {}, `${data.setup.fabric} at ${time(now)} of ${run.scenario}, seed ${run.seed}`), words = svg('desc', {}, byId('fabric-words').textContent);
    picture.append(title, words, svg('rect', { width: '100%', height: '100%', fill: colour('card') }));
    paint(file(picture));
    return new XMLSerializer().serializeToString(picture);
  }
  function numbers() {
    const rows = [['from', 'to', 'start_ns', 'end_ns', 'busy_fraction']];
    const frame = frameAt(now);
    net.links.forEach(([a, p, b, q], l) => {
      const ends = [`${net.names[a]}.${p}`, `${net.names[b]}.${q}`], load = loadOf(frame, l);
      rows.push([...ends, frame.from, frame.to, load[0].toFixed(4)], [...ends.reverse(), frame.from, frame.to, load[1].toFixed(4)]);
    });
    return rows;
  }
  saves(byId('fabric-canvas').closest('figure'), 'fabric', drawing, numbers);
  const note = () => byId('fabric-note').textContent = [
    net.losses.left ? `${count(net.losses.left)} later losses have no place here; events.jsonl has them.` : '',
    net.separators.left ? `${count(net.separators.left)} later separators are not shown; events.jsonl has them.` : '',
    net.ways.unknown ? net.ways.unknown : net.ways.until !== null ? `Tables that came later than ${time(net.ways.until)} are not in this page; ways are those until then.` : '',
    `A frame of the loads is ${time(frames.length ? frames[0].to : 0)} long.`,
  ].filter(Boolean).join(' ');
  marksOfFabric();
  note();
  legendOfFabric();
  lostPackets();
  arrivedPackets(true);
  choose(null);
  showFabric = () => {
    const wasAtEnd = +slider.value === +slider.max;
    derive();
    if (!byId('fabric-marks').contains(document.activeElement)) marksOfFabric();
    note();
    legendOfFabric();
    lostPackets();
    arrivedPackets(true);
    at(wasAtEnd ? END : now);
  };
  addEventListener('message', event => { // a page that shows two runs moves both through the same time
    if (event.source === parent && Number.isFinite(event.data)) { stop(); at(event.data); }
  });
  charts.push({ instance: { resize() {}, dispose() {} }, draw() { legendOfFabric(); show(); }, element: canvas });
}
