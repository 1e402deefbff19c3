// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The page: a list of properties and, for the chosen one, what is known of it. Text from the results becomes text nodes only.
'use strict';

const data = JSON.parse(document.getElementById('data').textContent);
const marks = { holds: '✓', proved: '✓✓', violated: '✗', vacuous: '∅', unknown: '?' };

// element('p.reason', {title: …}, child, …): children are elements, texts or nothing.
const element = (what, attributes = {}, ...children) => {
  const [name, ...classes] = what.split('.');
  const made = document.createElement(name);
  made.className = classes.join(' ');
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else if (value !== undefined && value !== false) made.setAttribute(key, value);
  }
  made.append(...children.flat().filter((c) => c !== undefined && c !== null && c !== false && c !== ''));
  return made;
};

// Drawn, since few fonts have these signs.
const icon = (path) => {
  const svg = svgElement('svg', { viewBox: '0 0 16 16', width: 14, height: 14, class: 'icon', 'aria-hidden': 'true' });
  svg.append(svgElement('path', { d: path }));
  return svg;
};
const icons = {
  first: icon('M3 3h2v10H3z M13 3v10L6 8z'), back: icon('M12 3v10L4 8z'), forward: icon('M4 3v10l8-5z'),
  over: icon('M2 9a6 5 0 0 1 10-3l2-2v6H8l2.2-2.2A4 3.4 0 0 0 4 9z M7 11h3v3H7z'), last: icon('M11 3h2v10h-2z M3 3v10l7-5z'),
};

const nameOf = (r) => `${r.method}.${r.property}`;
const placeOf = (l) => (l ? `${l.file}:${l.line}` : '');
const shortFile = (file) => file.split('/').pop();

// Enough of C++ to guide the eye.
const tokens = new RegExp([
  '(?<comment>//.*|/\\*.*?(?:\\*/|$))', '(?<literal>"(?:[^"\\\\]|\\\\.)*"|\'(?:[^\'\\\\]|\\\\.)*\'|\\b\\d[\\w.]*)',
  '(?<keyword>\\b(?:auto|bool|break|case|catch|char|class|const|constexpr|continue|default|delete|do|double|else|enum|false|float|for|goto|if|inline|int|long|namespace|new|noexcept|nullptr|NULL|private|protected|public|return|short|signed|sizeof|static|struct|switch|template|this|throw|true|try|typedef|typename|unsigned|using|virtual|void|while)\\b)',
].join('|'), 'g');
const coloured = (code) => {
  const parts = [];
  let at = 0;
  for (const match of code.matchAll(tokens)) {
    const kind = Object.entries(match.groups).find(([, text]) => text !== undefined)[0];
    parts.push(code.slice(at, match.index), element(`span.${kind}`, {}, match[0]));
    at = match.index + match[0].length;
  }
  return [...parts, code.slice(at)];
};

const shown = (value) => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return `[${value.map(shown).join(', ')}]`;
  if (typeof value === 'object') return `{${value.set.map(shown).join(', ')}}`;
  return String(value).replace(/^@/, '');
};

const effectOf = (step) => {
  const parts = step.changes.map((c) => {
    if (c.kind === 'allocate') return `new ${c.target}`;
    if (c.kind === 'free') return `${c.target} is freed`;
    return `${c.target} = ${'to' in c ? shown(c.to) : '?'}`;
  });
  if ('outcome' in step) parts.push(step.outcome ? 'is true' : 'is false');
  return parts.join(', ');
};

// The execution of one counterexample: source on the left, heap on the right, one position in both.
class Stepper {
  constructor(result, atEnd) {
    this.result = result;
    this.steps = result.counterexample.steps;
    this.page = result.page;
    this.position = 0;
    this.open = new Map();
    this.atEnd = atEnd;
    this.heap = new HeapView(this.page);
    this.build();
    this.go(0);
  }

  build() {
    const button = (sign, title, act) => element('button', { title, 'aria-label': title, onclick: act }, icons[sign].cloneNode(true));
    this.first = button('first', 'Before the call (Home)', () => this.go(0));
    this.back = button('back', 'One step back (←)', () => this.go(this.position - 1));
    this.forward = button('forward', 'One step (→)', () => this.go(this.position + 1));
    this.over = button('over', 'Over the callee (Shift →)', () => this.go(this.overFrom(1)));
    this.last = button('last', 'After the call (End)', () => this.go(this.steps.length));
    this.slider = element('input', {
      type: 'range', min: 0, max: this.steps.length, 'aria-label': 'step', oninput: () => this.go(Number(this.slider.value)),
    });
    this.count = element('span.count');
    this.said = element('div.said.mono', { 'aria-live': 'polite' });
    this.source = element('div.source', { tabindex: -1 });
    this.variables = element('div.variables');
    const problem = this.page.layout.problem;
    this.element = element('section.stepper', {},
      element('div.controls', {}, this.first, this.back, this.forward, this.over, this.last, this.slider, this.count),
      this.said,
      element('div.panes', {}, this.source,
        element('div.heap', {}, this.variables, this.heap.element,
          problem && element('div.note', {}, `${problem}: the boxes stand in rows.`))));
  }

