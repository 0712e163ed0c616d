// Elements are only ever made from tags and text nodes, so that no message can become markup.
function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === 'on') {
      for (const [event, listener] of Object.entries(value)) element.addEventListener(event, listener);
    } else if (name === 'style') {
      for (const [property, setting] of Object.entries(value)) element.style.setProperty(property, setting);
    } else {
      element.setAttribute(name, value === true ? '' : value);
    }
  }
  append(element, children);
  return element;
}

function append(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

function button(label, className, action, attributes) {
  return h('button', { type: 'button', class: className, on: { click: action }, ...attributes }, label);
}

function choice(label, options, chosen, action) {
  const select = h('select', { 'aria-label': label, on: { change: () => action(select.selectedIndex) } },
    options.map((option, index) => h('option', { selected: index === chosen }, option)));
  return h('label', { class: 'choice' }, h('span', null, label), select);
}

function empty(title, text, ...rest) {
  return h('div', { class: 'empty' }, h('strong', null, title), text, rest);
}

function plural(count, noun) {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

function when(time) {
  if (!time) return '';
  const match = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d))?/.exec(time);
  return match ? match[1] + (match[2] ? ' ' + match[2] : '') : time;
}

function clock(time) {
  return when(time).slice(11);
}

function day(time) {
  return when(time).slice(0, 10);
}

// Scrolls inside the pane where the pane scrolls, and the page where panes are stacked.
function bring(element, block) {
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  element.scrollIntoView({ block: block || 'center', behavior: calm ? 'auto' : 'smooth' });
}
