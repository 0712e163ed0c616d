// Marks are kept by target and survive a reload where the browser lets a page keep anything.
const DATA = JSON.parse(document.getElementById('data').textContent);
const STORE = `streamrecall-review:${location.pathname}`;
const marks = new Map(DATA.marks.map((entry) => [entry.target, entry]));

function loadMarks() {
  try {
    for (const entry of JSON.parse(localStorage.getItem(STORE) || '[]')) marks.set(entry.target, entry);
  } catch {
    document.getElementById('status').textContent = 'This browser keeps no marks between visits';
  }
}

function keepMarks() {
  try {
    localStorage.setItem(STORE, JSON.stringify([...marks.values()]));
  } catch {
    // Nothing to do: the marks are on the page and can be exported.
  }
}

function setMark(target, mark) {
  const old = marks.get(target);
  if (old && old.mark === mark) marks.delete(target);
  else marks.set(target, { target, mark, note: old ? old.note : '' });
  keepMarks();
}

function setNote(target, note) {
  const old = marks.get(target);
  if (old) marks.set(target, { ...old, note });
  keepMarks();
}

function exportedMarks() {
  const sorted = [...marks.values()].sort((a, b) => (a.target < b.target ? -1 : a.target > b.target ? 1 : 0));
  return JSON.stringify({ form: DATA.form, version: DATA.version, marks: sorted }, null, 1) + '\n';
}

function download() {
  const url = URL.createObjectURL(new Blob([exportedMarks()], { type: 'application/json' }));
  const link = h('a', { href: url, download: 'review_marks.json' });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