  // The next (or, backwards, previous) position that is no deeper than this one.
  overFrom(direction) {
    const depth = this.position > 0 ? this.steps[this.position - 1].depth : 0;
    let to = this.position + direction;
    while (to > 0 && to < this.steps.length && this.steps[to - 1].depth > depth) to += direction;
    return to;
  }

  go(position) {
    this.position = Math.max(0, Math.min(this.steps.length, position));
    const end = this.position === this.steps.length;
    this.heap.show(this.position, end ? this.page.witness : []);
    this.slider.value = this.position;
    this.first.disabled = this.back.disabled = this.position === 0;
    this.last.disabled = this.forward.disabled = this.over.disabled = end;
    this.count.textContent = this.position === 0 ? `before (${this.steps.length} steps)` : `step ${this.position} of ${this.steps.length}`;
    this.say();
    this.showVariables();
    this.showSource();
    this.atEnd(end);
  }

  say() {
    const step = this.steps[this.position - 1];
    if (!step) {
      this.said.replaceChildren(element('span', {}, `the heap before ${this.result.method} is called`));
      return;
    }
    this.said.replaceChildren(element('span', {}, `${shortFile(step.file)}:${step.line}`), element('b', {}, step.text),
      element('span.effect', {}, effectOf(step)), step.note ? element('span.fault', {}, step.note) : '');
  }

  showVariables() {
    const old = this.position > 0 ? this.heap.variables(this.position - 1) : [];
    this.variables.replaceChildren(...this.heap.variables(this.position).map(({ name, value }) => {
      const same = this.position === 0 || old.some((o) => o.name === name && o.value.text === value.text);
      return element(same ? 'span' : 'span.changed', {}, `${name} = `, element('b', {}, value.text));
    }));
  }

  showSource() {
    const scroll = this.source.scrollTop;
    this.source.replaceChildren(...this.callLines(0));
    this.source.scrollTop = scroll;
    const current = this.source.querySelector('.line.current');
    if (!current) return;
    const line = current.getBoundingClientRect();
    const pane = this.source.getBoundingClientRect();
    if (line.top < pane.top + 40) this.source.scrollTop -= pane.top + 80 - line.top;
    if (line.bottom > pane.bottom - 40) this.source.scrollTop += line.bottom - pane.bottom + 80;
  }

  stepsOf(call) {
    return this.steps.map((step, i) => ({ step, i })).filter(({ i }) => this.page.step_calls[i] === call);
  }

  callLines(call) {
    const { function: name, file } = this.page.calls[call] ?? {};
    const own = this.stepsOf(call);
    const source = this.page.functions.find((f) => f.name === name && f.file === file);
    const lines = source && source.text.length > 0
      ? source.text.map((text, i) => ({ number: source.line + i, text }))
      : own.filter(({ step }, i) => own.findIndex((o) => o.step.line === step.line) === i)
        .map(({ step }) => ({ number: step.line, text: step.text }));
    const title = call === 0 ? [element('div.title', {}, element('b', {}, name ?? ''), element('span.file', {}, source?.shown ?? file ?? ''))] : [];
    return [...title, ...lines.flatMap(({ number, text }) => this.line(number, text, own.filter(({ step }) => step.line === number)))];
  }

  line(number, text, executions) {
    const done = executions.filter(({ i }) => i < this.position);
    const latest = done[done.length - 1];
    const current = executions.find(({ i }) => i === this.position - 1);
    const classes = ['div.line', executions.length && 'executed', done.length && 'past', current && 'current',
      current?.step.kind === 'fault' && 'fault'].filter(Boolean).join('.');
    // What this line did last; of a line that does several things, what the last round of it did.
    const effect = current ? effectOf(current.step) : latest ? this.lastRound(done) : '';
    const jump = () => {
      const next = executions.find(({ i }) => i >= this.position) ?? executions[0];
      if (next) this.go(next.i + 1);
    };
    const row = element(classes, executions.length ? { onclick: jump, title: 'go to this line\'s next execution' } : {},
      element('span.number', {}, String(number)),
      element('span.code', {}, coloured(text), effect && element('span.effect', {}, effect),
        executions.length > 1 && this.isLoop(executions) && element('span.times', {}, `${this.rounds(executions)}×`)));
    return [row, ...this.specification(number, executions), ...this.callees(executions)];
  }

