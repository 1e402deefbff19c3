// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The extension with the real language server, in an editor that is a stand-in: what the extension asks of it is kept, and
// everything else it could ask for is there and does nothing.
//
// Needs the weir program in $WEIR.
import assert from 'node:assert';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import test from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);
const here = dirname(fileURLToPath(import.meta.url));
const WEIR = process.env.WEIR;
assert.ok(WEIR, 'the weir program stands in $WEIR');

/** Anything: a class, a function and an object whose members are anything. */
function anything() {
  const members = new Map();
  return new Proxy(class {}, {
    get(target, name) {
      if (name === 'prototype') return target.prototype;
      if (name === Symbol.toPrimitive) return () => 0;
      if (name === 'then' || name === Symbol.iterator) return undefined;
      if (!members.has(name)) members.set(name, anything());
      return members.get(name);
    },
    set(target, name, value) { members.set(name, value); return true; },
    apply: () => anything(),
  });
}

class Uri {
  constructor(text) { this.text = text; this.fsPath = fileURLToPath(text); this.scheme = 'file'; this.path = this.fsPath; }
  toString() { return this.text; }
  static parse(text) { return new Uri(text); }
  static file(path) { return new Uri(pathToFileURL(path).href); }
}
class EventEmitter {
  listeners = [];
  event = (listener) => { this.listeners.push(listener); return { dispose() {} }; };
  fire(value) { for (const listener of this.listeners) listener(value); }
  dispose() {}
}

const settings = { path: WEIR, compilerFlags: [] };
const commands = new Map();
const contexts = new Map();
const messages = [];
let page;
const say = async (text) => { messages.push(text); };

class CancellationTokenSource {
  token = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose() {} }) };
  cancel() { this.token.isCancellationRequested = true; }
  dispose() {}
}

const vscode = anything();
Object.assign(vscode, { Uri, EventEmitter, CancellationTokenSource, ViewColumn: { Beside: -2 }, Disposable: class { dispose() {} } });
Object.assign(vscode.workspace, {
  getConfiguration: () => ({ get: (name, otherwise) => settings[name] ?? otherwise }),
  workspaceFolders: undefined, textDocuments: [], notebookDocuments: [], onDidCloseTextDocument: () => ({ dispose() {} }),
});
Object.assign(vscode.commands, {
  registerCommand(name, run) { commands.set(name, run); return { dispose() {} }; },
  async executeCommand(name, key, value) { if (name === 'setContext') contexts.set(key, value); },
});
Object.assign(vscode.window, {
  showErrorMessage: say, showInformationMessage: say, visibleTextEditors: [], activeTextEditor: undefined,
  onDidChangeActiveTextEditor: () => ({ dispose() {} }),
  createOutputChannel: () => ({ appendLine() {}, append() {}, show() {}, dispose() {}, clear() {} }),
  createWebviewPanel: () => (page = { visible: true, webview: { html: '' }, onDidDispose() {} }),
});
Object.assign(vscode, { version: '1.91.0', env: { language: 'en', appName: 'stand-in' } });

const load = Module._load;
Module._load = (name, ...rest) => (name === 'vscode' ? vscode : load(name, ...rest));
const extension = require('../out/extension.js');
const pages = extension.forTests;

const SOURCE = 'struct Cell { int value; };\nint first(struct Cell* c) { return c->value; }\n';

test('what the extension contributes is there', () => {
  const manifest = JSON.parse(readFileSync(join(here, '..', 'package.json'), 'utf8'));
  for (const grammar of manifest.contributes.grammars)
    JSON.parse(readFileSync(join(here, '..', grammar.path), 'utf8'));
  JSON.parse(readFileSync(join(here, '..', manifest.contributes.languages[0].configuration), 'utf8'));
});

test('newer results replace older ones of the same property', () => {
  const old = [{ method: 'f', property: 'a', verdict: 'violated', counterexample: {} }, { method: 'f', property: 'b', verdict: 'holds' }];
  const now = pages.merged(old, [{ method: 'f', property: 'a', verdict: 'proved' }]);
  assert.deepEqual(now.map((result) => result.verdict), ['proved', 'holds']);
  assert.equal(pages.hasExecution(old), true);
  assert.equal(pages.hasExecution(now), false);
});

test('a check of the server becomes a page beside the code', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'weir-vscode-'));
  try {
    const file = join(folder, 'cell.c');
    writeFileSync(file, SOURCE);
    const uri = Uri.file(file);
    await extension.activate({ subscriptions: [] });
    // weir.check is the server's: the client offers it once the server has told of it.
    assert.deepEqual([...commands.keys()].sort(), ['weir.check', 'weir.restart', 'weir.showExecution']);

    await commands.get('weir.showExecution')();
    assert.match(messages.at(-1), /No property is violated here/);

    const client = pages.client();
    vscode.window.activeTextEditor = { document: { uri } };
    const checked = new Promise((resolve) => client.onNotification('weir/checked', resolve));
    await client.sendNotification('textDocument/didOpen', {
      textDocument: { uri: uri.toString(), languageId: 'c', version: 1, text: SOURCE } });
    await client.sendRequest('workspace/executeCommand', { command: 'weir.check', arguments: [uri.toString(), 'first'] });
    const { results } = await checked;
    assert.ok(results.some((result) => result.verdict === 'violated'), JSON.stringify(results.map((r) => r.verdict)));
    pages.remember({ uri: uri.toString(), results });
    assert.equal(contexts.get('weir.hasExecution'), true);

    await commands.get('weir.showExecution')();
    assert.match(page.webview.html, /<html/);
    assert.match(page.webview.html, /first/);
    await extension.deactivate();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a weir that is not there is an error with a way out', async () => {
  settings.path = '/nonexistent/weir';
  messages.length = 0;
  await extension.activate({ subscriptions: [] });
  assert.match(messages.at(-1), /weir does not start/);
});
