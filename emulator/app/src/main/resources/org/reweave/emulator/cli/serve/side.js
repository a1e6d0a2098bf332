'use strict';
(() => {
  const slider = document.getElementById('time'), now = document.getElementById('now');
  const frames = [...document.querySelectorAll('iframe')];
  let end = 0; // nanoseconds of the longer run; one that goes on has no end yet
  function show() {
    const at = slider.value / slider.max * end;
    now.textContent = (at / 1000).toFixed(2) + ' µs';
    slider.setAttribute('aria-valuetext', now.textContent);
    frames.forEach(frame => frame.contentWindow.postMessage(at, '*')); // a report has an origin of its own
  }
  slider.value = slider.max / 2; // each report begins with a time of its own
  frames.forEach(frame => frame.addEventListener('load', () => end && show()));
  frames.filter(frame => frame.dataset.summary).forEach(async frame => {
    const summary = await (await fetch(frame.dataset.summary)).json();
    end = Math.max(end, summary.nanoseconds);
    show();
  });
  slider.addEventListener('input', show);
})();