  isLoop(executions) { return this.rounds(executions) > 1; }
  rounds(executions) {
    const first = executions[0];
    return executions.filter(({ step }) => step.text === first.step.text && step.kind === first.step.kind).length;
  }
  lastRound(done) {
    const start = done.findLastIndex(({ step }) => step.text === done[0].step.text);
    return done.slice(start).filter(({ step }) => step.changes.length).map(({ step }) => effectOf(step)).join(', ');
  }

  specification(number, executions) {
    if (!executions.some(({ step }) => step.kind === 'call')) return [];
    const file = executions[0].step.file;
    const sites = [`${file}:${number}`, `${shortFile(file)}:${number}`];
    return this.result.inferred.filter((i) => sites.includes(i.call_site) && i.specification)
      .map((i) => element('details.spec', {}, element('summary', {}, `inferred of ${i.callee} for this call`), i.specification));
  }

  // Of the calls made on one line, the one that is running or ran last; before the first, the first.
  callees(executions) {
    const numbers = executions.filter(({ step }) => step.kind === 'call')
      .map(({ i }) => this.page.calls.findIndex((c) => c.step === i)).filter((c) => c >= 0);
    const byText = new Map();
    for (const c of numbers) {
      const key = this.page.calls[c].function;
      byText.set(key, [...(byText.get(key) ?? []), c]);
    }
    return [...byText.values()].map((same) => {
      const begun = same.filter((c) => this.page.calls[c].step < this.position);
      const call = begun[begun.length - 1] ?? same[0];
      const running = this.isIn(call);
      const open = running || this.open.get(call);
      const inside = this.stepsOf(call).length;
      const which = same.length > 1 ? `, call ${same.indexOf(call) + 1} of ${same.length}` : '';
      const toggle = () => {
        this.open.set(call, !open);
        this.showSource();
      };
      return element('div.call', {},
        element('button.title', { onclick: toggle, 'aria-expanded': String(Boolean(open)) }, open ? '▾' : '▸',
          element('b', {}, this.page.calls[call].function),
          element('span.file', {}, `${inside} ${inside === 1 ? 'step' : 'steps'}${which}`)),
        open ? this.callLines(call) : []);
    });
  }

  // Whether the current step is in `call` or in what it calls.
  isIn(call) {
    for (let c = this.page.step_calls[this.position - 1] ?? -1; c >= 0; c = this.page.calls[c].caller) {
      if (c === call) return true;
    }
    return false;
  }
}

class Page {
  constructor() {
    this.root = document.getElementById('page');
    this.hidden = new Set();
    this.search = element('input', { type: 'search', placeholder: 'find a property  /', 'aria-label': 'find a property', oninput: () => this.list() });
    this.nav = element('nav', { 'aria-label': 'properties' });
    this.entries = element('div');
    this.nav.append(this.search, this.entries);
    this.main = element('main');
    this.root.append(this.header(), this.nav, this.main);
    const [name, position] = decodeURIComponent(location.hash.slice(1)).split('@');
    const wanted = data.results.findIndex((r) => nameOf(r) === name);
    const violated = data.results.findIndex((r) => r.verdict === 'violated');
    this.choose(wanted >= 0 ? wanted : Math.max(0, violated));
    if (wanted >= 0 && position) this.stepper?.go(Number(position));
    document.addEventListener('keydown', (event) => this.key(event));
  }

  header() {
    const counts = new Map();
    for (const r of data.results) counts.set(r.verdict, (counts.get(r.verdict) ?? 0) + 1);
    const pills = ['violated', 'unknown', 'vacuous', 'holds', 'proved'].filter((v) => counts.has(v)).map((verdict) => {
      const pill = element(`button.pill.${verdict}`, {
        title: 'show or hide these',
        'aria-pressed': 'true',
        onclick: () => {
          if (!this.hidden.delete(verdict)) this.hidden.add(verdict);
          pill.classList.toggle('off', this.hidden.has(verdict));
          pill.setAttribute('aria-pressed', String(!this.hidden.has(verdict)));
          this.list();
        },
      }, `${counts.get(verdict)} ${verdict}`);
      return pill;
    });
    return element('header.top', {}, element('span.name', {}, 'weir'), pills,
      element('span.version', {}, `weir ${data.weir}, ${data.results.length} ${data.results.length === 1 ? 'property' : 'properties'}`));
  }

