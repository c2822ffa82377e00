// Moves and explains the picture of the execution tree. Everything else on the page works without it.
'use strict';
(() => {
  const svg = document.querySelector('svg.tree');
  const tools = document.querySelector('.tree-tools');
  const source = document.getElementById('tree-data');
  if (!svg || !tools || !source) return;
  const { files, fates, nodes } = JSON.parse(source.textContent);
  const at = tools.querySelector('.tree-at');
  const whole = svg.getAttribute('viewBox').split(' ').map(Number);
  let view = whole.slice();
  tools.hidden = false;

  const show = () => svg.setAttribute('viewBox', view.join(' '));
  const point = (event) => {
    const p = new DOMPoint(event.clientX, event.clientY);
    return p.matrixTransform(svg.getScreenCTM().inverse());
  };
  const zoom = (factor, x, y) => {
    const [left, top, width, height] = view;
    if (width * factor > whole[2] * 4 || width * factor < 2) return;
    view = [x - (x - left) * factor, y - (y - top) * factor, width * factor, height * factor];
    show();
  };
  const middle = () => [view[0] + view[2] / 2, view[1] + view[3] / 2];
  const move = (dx, dy) => {
    view[0] += dx * view[2];
    view[1] += dy * view[3];
    show();
  };

  tools.addEventListener('click', (event) => {
    const how = event.target.dataset.zoom;
    if (how === 'in') zoom(0.5, ...middle());
    if (how === 'out') zoom(2, ...middle());
    if (how === 'all') { view = whole.slice(); show(); }
  });
  svg.addEventListener('wheel', (event) => {
    // Without a key the page scrolls, as everywhere else.
    if (!event.ctrlKey && !event.shiftKey) return;
    event.preventDefault();
    const p = point(event);
    zoom((event.deltaY || event.deltaX) > 0 ? 1.25 : 0.8, p.x, p.y);
  }, { passive: false });
  svg.addEventListener('keydown', (event) => {
    const keys = {
      ArrowLeft: () => move(-0.1, 0), ArrowRight: () => move(0.1, 0),
      ArrowUp: () => move(0, -0.1), ArrowDown: () => move(0, 0.1),
      '+': () => zoom(0.5, ...middle()), '-': () => zoom(2, ...middle()),
      0: () => { view = whole.slice(); show(); },
    };
    if (!keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });

  let drag = null;
  svg.addEventListener('pointerdown', (event) => {
    drag = point(event);
    svg.setPointerCapture(event.pointerId);
  });
  svg.addEventListener('pointerup', () => { drag = null; });
  svg.addEventListener('pointermove', (event) => {
    const p = point(event);
    if (drag) {
      view[0] += drag.x - p.x;
      view[1] += drag.y - p.y;
      show();
      return;
    }
    let best = null;
    let distance = (view[2] / 40) ** 2;
    for (const node of nodes) {
      const d = (node[0] - p.x) ** 2 + (node[1] - p.y) ** 2;
      if (d < distance) [best, distance] = [node, d];
    }
    if (!best) return;
    const [, , file, line, fate, leftOut] = best;
    const place = file < 0 ? 'no line known' : `${files[file]}:${line}`;
    const what = fate < 0 ? 'forks' : fates[fate];
    at.textContent = `${place}: ${what}${leftOut ? `, ${leftOut} paths ended below` : ''}`;
  });
})();
