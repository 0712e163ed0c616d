// Every window against every method: how many of its gaps the memory holds.
function drawOverview() {
  if (!DATA.windows.length) {
    return empty('No windows to show', 'The run annotated no instance, or all were left out by its parameters.');
  }
  const sections = DATA.dialogues.map((dialogue, number) => {
    const rows = DATA.windows.map((view, index) => ({ view, index })).filter(({ view }) => view.dialogue === number);
    return rows.length ? overviewSection(dialogue, rows) : null;
  });
  return h('div', { class: 'overview' }, h('p', { class: 'lead' }, lead()), sections);
}

function lead() {
  const gaps = DATA.windows.reduce((sum, view) => sum + view.gaps.filter((gap) => state.types.has(gap.type)).length, 0);
  return `${plural(DATA.windows.length, 'window')}, ${plural(gaps, 'gap')}, ${plural(DATA.methods.length, 'method')}. ` +
    'A cell counts the gaps whose missing evidence the memory holds; choose one to see the turns behind it.';
}

function overviewSection(dialogue, rows) {
  const head = h('tr', null, h('th', { scope: 'col' }, 'Window'), h('th', { scope: 'col', class: 'number' }, 'Gaps'),
    DATA.methods.map((method, number) => h('th', { scope: 'col', class: `method ${number === state.method ? 'current' : ''}` }, method)));
  const body = rows.map(({ view, index }) => h('tr', null,
    h('th', { scope: 'row' },
      button(view.id, 'link', () => open({ tab: 'window', window: index, selected: null })),
      h('span', { class: 'meta' }, ` turns ${view.first + 1}–${view.last + 1}, ${day((dialogue.at.get(view.first) || {}).time)}`)),
    h('td', { class: 'number' }, gapDots(view)),
    DATA.methods.map((method, methodNumber) => overviewCell(view, index, methodNumber))));
  const totals = h('tr', { class: 'total' }, h('th', { scope: 'row' }, 'All windows'),
    h('td', { class: 'number' }, rows.reduce((sum, { view }) => sum + view.gaps.filter((gap) => state.types.has(gap.type)).length, 0)),
    DATA.methods.map((method, methodNumber) => h('td', { class: 'cell' }, share(rows.map(({ view }) => tally(view, methodNumber))))));
  const byType = GAP_TYPES.filter((type) => state.types.has(type)).map((type) => typeRow(type, rows));
  return h('section', null,
    h('h2', null, dialogue.id), h('p', { class: 'meta under' }, `${dialogue.corpus}, ${dialogue.domain}, ${plural(dialogue.total, 'turn')}, ${dialogue.speakers.slice(0, 12).join(', ')}${dialogue.speakers.length > 12 ? ' and others' : ''}`),
    h('div', { class: 'scroller', tabindex: '0', role: 'region', 'aria-label': `Gaps recalled in ${dialogue.id}` },
      h('table', { class: `matrix ${DATA.methods.length > 8 ? 'many' : ''}` }, h('thead', null, head), h('tbody', null, body, totals, byType))));
}

function typeRow(type, rows) {
  const gaps = rows.reduce((sum, { view }) => sum + view.gaps.filter((gap) => gap.type === type).length, 0);
  return h('tr', { class: 'by-type' }, h('th', { scope: 'row' }, h('span', { class: `badge ${type}` }, type), h('span', { class: 'meta' }, ` ${TYPE_MEANING[type]}`)),
    h('td', null, h('span', { class: `count ${type}` }, gaps)),
    DATA.methods.map((method, methodNumber) => h('td', { class: 'cell' }, share(rows.map(({ view }) => tally(view, methodNumber, type))))));
}

function gapDots(view) {
  const counts = GAP_TYPES.filter((type) => state.types.has(type))
    .map((type) => [type, view.gaps.filter((gap) => gap.type === type).length]).filter(([, count]) => count);
  return counts.length ? counts.map(([type, count]) => h('span', { class: `count ${type}`, title: `${count} ${type}` }, count))
    : h('span', { class: 'meta' }, 'none');
}

function overviewCell(view, index, methodNumber) {
  const { recalled, scored } = tally(view, methodNumber);
  if (!scored) return h('td', { class: 'cell' }, h('span', { class: 'meta' }, '–'));
  const level = Math.round((recalled / scored) * 4);
  return h('td', { class: 'cell' }, button(`${recalled}/${scored}`, `score level-${level}`,
    () => open({ tab: 'window', window: index, method: methodNumber, selected: null }),
    { 'aria-label': `${DATA.methods[methodNumber]}: ${recalled} of ${scored} gaps recalled in ${view.id}` }));
}

function share(tallies) {
  const recalled = tallies.reduce((sum, entry) => sum + entry.recalled, 0);
  const scored = tallies.reduce((sum, entry) => sum + entry.scored, 0);
  return scored ? `${Math.round((100 * recalled) / scored)} %` : '–';
}