  visible() {
    const wanted = this.search.value.toLowerCase();
    return data.results.map((r, i) => ({ r, i }))
      .filter(({ r }) => !this.hidden.has(r.verdict) && nameOf(r).toLowerCase().includes(wanted));
  }

  list() {
    const groups = new Map();
    for (const entry of this.visible()) groups.set(entry.r.method, [...(groups.get(entry.r.method) ?? []), entry]);
    this.entries.replaceChildren(...[...groups].flatMap(([method, entries]) => [
      element('h2', {}, method),
      ...entries.map(({ r, i }) => element(i === this.chosen ? 'button.chosen' : 'button',
        { onclick: () => this.choose(i), 'aria-current': i === this.chosen && 'true', title: r.verdict },
        element(`span.mark.${r.verdict}`, { style: 'background: none' }, marks[r.verdict]),
        element('span.label', {}, r.property), element('span.time', {}, r.time))),
    ]));
  }

  choose(index) {
    this.chosen = index;
    this.stepper = undefined;
    this.list();
    const r = data.results[index];
    if (!r) {
      this.main.replaceChildren(element('p', {}, 'No property was checked.'));
      return;
    }
    this.falsePart = undefined;
    const property = this.property(r);
    if (r.page) {
      this.stepper = new Stepper(r, (end) => {
        this.falsePart?.classList.toggle('now', end);
        history.replaceState(null, '', `#${encodeURIComponent(nameOf(r))}${this.stepper ? `@${this.stepper.position}` : ''}`);
      });
    }
    this.main.replaceChildren(...[
      element('div', {},
        element('h1', {}, element('span.method', {}, r.method), r.property, element(`span.pill.${r.verdict}`, {}, r.verdict)),
        r.reason && element('p.reason', {}, r.reason)),
      property, this.stepper?.element, this.proof(r), this.inferred(r), this.replay(r), this.numbers(r),
      element('div.keys', {}, element('kbd', {}, '←'), ' ', element('kbd', {}, '→'), ' step, ', element('kbd', {}, 'Shift'),
        ' over a callee, ', element('kbd', {}, 'Home'), ' ', element('kbd', {}, 'End'), ' before and after, ',
        element('kbd', {}, 'j'), ' ', element('kbd', {}, 'k'), ' next and previous property, ', element('kbd', {}, '/'), ' find'),
    ].filter(Boolean));
    this.main.scrollTop = 0;
    this.entries.querySelector('.chosen')?.scrollIntoView({ block: 'nearest' });
  }

  property(r) {
    const c = r.counterexample;
    const text = r.text || r.property;
    const at = c ? text.lastIndexOf(c.violated) : -1;
    const parts = [text];
    if (at >= 0) {
      this.falsePart = element('mark', { title: 'this part is false after the execution' }, c.violated);
      parts.splice(0, 1, text.slice(0, at), this.falsePart, text.slice(at + c.violated.length));
    }
    const facts = [...(r.page?.witness ?? []), ...(r.page?.evaluations ?? [])]
      .map(({ name, value }) => element('span', {}, element('code', {}, `${name} = ${value.text}`)));
    if (c && at < 0) {
      this.falsePart = element('code.false', {}, c.violated);
      facts.unshift(element('span', {}, 'false after the call: ', this.falsePart));
    }
    if (c?.replay) {
      facts.push(c.replay.confirmed ? element('span.confirmed', {}, '✓ the compiled program does the same')
        : element('span.unconfirmed', {}, `not replayed: ${c.replay.reason ?? ''}`));
    } else if (c) {
      facts.push(element('span.unconfirmed', {}, 'not replayed'));
    }
    if (r.suggestion) facts.push(element('span.suggestion', { title: 'checked: with this precondition it holds' }, 'holds if ', element('code', {}, r.suggestion)));
    const objects = Object.entries(r.scope.objects).map(([name, n]) => `${n} ${name}`).join(', ');
    facts.push(element('span.place', {}, placeOf(r.location)));
    if (!c) {
      facts.unshift(r.verdict === 'proved' ? element('span', {}, 'for every size')
        : element('span', {}, 'within ', element('code', {}, objects || 'the default scope'), `, up to ${r.scope.unroll} iterations`));
      if (r.never_returns) facts.push(element('span.unconfirmed', {}, 'no execution returns'));
      if (r.scope.objects_cut) facts.push(element('span.unconfirmed', {}, 'some executions allocate more objects: they were not looked at'));
      if (r.scope.arrays_cut) facts.push(element('span.unconfirmed', {}, 'some executions need longer arrays: they were not looked at'));
      if (r.scope.loops_cut) facts.push(element('span.unconfirmed', {}, 'some executions need more iterations: they were not looked at'));
    }
    return element('div.property', {}, element('pre', {}, parts), element('div.facts', {}, facts));
  }

