const DATA = JSON.parse(document.getElementById('data').textContent);
const GAP_TYPES = ['referential', 'attribute', 'relational'];
const TYPE_MEANING = {
  referential: 'who or what is meant',
  attribute: 'a property or value',
  relational: 'a reason or connection',
};

for (const dialogue of DATA.dialogues) {
  dialogue.at = new Map(dialogue.turns.map(([index, id, speaker, text, time, session]) =>
    [index, { index, id, speaker: dialogue.speakers[speaker], text, time, session }]));
}
for (const view of DATA.windows) {
  view.source = DATA.dialogues[view.dialogue];
  view.gaps = [];
  for (const utterance of view.salient) {
    if (utterance.gap) view.gaps.push(Object.assign(utterance.gap, { utterance, number: view.gaps.length }));
  }
}

const state = { tab: 'overview', window: 0, method: 0, summarizer: 0, types: new Set(GAP_TYPES), outcome: 'all', selected: null };

function currentWindow() { return DATA.windows[state.window]; }
function currentRun() { return currentWindow().runs[state.method]; }
function currentSummary() { return currentRun().summaries[state.summarizer] || currentRun().summaries[0]; }

// A gap is scored per method; the summary's part of the score belongs to one summarizer where it names one.
function label(run, gap) {
  const all = run ? run.labels[gap.number] || [] : [];
  const summary = run && (run.summaries[state.summarizer] || run.summaries[0]);
  const own = all.find((entry) => summary && entry.by === summary.by) || all[0];
  const recalled = all.find((entry) => entry.recalled !== null);
  return {
    recalled: recalled ? recalled.recalled : null,
    resolved: own ? own.resolved : null,
    scorer: own ? own.scorer : '',
  };
}

function passes(gap) {
  if (!state.types.has(gap.type)) return false;
  if (state.outcome === 'all') return true;
  return label(currentRun(), gap).recalled === (state.outcome === 'recalled');
}

function tally(view, methodNumber, type) {
  const scored = view.gaps.filter((gap) => (type ? gap.type === type : state.types.has(gap.type)))
    .map((gap) => label(view.runs[methodNumber], gap).recalled).filter((value) => value !== null);
  return { recalled: scored.filter(Boolean).length, scored: scored.length };
}

function itemText(view, item) {
  if (item[1] !== null) return item[1];
  const turn = view.source.at.get(item[0][0]);
  return `${turn.speaker}: ${turn.text}`;
}

function readHash() {
  const parts = new URLSearchParams(location.hash.slice(1));
  const found = DATA.windows.findIndex((view) => view.id === parts.get('window'));
  state.window = found < 0 ? 0 : found;
  const method = DATA.methods.indexOf(parts.get('method'));
  state.method = method < 0 ? DATA.start : method;
  const tab = parts.get('view');
  state.tab = ['overview', 'window', 'memories'].includes(tab) ? tab
    : DATA.windows.length === 1 ? 'window' : 'overview';
  const gap = parts.get('gap');
  const number = gap && DATA.windows.length ? currentWindow().gaps.findIndex((entry) => entry.id === gap) : -1;
  state.selected = number < 0 ? null : { kind: 'gap', number };
}

function writeHash() {
  if (!DATA.windows.length) return;
  const parts = new URLSearchParams({ view: state.tab, window: currentWindow().id });
  if (DATA.methods.length) parts.set('method', DATA.methods[state.method]);
  if (state.selected && state.selected.kind === 'gap') parts.set('gap', currentWindow().gaps[state.selected.number].id);
  const hash = '#' + parts;
  if (hash !== location.hash) history.replaceState(null, '', hash);
}
