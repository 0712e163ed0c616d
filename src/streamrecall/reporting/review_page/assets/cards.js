// One card per candidate: what was said, who voted how, the evidence where it was said, and the marks.
function drawCard(item) {
  const open = item.origin === DATA.source && item.target;
  return h('article', { class: `card ${item.status}`, 'data-target': item.target, tabindex: '0', on: { focusin: () => point(item), mouseenter: () => point(item) } },
    h('header', null, h('span', { class: `badge ${item.status === 'kept' ? 'good' : 'bad'}` }, item.status), ' ',
      h('span', { class: 'meta' }, `${item.origin === 'corpus' ? 'corpus' : 'vote'} ${item.target}`)),
    h('blockquote', null, item.text),
    item.reason ? h('p', { class: 'soft' }, item.reason) : null,
    drawVotes(item.votes),
    open ? drawMarks(item.target) : null,
    item.gap ? drawGap(item.gap, item.origin === DATA.source) : null);
}

function drawGap(gap, open) {
  return h('section', { class: `gap ${gap.status}`, 'data-gap': gap.target },
    h('h3', null, gap.type ? h('span', { class: `badge ${gap.type}` }, gap.type) : 'no agreed type', ' gap ',
      h('span', { class: `badge ${gap.status === 'kept' ? 'good' : 'bad'}` }, gap.status)),
    gap.reason ? h('p', null, gap.reason) : null,
    gap.lost ? h('p', { class: 'soft' }, gap.lost) : null,
    gap.resolution ? h('p', null, h('b', null, 'Resolution: '), gap.resolution) : null,
    gap.evidence.map(drawEvidence),
    open ? drawMarks(gap.target) : null);
}

function drawEvidence(evidence) {
  return h('details', { class: 'evidence', open: evidence.accepted },
    h('summary', null, h('span', { class: `badge ${evidence.accepted ? 'good' : 'bad'}` }, evidence.accepted ? 'valid' : 'refused'), ' ', evidence.sentence),
    evidence.reasoning ? h('p', { class: 'soft' }, evidence.reasoning) : null,
    evidence.lost ? h('p', { class: 'soft' }, evidence.lost) : null,
    drawVotes(evidence.votes),
    h('div', { class: 'context' }, evidence.context.map(([id, speaker, text, time, here]) =>
      h('div', { class: here ? 'turn here' : 'turn' },
        h('div', { class: 'turn-head' }, h('b', null, speaker), h('span', { class: 'meta' }, id, ' ', when(time))),
        h('div', { class: 'turn-text' }, text)))));
}

function drawVotes(votes) {
  if (!votes.length) return null;
  return h('ul', { class: 'votes' }, votes.map(([annotator, label, detail]) =>
    h('li', null, h('span', { class: 'meta' }, annotator), ' ', h('b', null, label.replaceAll('_', ' ')), detail ? ` ${detail}` : '')));
}

function drawMarks(target) {
  const current = marks.get(target);
  const choose = (mark) => button(mark, `plain mark ${mark}`, () => { setMark(target, mark); draw(); },
    { 'aria-pressed': String(Boolean(current && current.mark === mark)), 'data-mark': mark, 'data-for': target });
  return h('div', { class: 'marks', role: 'group', 'aria-label': `Mark ${target}` }, choose('accept'), choose('reject'),
    current ? h('input', { type: 'text', 'aria-label': 'Note', placeholder: 'note', value: current.note, on: { input: (event) => setNote(target, event.target.value) } }) : null);
}
