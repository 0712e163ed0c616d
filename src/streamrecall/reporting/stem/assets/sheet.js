// The sheet: every question with its answer and the lines it rests on, by category.
const sheet = { category: 'all' };

function draw() {
  const categories = ['all', ...new Set(DATA.rows.map((row) => row.category))];
  const rows = DATA.rows.filter((row) => sheet.category === 'all' || row.category === sheet.category);
  document.getElementById('controls').replaceChildren(
    choice('category', categories, categories.indexOf(sheet.category), (index) => { sheet.category = categories[index]; draw(); }),
    h('span', { class: 'meta', id: 'marked' }, `${plural(marks.size, 'mark')} of ${plural(DATA.rows.length, 'question')}`),
    button('Export marks', 'plain', download, { id: 'export' }));
  document.getElementById('view').replaceChildren(
    ...(rows.length ? rows.map(drawQuestion) : [empty('No questions', 'Nothing was drawn.')]));
}

function drawQuestion(row) {
  return h('article', { class: 'card', 'data-target': row.question_id },
    h('header', { class: 'meta' }, `${row.category.replaceAll('_', ' ')}, asked after turn ${row.asked_after} of ${row.dialogue_id}`),
    h('blockquote', null, row.question),
    h('p', null, h('b', null, 'Answer: '), row.answer),
    h('div', { class: 'context' }, row.evidence.split('\n').map((line) => h('div', { class: 'turn' }, line))),
    drawMarks(row.question_id));
}

loadMarks();
draw();
