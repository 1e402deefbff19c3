// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The heap as a picture: one layout, in which each state shows what exists then.
'use strict';

const svgElement = (name, attributes = {}, text) => {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  return element;
};

const clipped = (text, most) => (text.length > most ? text.slice(0, most - 1) + '…' : text);

class HeapView {
  constructor(page) {
    this.layout = page.layout;
    this.page = page;
    this.states = HeapView.accumulate(page.states);
    this.boxes = new Map();
    this.rows = new Map();
    this.edges = [];
    this.element = this.draw();
  }

  // The page carries differences; a picture needs whole states.
  static accumulate(deltas) {
    const states = [];
    let values = new Map();
    let objects = new Map();
    for (const delta of deltas) {
      values = new Map([...values, ...Object.entries(delta.values)]);
      objects = new Map([...objects, ...Object.entries(delta.objects)]);
      states.push({ values, objects, delta });
    }
    return states;
  }

  draw() {
    const { width, height } = this.layout;
    const svg = svgElement('svg', {
      viewBox: `-14 -6 ${width + 28} ${height + 20}`, width: Math.ceil((width + 28) * 1.1), role: 'img',
      'aria-label': 'the heap',
    });
    // A large heap is scrolled, not shrunk until it cannot be read.
    svg.style.minWidth = `${Math.ceil((width + 28) * 0.72)}px`;
    const definitions = svgElement('defs');
    for (const kind of ['plain', 'changed']) {
      const marker = svgElement('marker', {
        id: `arrow-${kind}`, viewBox: '0 0 10 10', refX: 9, refY: 5, markerWidth: kind === 'plain' ? 7 : 5,
        markerHeight: kind === 'plain' ? 7 : 5, orient: 'auto',
      });
      marker.append(svgElement('path', { d: 'M0 0.8 L10 5 L0 9.2 z', class: `arrow ${kind}` }));
      definitions.append(marker);
    }
    svg.append(definitions);
    for (const box of this.layout.boxes) svg.append(this.drawBox(box));
    for (const edge of this.layout.edges) {
      const path = svgElement('path', { d: edge.path, class: 'edge' });
      path.append(svgElement('title', {}, `${edge.from} = ${edge.to}`));
      this.edges.push({ ...edge, path });
      svg.append(path);
    }
    return svg;
  }

  drawBox(box) {
    const { tags_height: top, title_height: title, row_height: row } = this.layout;
    const group = svgElement('g', { class: 'box', transform: `translate(${box.x} ${box.y})`, 'data-id': box.id });
    const tags = svgElement('g');
    group.append(tags);
    group.append(svgElement('rect', { class: 'title', y: top, width: box.width, height: title, rx: 6 }));
    group.append(svgElement('text', { class: 'id', x: 9, y: top + 16 }, box.id));
    // The class only where the id does not tell it.
    const kind = box.id.startsWith(box.class) && !/[^0-9]/.test(box.id.slice(box.class.length)) ? '' : box.class;
    const remark = svgElement('text', { class: 'class', x: box.width - 9, y: top + 16, 'text-anchor': 'end' }, kind);
    group.append(remark);
    box.rows.forEach((r, i) => {
      const y = top + title + i * row;
      const line = svgElement('g', { class: r.part ? 'row part-row' : 'row' });
      line.append(svgElement('rect', { class: r.part ? 'part' : 'back', x: 1, y, width: box.width - 2, height: row }));
      line.append(svgElement('line', { class: 'rule', x1: 0, x2: box.width, y1: y, y2: y }));
      line.append(svgElement('text', { class: 'label', x: 9 + 12 * r.indent, y: y + 14 }, r.label));
      const value = svgElement('g');
      line.append(value);
      group.append(line);
      if (!r.part) this.rows.set(r.key, { line, value, x: box.width, y });
    });
    group.append(svgElement('rect', {
      class: 'body', y: top, width: box.width, height: box.height - top, rx: 6, style: 'fill: none',
    }));
    this.boxes.set(box.id, { group, tags, remark, kind });
    return group;
  }

