// The history around the evidence: each turn in its place, and how much lies between.
const CONTEXT = 2;
const STEP = 40;
let expanded = new Set();

function drawHistoryPane(view) {
  const body = h('div', { class: 'pane-body', id: 'history' });
  const pane = h('section', { class: 'pane', id: 'pane-history', 'aria-label': 'Evidence in the history' },
    h('div', { class: 'pane-head' }, h('h2', null, 'Evidence in the history'), h('p', { class: 'meta' }, historyLine(view))),
    timeline(view), body);
  fillHistory(view, body);
  return pane;
}

function historyLine(view) {
  const memory = currentRun() && currentRun().memory;
  if (!memory) return `${plural(view.first, 'turn')} before the window`;
  return `${plural(view.first, 'turn')}; memory ${memory.tokens.toLocaleString('en')} of ${plural(memory.budget, 'token')}`;
}

function evidenceOf(view) {
  const roles = new Map();
  for (const gap of view.gaps.filter(passes)) {
    for (const index of gap.superseded) roles.set(index, { gap, superseded: true });
  }
  for (const gap of view.gaps.filter(passes)) {
    for (const index of gap.evidence) roles.set(index, { gap, superseded: false });
  }
  return roles;
}

function memoryTurns() {
  const memory = currentRun() && currentRun().memory;
  return new Set(memory && !memory.abstractive ? memory.items.flatMap((item) => item[0]) : []);
}

function shownTurns(view, roles, held) {
  const shown = new Set();
  const around = (index) => {
    for (let step = -CONTEXT; step <= CONTEXT; step += 1) if (index + step >= 0 && index + step < view.first) shown.add(index + step);
  };
  for (const index of roles.keys()) around(index);
  for (const index of selectedTurns().history) around(index);
  if (held.size <= 120) for (const index of held) if (index < view.first) shown.add(index);
  for (const index of expanded) if (index < view.first) shown.add(index);
  return [...shown].filter((index) => view.source.at.has(index)).sort((a, b) => a - b);
}

function fillHistory(view, body) {
  const roles = evidenceOf(view);
  const held = memoryTurns();
  const shown = shownTurns(view, roles, held);
  const children = [];
  let previous = -1;
  let date = null;
  for (const index of shown) {
    if (index > previous + 1) children.push(elision(view, previous + 1, index - 1));
    const turn = view.source.at.get(index);
    if (day(turn.time) && day(turn.time) !== date) children.push(h('p', { class: 'day' }, day(turn.time)));
    date = day(turn.time) || date;
    children.push(historyTurn(turn, roles.get(index), held.has(index)));
    previous = index;
  }
  if (!shown.length) children.push(view.first ? empty('No evidence to show', 'The gaps in view name no turn, and the memory quotes none.') : empty('No history', 'This window is where the conversation begins.'));
  if (view.first > previous + 1) children.push(elision(view, previous + 1, view.first - 1));
  if (view.first) children.push(h('p', { class: 'day now' }, 'the window begins'));
  body.replaceChildren(...children);
  markSelection();
}

function historyTurn(turn, role, held) {
  const notes = [];
  if (role) notes.push(h('span', { class: `badge ${role.gap.type}` }, role.superseded ? 'outdated' : 'evidence'));
  if (held) notes.push(h('span', { class: 'badge none', title: `quoted by the memory of ${DATA.methods[state.method]}` }, 'in memory'));
  const row = turnRow(turn, turn.text, notes.length ? h('span', { class: 'notes' }, notes) : null);
  if (role) row.classList.add('evidence', role.gap.type, ...(role.superseded ? ['superseded'] : []));
  if (held) row.classList.add('held');
  return row;
}

function elision(view, first, last) {
  const carried = [];
  for (let index = first; index <= last; index += 1) if (view.source.at.has(index)) carried.push(index);
  const count = last - first + 1;
  if (!carried.length) return h('p', { class: 'elision' }, `${plural(count, 'turn')} not carried by this page`);
  const step = carried.length > STEP ? `, show the last ${STEP}` : '';
  return h('p', { class: 'elision' }, button(`${plural(count, 'turn')} between${step}`, 'elide', () => {
    for (const index of carried.slice(-STEP)) expanded.add(index);
    fillHistory(view, document.getElementById('history'));
  }));
}

// One line from the first turn to the window: where the evidence and the memory lie.
function timeline(view) {
  if (!view.first) return null;
  const mark = (index, className, title) => h('button', {
    type: 'button', class: `tick ${className}`, tabindex: '-1', title, style: { left: `${(100 * index) / view.first}%` },
    'data-tick': index, on: { click: () => { expanded.add(index); showTurns([index]); } },
  });
  const ticks = [...memoryTurns()].filter((index) => index < view.first).map((index) => mark(index, 'held', `turn ${index + 1}, in memory`));
  for (const [index, role] of evidenceOf(view)) {
    if (index < view.first) ticks.push(mark(index, role.gap.type, `turn ${index + 1}, ${role.superseded ? 'outdated' : 'evidence'} (${role.gap.type})`));
  }
  return h('div', { class: 'timeline', 'aria-hidden': 'true' }, h('div', { class: 'track' }, ticks),
    h('div', { class: 'ends meta' }, h('span', null, day((view.source.at.get(0) || {}).time) || 'first turn'), h('span', null, 'window')));
}
