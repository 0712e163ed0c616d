// What each method hands to the reader of this window, side by side.
const FIRST_ITEMS = 60;
const hiddenMethods = new Set();
const unfolded = new Set();

function drawMemories(view) {
  const runs = DATA.methods.map((method, number) => ({ method, number, run: view.runs[number] })).filter(({ run }) => run.memory);
  if (!runs.length) return empty('No memories', 'This run built no memory for the window.');
  const shown = runs.filter(({ number }) => !hiddenMethods.has(number));
  const chips = h('div', { class: 'chips', role: 'group', 'aria-label': 'Methods shown' }, runs.map(({ method, number }) =>
    button(method, 'chip', () => { if (!hiddenMethods.delete(number)) hiddenMethods.add(number); draw(); }, { 'aria-pressed': String(!hiddenMethods.has(number)) })));
  return h('div', { class: 'memories' },
    h('p', { class: 'lead' }, `Memories for ${view.id} under the same budget. Items that hold evidence of a gap carry its colour; choose an item to see its turns.`),
    chips,
    shown.length ? h('div', { class: 'columns', tabindex: '0', role: 'region', 'aria-label': 'Memories side by side' }, shown.map(({ method, number, run }) => memoryColumn(view, method, number, run.memory)))
      : empty('Every method is hidden', 'Choose one above.'));
}

function memoryColumn(view, method, number, memory) {
  const { recalled, scored } = tally(view, number);
  const roles = evidenceOf(view);
  const items = unfolded.has(number) ? memory.items : memory.items.slice(0, FIRST_ITEMS);
  const children = [];
  let date = null;
  for (const item of items) {
    if (item[3] && item[3] !== date) children.push(h('li', { class: 'day' }, item[3]));
    date = item[3] || date;
    children.push(memoryItem(view, number, item, roles));
  }
  return h('section', { class: 'column', 'aria-label': method },
    h('div', { class: 'column-head' }, h('h2', null, method),
      h('p', { class: 'meta' }, `${memory.tokens.toLocaleString('en')} of ${plural(memory.budget, 'token')}, ${plural(memory.items.length, 'item')}${memory.abstractive ? ', paraphrased' : ''}`),
      scored ? h('p', { class: 'meta' }, `${recalled} of ${plural(scored, 'gap')} in memory`) : null),
    memory.items.length ? h('ol', null, children) : empty('Nothing remembered', 'The memory is empty.'),
    items.length < memory.items.length ? button(`Show ${memory.items.length - items.length} more`, 'plain', () => { unfolded.add(number); draw(); }) : null);
}

function memoryItem(view, number, item, roles) {
  const role = item[0].map((index) => roles.get(index)).find(Boolean);
  return h('li', { class: `item ${role ? `${role.gap.type} evidence` : ''}` },
    h('button', { type: 'button', class: 'item-open', title: item[2] || null, on: { click: () => { for (const index of item[0]) expanded.add(index); open({ tab: 'window', method: number, selected: null }); showTurns(item[0]); } } },
      itemText(view, item), item[4] > 1 ? h('span', { class: 'refs' }, `from ${plural(item[4], 'turn')}`) : null));
}
