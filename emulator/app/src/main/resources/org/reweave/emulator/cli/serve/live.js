'use strict';
(() => {
  const MOST = 200;
  const list = document.getElementById('events');
  const count = document.getElementById('count');
  const source = new EventSource('live');
  let seen = 0;
  source.addEventListener('line', message => {
    seen++;
    count.textContent = seen + (seen === 1 ? ' event, ' : ' events, ') + 'the latest first';
    const item = document.createElement('li');
    item.value = seen;
    item.textContent = message.data;
    list.prepend(item);
    while (list.childElementCount > MOST) {
      list.lastElementChild.remove();
    }
  });
  source.addEventListener('over', () => {
    source.close();
    location.reload();
  });
})();
