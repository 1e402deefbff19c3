// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The colours of a specification: what each word of a line is, and that nothing of the language is forgotten.
import assert from 'node:assert';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { fileURLToPath } from 'node:url';

const require = createRequire(import.meta.url);
const oniguruma = require('vscode-oniguruma');
const textmate = require('vscode-textmate');
const here = dirname(fileURLToPath(import.meta.url));
// Where the examples stand: above this folder, unless it is a copy.
const root = process.env.WEIR_ROOT ?? join(here, '..', '..', '..');

await oniguruma.loadWASM(readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm')).buffer);
const FILES = { 'source.weir': 'weir.tmLanguage.json', 'weir.comment.injection': 'comments.tmLanguage.json' };
// Of C only what an injection needs: that there are comments.
const C = { scopeName: 'source.c', patterns: [{ name: 'comment.line.double-slash.c', begin: '//', end: '$' }], repository: {} };
const registry = new textmate.Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  }),
  loadGrammar: async (scope) => scope === 'source.c' ? C : textmate.parseRawGrammar(
      readFileSync(join(here, '..', 'syntaxes', FILES[scope]), 'utf8'), FILES[scope]),
  getInjections: (scope) => (scope === 'source.c' ? ['weir.comment.injection'] : []),
});
const weir = await registry.loadGrammar('source.weir');
const c = await registry.loadGrammar('source.c');

/** [word, innermost scope] of each token that is no white space. */
function tokens(grammar, line) {
  return grammar.tokenizeLine(line, textmate.INITIAL).tokens
      .map((token) => [line.slice(token.startIndex, token.endIndex), token.scopes.at(-1)])
      .filter(([word]) => word.trim() !== '');
}

function scopeOf(line, word, grammar = weir) {
  const found = tokens(grammar, line).find(([text]) => text.trim() === word);
  assert.ok(found, `${word} is a token of ${line}: ${JSON.stringify(tokens(grammar, line))}`);
  return found[1];
}

test('a label and a clause', () => {
  const line = '  ensures sorted: all n: this.head.*next | n.value <= n.next\'.value';
  assert.equal(scopeOf(line, 'ensures'), 'keyword.control.clause.weir');
  assert.equal(scopeOf(line, 'sorted'), 'entity.name.label.weir');
  assert.equal(scopeOf(line, 'all'), 'keyword.control.quantifier.weir');
  assert.equal(scopeOf(line, 'this'), 'variable.language.weir');
  assert.equal(scopeOf(line, 'head'), 'variable.other.weir');
  assert.equal(scopeOf(line, '<='), 'keyword.operator.weir');
  assert.equal(scopeOf(line, '\''), 'keyword.operator.after.weir');
});

test('declarations', () => {
  assert.equal(scopeOf('method List<int>::push_back { requires some this }', 'List<int>::push_back'), 'entity.name.function.method.weir');
  assert.equal(scopeOf('fun cells[l: List]: set Cell = l.head.*next', 'cells'), 'entity.name.function.weir');
  assert.equal(scopeOf('source "list.cpp" with "-std=c++20"', 'source'), 'keyword.control.import.weir');
  assert.equal(scopeOf('use <heap>', '<heap>'), 'string.quoted.other.library.weir');
  assert.equal(scopeOf('trusted method f { modifies nothing }', 'trusted'), 'storage.modifier.weir');
});

test('built-in properties, and not the words that look like them', () => {
  assert.equal(scopeOf('  checks null-deref, leak', 'null-deref'), 'support.constant.property.weir');
  assert.equal(scopeOf('  checks null-deref, leak', 'leak'), 'support.constant.property.weir');
  assert.equal(scopeOf('  ensures leakless = 1', 'leakless'), 'variable.other.weir');
});

test('a comment is a comment, a property in a comment of C is weir\'s', () => {
  assert.equal(scopeOf('method f { } // requires x', '// requires x'), 'comment.line.double-slash.weir');
  assert.equal(scopeOf('//@ requires some p', 'requires', c), 'keyword.control.clause.weir');
  assert.equal(scopeOf('// requires some p', 'requires some p', c), 'comment.line.double-slash.c');
});

test('every word that the language server completes has a colour', () => {
  const text = readFileSync(join(root, 'tools', 'lsp', 'answers.cpp'), 'utf8');
  const list = /kWords = \{([^}]*)\}/.exec(text)[1];
  const words = [...list.matchAll(/"(\w+)"/g)].map((match) => match[1]);
  assert.ok(words.length > 30, 'the list was found');
  const plain = words.filter((word) => scopeOf(`x ${word} y`, word) === 'variable.other.weir');
  // It is one only where it is applied.
  assert.deepEqual(plain, ['fresh']);
});

test('the examples have no text without a scope of its own', () => {
  for (const file of ['docs/examples/queue.weir', 'tests/verify/toposort/toposort.weir', 'tests/verify/lists/lists.weir']) {
    let stack = textmate.INITIAL;
    for (const line of readFileSync(join(root, file), 'utf8').split('\n')) {
      const result = weir.tokenizeLine(line, stack);
      stack = result.ruleStack;
      for (const token of result.tokens) {
        const word = line.slice(token.startIndex, token.endIndex);
        assert.ok(token.scopes.length > 1 || /^[\s{}()[\],.:;@|"]*$/.test(word), `${file}: '${word}' in: ${line}`);
      }
    }
  }
});
