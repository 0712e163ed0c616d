// The summary sentence by sentence, and the gaps with how they fared.
function drawSummaryPane(view) {
  const [summaryHead, ...summary] = summaryPart();
  const [gapHead, ...gaps] = gapPart(view);
  return h('div', { class: 'middle' },
    h('section', { class: 'pane', id: 'pane-summary', 'aria-label': 'Summary' }, summaryHead, h('div', { class: 'pane-body' }, summary)),
    h('section', { class: 'pane', id: 'pane-gaps', 'aria-label': 'Gaps' }, gapHead,
      h('div', { class: 'pane-body' }, gaps, standAlonePart(view), detectedPart())));
}

function summaryPart() {
  const run = currentRun();
  const summary = run && currentSummary();
  const head = h('div', { class: 'pane-head' }, h('h2', null, 'Summary'),
    run && run.summaries.length > 1
      ? choice('by', run.summaries.map((entry) => entry.by), run.summaries.indexOf(summary), (index) => { state.summarizer = index; draw(); })
      : h('p', { class: 'meta' }, summary ? `by ${summary.by}, with the memory of ${DATA.methods[state.method]}` : ''));
  if (!summary) return [head, empty('No summary', 'This run did not summarise the window with this memory.')];
  if (summary.failed) return [head, empty('The summarizer failed', summary.failed)];
  if (!summary.sentences.length) return [head, empty('An empty summary', 'The summarizer returned no sentence.')];
  return [head, h('ol', { class: 'sentences' }, summary.sentences.map(([text, window, memory], number) =>
    h('li', null, h('button', { type: 'button', class: 'sentence', 'data-sentence': number, on: { click: () => select('sentence', number) } },
      text, ' ', references(window.length, memory.length)))))];
}

function references(window, memory) {
  if (!window && !memory) return h('span', { class: 'source none' }, 'rests on no turn');
  return [window ? h('span', { class: 'source' }, `${window} here`) : null,
    memory ? h('span', { class: 'source far' }, `${memory.toLocaleString('en')} from the history`) : null];
}

function gapPart(view) {
  const shown = view.gaps.filter(passes);
  const head = h('div', { class: 'pane-head' }, h('h2', null, 'What the window leaves unsaid'),
    h('p', { class: 'meta' }, shown.length === view.gaps.length ? plural(view.gaps.length, 'gap') : `${shown.length} of ${plural(view.gaps.length, 'gap')}`));
  if (!view.gaps.length) return [head, empty('No gaps', 'Everything a summary must keep here can be understood from the window alone.')];
  if (!shown.length) {
    return [head, empty('No gap matches the filters', 'Other types or outcomes are hidden.', h('p', null, button('Show all gaps', 'plain', clearFilters)))];
  }
  return [head, h('ol', { class: 'gaps' }, shown.map((gap) => gapCard(view, gap)))];
}

function gapCard(view, gap) {
  const { recalled, resolved, scorer } = label(currentRun(), gap);
  return h('li', { class: `gap-card ${gap.type}`, 'data-gap-card': gap.number },
    h('button', { type: 'button', class: 'gap-open', 'data-gap-open': gap.number, on: { click: () => select('gap', gap.number) } },
      h('span', { class: 'gap-line' }, h('span', { class: `badge ${gap.type}`, title: TYPE_MEANING[gap.type] }, gap.type),
        outcome(recalled, 'in memory', 'not in memory', scorer), resolved === null ? null : outcome(resolved, 'in summary', 'not in summary', scorer)),
      h('q', null, gap.utterance.text),
      h('span', { class: 'reason' }, gap.reason),
      h('span', { class: 'resolution' }, gap.resolution),
      h('span', { class: 'refs' }, `${plural(gap.evidence.length, 'turn')} of evidence${gap.superseded.length ? `, ${gap.superseded.length} outdated` : ''}`)),
    DATA.methods.length > 1 ? methodStrip(view, gap) : null);
}

function outcome(value, yes, no, scorer) {
  if (value === null) return h('span', { class: 'badge none', title: 'nobody scored it' }, 'not scored');
  return h('span', { class: `badge ${value ? 'good' : 'bad'}`, title: scorer ? `by ${scorer}` : null }, value ? `✓ ${yes}` : `✗ ${no}`);
}

function methodStrip(view, gap) {
  return h('div', { class: 'strip', role: 'group', 'aria-label': 'Outcome by method' }, DATA.methods.map((method, number) => {
    const { recalled } = label(view.runs[number], gap);
    const word = recalled === null ? 'not scored' : recalled ? 'in memory' : 'not in memory';
    return button(recalled === null ? '·' : recalled ? '✓' : '✗', `pip ${recalled === null ? 'none' : recalled ? 'good' : 'bad'}`,
      () => open({ method: number, selected: { kind: 'gap', number: gap.number } }),
      { title: `${method}: ${word}`, 'aria-label': `${method}: ${word}`, 'aria-pressed': String(number === state.method) });
  }));
}

function standAlonePart(view) {
  const alone = view.salient.filter((utterance) => !utterance.gap);
  if (!alone.length) return null;
  return h('details', { class: 'more' }, h('summary', null, `${plural(alone.length, 'salient utterance')} that need${alone.length === 1 ? 's' : ''} no history`),
    h('ul', null, alone.map((utterance) => h('li', null, button(utterance.text, 'quiet', () => showTurns(utterance.turns))))));
}

function detectedPart() {
  const memory = currentRun() && currentRun().memory;
  if (!memory || !memory.detected.length) return null;
  return h('details', { class: 'more' }, h('summary', null, `What ${DATA.methods[state.method]} itself looked for (${memory.detected.length})`),
    h('ul', null, memory.detected.map(([turn, quote, reason, query]) => h('li', null,
      button(`“${quote}”`, 'quiet', () => showTurns(turn === null ? [] : [turn])),
      h('p', { class: 'soft' }, reason), h('p', { class: 'meta' }, query)))));
}

function clearFilters() {
  state.types = new Set(GAP_TYPES);
  state.outcome = 'all';
  draw();
}
