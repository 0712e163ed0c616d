// Navigation, selection, filters and keys.
function open(change) {
  if (change.window !== undefined && change.window !== state.window) expanded = new Set();
  Object.assign(state, change);
  draw();
}

function draw() {
  const view = document.getElementById('view');
  view.className = `view-${state.tab}`;
  document.querySelector('.return')?.remove();
  drawBar();
  measureBar();
  if (!DATA.windows.length || state.tab === 'overview') {
    view.replaceChildren(drawOverview());
  } else if (state.tab === 'memories') {
    view.replaceChildren(drawMemories(currentWindow()));
  } else {
    view.replaceChildren(drawWindowPane(currentWindow()), drawSummaryPane(currentWindow()), drawHistoryPane(currentWindow()));
    follow();
  }
  writeHash();
}

function drawBar() {
  const tabs = [['overview', 'Overview'], ['window', 'Window'], ['memories', 'Memories']];
  document.getElementById('tabs').replaceChildren(...tabs.map(([tab, title]) =>
    button(title, 'tab', () => open({ tab }), { 'aria-current': tab === state.tab ? 'page' : null, disabled: !DATA.windows.length })));
  const controls = document.getElementById('controls');
  if (!DATA.windows.length) return controls.replaceChildren();
  const types = h('div', { class: 'chips', role: 'group', 'aria-label': 'Gap types' }, GAP_TYPES.map((type) =>
    button(type, `chip ${type}`, () => { if (!state.types.delete(type)) state.types.add(type); state.selected = null; draw(); },
      { 'aria-pressed': String(state.types.has(type)), title: TYPE_MEANING[type] })));
  const outcomes = ['all', 'recalled', 'missed'];
  const parts = [types];
  if (state.tab !== 'overview') {
    parts.unshift(h('div', { class: 'stepper' },
      button('‹', 'plain', () => stepWindow(-1), { 'aria-label': 'Previous window', disabled: state.window === 0 }),
      choice('window', DATA.windows.map((entry) => entry.id), state.window, (window) => open({ window, selected: null })),
      button('›', 'plain', () => stepWindow(1), { 'aria-label': 'Next window', disabled: state.window === DATA.windows.length - 1 })));
    if (state.tab === 'window' && DATA.methods.length) parts.splice(1, 0, choice('method', DATA.methods, state.method, (method) => open({ method })));
    parts.push(choice('gaps', outcomes, outcomes.indexOf(state.outcome), (index) => open({ outcome: outcomes[index], selected: null })));
  }
  parts.push(button('?', 'plain help', showHelp, { 'aria-label': 'Keys' }));
  return controls.replaceChildren(...parts);
}

function selectedTurns() {
  const none = { window: [], history: [] };
  if (!state.selected || !DATA.windows.length) return none;
  if (state.selected.kind === 'turns') {
    const first = currentWindow().first;
    return { window: state.selected.turns.filter((index) => index >= first), history: state.selected.turns.filter((index) => index < first) };
  }
  if (state.selected.kind === 'gap') {
    const gap = currentWindow().gaps[state.selected.number];
    return gap ? { window: gap.utterance.turns, history: [...gap.superseded, ...gap.evidence] } : none;
  }
  const summary = currentRun() && currentSummary();
  const sentence = summary && summary.sentences[state.selected.number];
  return sentence ? { window: sentence[1], history: sentence[2] } : none;
}

function select(kind, number) {
  state.selected = { kind, number };
  follow();
  writeHash();
}

function showTurns(turns) {
  state.selected = { kind: 'turns', turns };
  follow();
}

