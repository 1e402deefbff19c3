// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The page of a violation: what `weir report --html` makes of the results that the language server sent.
//
// Nothing here knows the editor, so that it can be tested without one.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** What of a result of `weir check --json` is looked at here. */
export interface Result {
  method: string;
  property: string;
  verdict: string;
  counterexample?: object;
}

export function hasExecution(results: Result[]): boolean {
  return results.some((result) => result.verdict === 'violated' && result.counterexample !== undefined);
}

/** The newest results of each method and property, in the order in which they were first seen. */
export function merged(known: Result[], fresh: Result[]): Result[] {
  const key = (result: Result) => `${result.method}.${result.property}`;
  const all = new Map(known.map((result) => [key(result), result]));
  for (const result of fresh) all.set(key(result), result);
  return [...all.values()];
}

/** The page as one HTML text. Throws what weir printed where it cannot be made. */
export async function pageOf(weir: string, results: Result[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'weir-page-'));
  try {
    const file = join(folder, 'results.json');
    const shown = results.filter((result) => result.verdict === 'violated');
    await writeFile(file, JSON.stringify({ weir: '0.1.0', schema: 1, results: shown }));
    // The exit status is that of the check: not 0 where something is violated.
    const run = promisify(execFile)(weir, ['report', file, '--html', folder]);
    const failed = await run.then(() => undefined, (error) => error as { code?: number; stderr?: string; message: string });
    if (failed !== undefined && failed.code !== 1) throw new Error(failed.stderr || failed.message);
    return await readFile(join(folder, 'index.html'), 'utf8');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
