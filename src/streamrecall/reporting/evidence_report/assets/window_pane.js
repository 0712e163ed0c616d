// The window's turns, with what a summary must keep marked in place.
function drawWindowPane(view) {
  const turns = [];
  let date = '';
  for (let index = view.first; index <= view.last; index += 1) {
    const turn = view.source.at.get(index);
    if (!turn) continue;
    if (day(turn.time) && day(turn.time) !== date) turns.push(h('p', { class: 'day' }, day(turn.time)));
    date = day(turn.time) || date;
    turns.push(turnRow(turn, markedText(view, turn)));
  }
  return h('section', { class: 'pane', id: 'pane-window', 'aria-label': 'Window' },
    h('div', { class: 'pane-head' }, h('h2', null, 'Window'),
      h('p', { class: 'meta' }, `${plural(view.last - view.first + 1, 'turn')} after ${plural(view.history, 'token')} of history`)),
    h('div', { class: 'pane-body' }, turns));
}

function turnRow(turn, content, extra) {
  return h('article', { class: 'turn', 'data-turn': turn.index, tabindex: '-1' },
    h('div', { class: 'turn-head' }, h('b', null, turn.speaker || 'no name'), h('span', { class: 'meta' }, clock(turn.time)), extra),
    h('div', { class: 'turn-text', dir: 'auto' }, content));
}

function markedText(view, turn) {
  const spans = [];
  for (const utterance of view.salient) {
    for (const [index, start, end] of utterance.spans) {
      if (index === turn.index) spans.push({ start, end, utterance });
    }
  }
  spans.sort((a, b) => a.start - b.start);
  const pieces = [];
  let position = 0;
  for (const { start, end, utterance } of spans) {
    if (start < position) continue;
    pieces.push(turn.text.slice(position, start), utteranceMark(utterance, turn.text.slice(start, end)));
    position = end;
  }
  return [pieces, turn.text.slice(position)];
}

function utteranceMark(utterance, text) {
  const gap = utterance.gap;
  if (!gap || !passes(gap)) return h('mark', { class: 'salient' }, text);
  return h('mark', {
    class: `salient gap ${gap.type}`, 'data-gap': gap.number, tabindex: '0', role: 'button',
    title: `${gap.type} gap: ${gap.reason}`,
    on: { click: () => select('gap', gap.number), keydown: (event) => { if (event.key === 'Enter') select('gap', gap.number); } },
  }, text);
}
