'use strict';
(() => {
  const byId = id => document.getElementById(id);
  const slider = byId('time'), screen = byId('screen'), device = byId('device'), problem = byId('problem');
  let moment = { cycle: 0, device: '', interval: 1 };
  let asked = 0, waiting = null;

  async function ask(cycle, key) {
    const number = ++asked;
    problem.textContent = 'computing …';
    const wanted = new URLSearchParams({ cycle, device: device.value || moment.device, key });
    const answer = await fetch('moment?' + wanted, { headers: { 'X-Reweave': 'moments' } });
    const text = await answer.text();
    if (number !== asked) return; // a later question was asked meanwhile
    if (!answer.ok) {
      problem.textContent = text;
      return;
    }
    moment = JSON.parse(text);
    problem.textContent = '';
    const lines = moment.screen.filter(line => !line.startsWith('n/p cut')); // the keys are buttons here
    screen.textContent = lines.join('\n').replace(/\n{3,}/g, '\n\n');
    slider.max = Math.ceil(moment.last / moment.interval);
    slider.value = Math.ceil(moment.cycle / moment.interval);
    byId('now').textContent = (moment.ns / 1000).toFixed(2) + ' µs';
    slider.setAttribute('aria-valuetext', byId('now').textContent);
    device.value = moment.device;
    if (!byId('devices').childElementCount) {
      byId('devices').append(...moment.devices.slice(0, 2000).map(name => {
        const option = document.createElement('option');
        option.value = name;
        return option;
      }));
    }
  }

  slider.addEventListener('input', () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => ask(slider.value * moment.interval, ''), 150);
  });
  device.addEventListener('change', () => ask(moment.cycle, ''));
  document.querySelectorAll('button.key').forEach(button => button.addEventListener('click', () => {
    if (button.value === '[' || button.value === ']') device.value = moment.device;
    ask(moment.cycle, button.value);
  }));
  ask(0, '');
})();
