// Windows one at a time, with filters over their candidates.
const state = { window: 0, status: 'all', type: 'all', show: 'all' };
const CHOICES = {
  status: ['all', 'kept', 'rejected'],
  type: ['all', 'referential', 'attribute', 'relational', 'no gap'],
  show: ['all', 'disputed', 'marked', 'not marked'],
};

function passes(item) {
  const gap = item.gap;
  if (state.status !== 'all' && item.status !== state.status && !(gap && gap.status === state.status)) return false;
  if (state.type === 'no gap' ? gap : state.type !== 'all' && (!gap || gap.type !== state.type)) return false;
  const marked = marks.has(item.target) || Boolean(gap && marks.has(gap.target));
  if (state.show === 'marked') return marked;
  if (state.show === 'not marked') return !marked;
  return state.show !== 'disputed' || new Set(item.votes.map(([, label]) => label)).size > 1 || item.status === 'rejected';
}

function draw() {
  const current = DATA.windows[state.window];
  drawControls();
  const view = document.getElementById('view');
  if (!current) return view.replaceChildren(empty('No windows', 'Nothing was annotated.'));
  const items = current.items.filter(passes);
  view.replaceChildren(
    h('section', { class: 'pane', 'aria-label': 'Window' },
      h('h2', null, current.id), h('p', { class: 'meta' }, `${current.corpus}, ${current.domain}, ${current.history.toLocaleString('en')} tokens of history`),
      current.sentences.map(([number, turn, speaker, text, time]) =>
        h('p', { class: 'sentence', 'data-sentence': number }, h('span', { class: 'meta' }, `${number} `), h('b', { title: `${turn} ${when(time)}` }, speaker), ' ', text))),
    h('section', { class: 'pane cards', 'aria-label': 'Candidates' },
      h('p', { class: 'meta', id: 'count' }, `${items.length} of ${plural(current.items.length, 'candidate')}`),
      items.length ? items.map(drawCard) : empty('Nothing here', 'No candidate of this window passes the filters.')));
  return undefined;
}

function drawControls() {
  const step = (by) => { const next = state.window + by; if (DATA.windows[next]) { state.window = next; draw(); } };
  document.getElementById('controls').replaceChildren(
    button('\u2039', 'plain', () => step(-1), { 'aria-label': 'Previous window', disabled: state.window === 0 }),
    choice('window', DATA.windows.map((entry) => entry.id), state.window, (index) => { state.window = index; draw(); }),
    button('\u203a', 'plain', () => step(1), { 'aria-label': 'Next window', disabled: state.window >= DATA.windows.length - 1 }),
    ...Object.entries(CHOICES).map(([name, options]) =>
      choice(name, options, options.indexOf(state[name]), (index) => { state[name] = options[index]; draw(); })),
    h('span', { class: 'meta', id: 'marked' }, plural(marks.size, 'mark')),
    button('Export marks', 'plain', download, { id: 'export' }));
}

function point(item) {
  for (const row of document.querySelectorAll('[data-sentence]')) {
    row.classList.toggle('pointed', item.numbers.includes(Number(row.dataset.sentence)));
  }
}

addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest('select, input')) return;
  const by = { j: 1, k: -1 }[event.key];
  if (by && DATA.windows[state.window + by]) { state.window += by; draw(); }
});
loadMarks();
draw();