  // `was`: what stood there before the call, where the call is over and it is something else now.
  showValue(row, value, was) {
    const parts = [];
    const y = row.y + 10;
    let taken = 20;
    if (!value) {
      // Not there in this state.
    } else if (value.null) {
      const x = row.x - 18;
      parts.push(svgElement('path', {
        class: 'end', d: `M${x - 7} ${y} h9 M${x + 2} ${y - 6} v12 M${x + 5.5} ${y - 4} v8 M${x + 9} ${y - 2} v4`,
      }));
      parts[0].append(svgElement('title', {}, 'null'));
      taken = 36;
    } else if (value.to && this.edges.some((e) => e.to === value.to)) {
      parts.push(svgElement('circle', { class: 'dot', cx: row.x - 9, cy: y, r: 3.4 }));
    } else {
      parts.push(svgElement('text', { class: 'value', x: row.x - 9, y: y + 4, 'text-anchor': 'end' }, clipped(value.text, 24)));
      taken = 17 + 7.3 * Math.min(value.text.length, 24);
    }
    if (was) {
      parts.push(svgElement('text', { class: 'was', x: row.x - taken, y: y + 4, 'text-anchor': 'end' }, `was ${clipped(was.text, 24)}`));
    }
    row.value.replaceChildren(...parts);
  }

  // State `index`; `witness`: names to show in red on what they stand for.
  show(index, witness) {
    const state = this.states[index];
    const changed = index > 0 ? state.delta.values : {};
    const fresh = index > 0 ? state.delta.objects : {};
    const before = index > 0 ? this.states[index - 1].values : new Map();
    for (const [id, { group, remark, kind }] of this.boxes) {
      const life = state.objects.get(id);
      group.style.display = life ? '' : 'none';
      group.classList.toggle('freed', life === 'freed');
      remark.textContent = life === 'freed' ? 'freed' : kind;
      group.classList.toggle('fresh', fresh[id] === 'live');
      group.classList.toggle('witness', witness.some((w) => this.boxOf(w.value.to) === id));
    }
    const over = index > 0 && index === this.states.length - 1;
    for (const [key, row] of this.rows) {
      const was = over ? this.states[0].values.get(key) : undefined;
      const altered = was && was.text !== state.values.get(key)?.text;
      row.line.classList.toggle('changed', key in changed);
      row.line.classList.toggle('altered', Boolean(altered));
      this.showValue(row, state.values.get(key), altered ? was : undefined);
    }
    for (const edge of this.edges) {
      const now = state.values.get(edge.from)?.to === edge.to && state.objects.get(this.boxOf(edge.from)) !== 'freed';
      const gone = !now && edge.from in changed && before.get(edge.from)?.to === edge.to;
      edge.path.style.display = now || gone ? '' : 'none';
      edge.path.setAttribute('class', gone ? 'edge gone' : now && edge.from in changed ? 'edge changed' : 'edge');
      edge.path.setAttribute('marker-end', `url(#arrow-${gone || edge.from in changed ? 'changed' : 'plain'})`);
    }
    this.showTags(index, witness);
  }

  boxOf(key) {
    if (!key) return undefined;
    if (this.boxes.has(key)) return key;
    return this.layout.boxes.find((b) => b.rows.some((r) => r.key === key || key === r.key.split('.')[0]))?.id;
  }

  // Variables stand on the box they point to.
  showTags(index, witness) {
    const tags = new Map();
    const old = index > 0 ? this.variables(index - 1) : [];
    for (const variable of this.variables(index)) {
      const id = this.boxOf(variable.value.to);
      if (!id) continue;
      const same = old.some((o) => o.name === variable.name && o.value.to === variable.value.to);
      tags.set(id, [...(tags.get(id) ?? []), { name: variable.name, kind: index > 0 && !same ? 'changed' : '' }]);
    }
    for (const w of witness) {
      const id = this.boxOf(w.value.to);
      if (!id) continue;
      const others = (tags.get(id) ?? []).filter((t) => t.name !== w.name);
      tags.set(id, [...others, { name: w.name, kind: 'witness' }]);
    }
    for (const [id, { tags: place }] of this.boxes) {
      let x = 2;
      place.replaceChildren(...(tags.get(id) ?? []).map(({ name, kind }) => {
        const group = svgElement('g', { class: `tag ${kind}` });
        const width = name.length * 6.7 + 12;
        group.append(svgElement('rect', { x, y: 1, width, height: 16, rx: 8 }));
        group.append(svgElement('text', { x: x + 6, y: 13 }, name));
        x += width + 4;
        return group;
      }));
    }
  }

  variables(index) {
    // The running function's own variables hide those of the same name further out.
    const { roots, locals } = this.page.states[index];
    const own = (r) => locals.find((l) => l.name === r.name) ?? r;
    return [...roots.map(own), ...locals.filter((l) => !roots.some((r) => r.name === l.name))];
  }
}
