// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// weir in VS Code: starts `weir lsp` and shows the page of an execution beside the code. Everything else (mistakes,
// completion, lenses, quick fixes) comes from the language server.
import vscode = require('vscode');
import { LanguageClient, LanguageClientOptions, ServerOptions } from 'vscode-languageclient/node';

import { hasExecution, merged, pageOf, Result } from './page';

interface Checked {
  uri: string;
  results: Result[];
}

let client: LanguageClient | undefined;
let panel: vscode.WebviewPanel | undefined;
const known = new Map<string, Result[]>(); // by the address of the document

function program(): string {
  return vscode.workspace.getConfiguration('weir').get<string>('path', 'weir');
}

function newClient(): LanguageClient {
  const flags = vscode.workspace.getConfiguration('weir').get<string[]>('compilerFlags', []);
  const server: ServerOptions = { command: program(), args: flags.length > 0 ? ['lsp', '--', ...flags] : ['lsp'] };
  const options: LanguageClientOptions = {
    documentSelector: ['weir', 'c', 'cpp'].map((language) => ({ scheme: 'file', language })),
  };
  return new LanguageClient('weir', 'weir', server, options);
}

async function start(): Promise<void> {
  client = newClient();
  client.onNotification('weir/checking', (checked: { method: string }) => {
    vscode.window.setStatusBarMessage(`weir checks ${checked.method}`, 2000);
  });
  client.onNotification('weir/checked', remember);
  try {
    await client.start();
  } catch (error) {
    const choice = await vscode.window.showErrorMessage(
        `weir does not start: ${error instanceof Error ? error.message : error}`, 'Open the setting');
    if (choice !== undefined) await vscode.commands.executeCommand('workbench.action.openSettings', 'weir.path');
  }
}

function remember(checked: Checked): void {
  known.set(checked.uri, merged(known.get(checked.uri) ?? [], checked.results));
  void updateContext();
  if (panel?.visible) void showExecution();
}

function resultsInFront(): Result[] {
  const editor = vscode.window.activeTextEditor;
  return editor === undefined ? [] : known.get(editor.document.uri.toString()) ?? [];
}

async function updateContext(): Promise<void> {
  await vscode.commands.executeCommand('setContext', 'weir.hasExecution', hasExecution(resultsInFront()));
}

async function showExecution(): Promise<void> {
  const results = resultsInFront();
  if (!hasExecution(results)) {
    void vscode.window.showInformationMessage('No property is violated here. Check a method first, by the lens above it.');
    return;
  }
  if (panel === undefined) {
    panel = vscode.window.createWebviewPanel('weir', 'weir: execution', { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
                                             { enableScripts: true, retainContextWhenHidden: true });
    panel.onDidDispose(() => { panel = undefined; });
  }
  try {
    panel.webview.html = await pageOf(program(), results);
  } catch (error) {
    void vscode.window.showErrorMessage(`weir cannot make the page: ${error instanceof Error ? error.message : error}`);
  }
}

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  context.subscriptions.push(
      vscode.commands.registerCommand('weir.showExecution', showExecution),
      vscode.commands.registerCommand('weir.restart', async () => {
        await client?.stop();
        await start();
      }),
      vscode.window.onDidChangeActiveTextEditor(() => void updateContext()),
      vscode.workspace.onDidCloseTextDocument((document) => known.delete(document.uri.toString())));
  await start();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}

export const forTests = { merged, hasExecution, remember, client: () => client };