  /// Why it holds for every size, at each loop; or why that is not known.
  proof(r) {
    if (r.no_proof) return element('p.place', {}, `Not proved for every size: ${r.no_proof}.`);
    if (!r.proof) return undefined;
    const { method, invariants, cutoff, recheck } = r.proof;
    const places = [...new Set(invariants.map(({ place }) => place))];
    const isOfInputs = method === 'conditions of the inputs';
    const rows = places.map((place) => element('tr', {},
      element('td', {}, isOfInputs ? 'it never fails where' : element('code', {}, place)),
      element('td', {}, invariants.filter((i) => i.place === place).map((i) => element('pre.mono', {}, i.formula)))));
    const how = [method, cutoff > 0 && `${cutoff} objects stand for any number`, recheck].filter(Boolean).join('; ');
    return element('details', { open: '' }, element('summary', {}, 'Why it holds for every size'), element('p', {}, how),
      rows.length > 0 && element('table', {},
        element('tr', {}, ...(isOfInputs ? ['', 'inputs'] : ['loop', 'invariants']).map((h) => element('th', {}, h))), rows));
  }

  inferred(r) {
    if (r.inferred.length === 0) return undefined;
    const rows = r.inferred.map((i) => element('tr', {},
      element('td', {}, element('code', {}, i.call_site)), element('td', {}, element('code', {}, i.callee)),
      element('td', {}, i.needed === false ? 'not needed' : i.inlined ? 'inlined' : String(i.refinements)),
      element('td', {}, element('pre.mono', {}, i.specification || '–'))));
    return element('details', { open: r.page ? false : '' }, element('summary', {}, 'What was inferred of the callees'),
      element('table', {}, element('tr', {}, ...['call site', 'callee', 'refinements', 'specification'].map((h) => element('th', {}, h))), rows));
  }

  replay(r) {
    const replay = r.counterexample?.replay;
    if (!replay?.program && !replay?.output) return undefined;
    return element('details', {}, element('summary', {}, 'The program that replays it'),
      replay.program && element('pre', {}, replay.program), replay.output && element('pre', {}, replay.output));
  }

  numbers(r) {
    const s = r.stats;
    const objects = Object.entries(r.scope.objects).map(([name, n]) => `${n} ${name}`).join(', ');
    const facts = [['time', r.time], ['mode', r.mode], ['scope', `${objects}${objects ? '; ' : ''}unroll ${r.scope.unroll}`],
      ['refinements', s.refinements], ['solver calls', s.solver_calls], ['variables', s.variables], ['clauses', s.clauses],
      ['callees refined', `${s.callees_refined} of ${s.callees}`],
      ...Object.entries(s.phases_ms ?? {}).map(([phase, ms]) => [phase, `${ms} ms`])];
    return element('details', {}, element('summary', {}, 'Numbers'),
      element('table', {}, facts.map(([name, value]) => element('tr', {}, element('th', {}, name), element('td', {}, String(value))))));
  }

  key(event) {
    const typing = event.target === this.search;
    if (event.key === 'Escape' && typing) this.search.blur();
    if (typing || event.ctrlKey || event.metaKey || event.altKey) return;
    const s = this.stepper;
    const slider = s && event.target === s.slider;
    const acts = {
      ArrowRight: () => s?.go(event.shiftKey ? s.overFrom(1) : s.position + 1),
      ArrowLeft: () => s?.go(event.shiftKey ? s.overFrom(-1) : s.position - 1),
      Home: () => s?.go(0),
      End: () => s?.go(s.steps.length),
      j: () => this.move(1), k: () => this.move(-1),
      '/': () => this.search.focus(),
    };
    if (!acts[event.key] || (slider && event.key === '/')) return;
    event.preventDefault();
    acts[event.key]();
  }

  move(by) {
    const shownEntries = this.visible().map(({ i }) => i);
    const at = shownEntries.indexOf(this.chosen);
    const next = shownEntries[Math.max(0, Math.min(shownEntries.length - 1, at + by))];
    if (next !== undefined && next !== this.chosen) this.choose(next);
  }
}

new Page();
