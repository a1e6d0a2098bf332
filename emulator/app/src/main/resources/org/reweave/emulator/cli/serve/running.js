// A run that goes on: newer data, and what lets the run pause and go on where the page's address has the run's token.
(() => {
  const token = location.hash.slice(1);
  const slider = byId('fabric-time'), follow = el('input', { type: 'checkbox', id: 'follow' });
  follow.checked = true;
  const state = el('span', { role: 'status', class: 'muted' });
  const bar = el('div', { class: 'controls', id: 'running' }, el('label', {}, follow, ' Show what comes'));
  byId('setup').after(bar);
  let paused = false, latest = null;

  async function change(what, value) {
    const answer = await fetch(what, { method: 'POST', headers: { 'X-Reweave': token }, body: value || '' });
    if (!answer.ok) state.textContent = await answer.text();
  }
  if (/^[0-9a-f]{32}$/.test(token)) {
    const hold = el('button', { type: 'button', id: 'hold' }, 'Pause'), step = el('button', { type: 'button', id: 'step' }, 'Next cut');
    const pace = el('input', { type: 'search', id: 'pace', placeholder: '1us per 1ms, or off', 'aria-label': 'Pace: emulated time per wall time, or off' });
    hold.addEventListener('click', () => change(paused ? 'resume' : 'pause'));
    step.addEventListener('click', () => change('step'));
    pace.addEventListener('change', () => change('pace', pace.value));
    bar.append(hold, step, el('label', {}, 'Pace ', pace));
  }
  bar.append(state);

  function show() {
    if (!follow.checked || document.hidden || latest === null) return;
    take(latest);
    latest = null;
    fillAll();
  }
  follow.addEventListener('change', show);
  document.addEventListener('visibilitychange', show);
  slider.value = slider.max;
  slider.dispatchEvent(new Event('input'));

  const source = new EventSource('data');
  source.addEventListener('data', message => {
    latest = message.data;
    show();
  });
  source.addEventListener('state', message => {
    const now = JSON.parse(message.data);
    paused = now.paused;
    if (byId('hold')) byId('hold').textContent = paused ? 'Go on' : 'Pause';
    state.textContent = (paused ? 'paused' : 'going on') + ', pace ' + now.pace;
  });
  source.addEventListener('over', () => {
    source.close();
    location.replace('report.html');
  });
})();
