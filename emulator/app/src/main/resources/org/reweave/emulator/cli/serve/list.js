'use strict';
(() => {
  const button = document.getElementById('side');
  if (!button) return;
  const chosen = () => [...document.querySelectorAll('input.two:checked')];
  const look = () => {
    button.disabled = chosen().length !== 2;
  };
  document.querySelectorAll('input.two').forEach(box => box.addEventListener('change', look));
  button.addEventListener('click', () => {
    const [left, right] = chosen();
    location.href = '/side/' + left.value + '/' + right.value;
  });
  look(); // a browser that went back keeps the ticks
})();