// Leads the eye from the selection to its turns in both panes.
function follow() {
  fillHistory(currentWindow(), document.getElementById('history'));
  if (!state.selected) return;
  const turns = selectedTurns();
  const window = document.querySelector(`#pane-window [data-turn="${turns.window[0]}"]`);
  const last = turns.history.length ? document.querySelector(`#pane-history [data-turn="${turns.history[turns.history.length - 1]}"]`) : null;
  const stacked = matchMedia('(max-width: 960px)').matches;
  if (stacked) {
    const target = last || window;
    if (target) { bring(target); offerReturn(); }
  } else {
    const chosen = [...document.querySelectorAll('.middle .selected')].pop();
    for (const [pane, row] of [['pane-window', window], ['pane-history', last], [chosen && chosen.closest('.pane').id, chosen]]) {
      if (row) scrollPane(document.querySelector(`#${pane} .pane-body`), row, row === chosen ? 10 : 3);
    }
  }
  document.getElementById('status').textContent =
    `${plural(turns.window.length, 'turn')} of the window and ${turns.history.length} of the history marked`;
}

function scrollPane(pane, row, share) {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const top = pane.scrollTop + row.getBoundingClientRect().top - pane.getBoundingClientRect().top - pane.clientHeight / share;
  pane.scrollTo({ top, behavior: calm ? 'auto' : 'smooth' });
}

function markSelection() {
  const { window, history } = selectedTurns();
  for (const [pane, turns] of [['#pane-window', new Set(window)], ['#pane-history', new Set(history)]]) {
    for (const row of document.querySelectorAll(`${pane} [data-turn]`)) row.classList.toggle('selected', turns.has(Number(row.dataset.turn)));
  }
  for (const tick of document.querySelectorAll('[data-tick]')) tick.classList.toggle('selected', history.includes(Number(tick.dataset.tick)));
  const chosen = state.selected || {};
  for (const card of document.querySelectorAll('[data-gap-card]')) card.classList.toggle('selected', chosen.kind === 'gap' && Number(card.dataset.gapCard) === chosen.number);
  for (const sentence of document.querySelectorAll('[data-sentence]')) sentence.classList.toggle('selected', chosen.kind === 'sentence' && Number(sentence.dataset.sentence) === chosen.number);
}

function offerReturn() {
  document.querySelector('.return')?.remove();
  document.body.append(button('Back', 'return', (event) => {
    event.target.remove();
    bring(document.querySelector('.middle .selected') || document.getElementById('pane-summary'));
  }, { 'aria-label': 'Back to the summary and gaps' }));
}

function stepWindow(step) {
  const window = state.window + step;
  if (window >= 0 && window < DATA.windows.length) open({ window, selected: null });
}

function stepGap(step) {
  const gaps = currentWindow().gaps.filter(passes);
  if (!gaps.length) return;
  const at = state.selected && state.selected.kind === 'gap' ? gaps.findIndex((gap) => gap.number === state.selected.number) : step > 0 ? -1 : 0;
  const gap = gaps[(at + step + gaps.length) % gaps.length];
  select('gap', gap.number);
  document.querySelector(`[data-gap-open="${gap.number}"]`).focus({ preventScroll: true });
}

function stepMethod(step) {
  const count = DATA.methods.length;
  if (count) open({ method: (state.method + step + count) % count });
}

function showHelp() { document.getElementById('help').showModal(); }

const KEYS = {
  j: () => stepWindow(1), ArrowRight: () => stepWindow(1), k: () => stepWindow(-1), ArrowLeft: () => stepWindow(-1),
  n: () => state.tab === 'window' && stepGap(1), p: () => state.tab === 'window' && stepGap(-1),
  m: () => stepMethod(1), M: () => stepMethod(-1),
  1: () => open({ tab: 'overview' }), 2: () => open({ tab: 'window' }), 3: () => open({ tab: 'memories' }),
  '?': showHelp, Escape: () => { state.selected = null; if (state.tab === 'window') draw(); },
};

addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !DATA.windows.length) return;
  if (event.target.closest('select, input, textarea, dialog')) return;
  if (event.key.startsWith('Arrow') && event.target.closest('.scroller, .columns')) return;
  const action = KEYS[event.key];
  if (action) { event.preventDefault(); action(); }
});
function measureBar() {
  document.documentElement.style.setProperty('--bar', `${document.getElementById('bar').offsetHeight}px`);
}

addEventListener('resize', measureBar);
addEventListener('hashchange', () => { readHash(); draw(); });
readHash();
draw();
