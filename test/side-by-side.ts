import { expect } from 'vitest';
import type { RunResult } from '@revstore/testkit';

/** What a run told, with what may differ between the two programs taken out. */
export interface Outcome {
  readonly code: number;
  readonly stderr: string;
}

/**
 * Reduces a run to what both programs have to agree in: exit code and error text, with the program's own name and the
 * given texts (paths of a repository, say) replaced.
 */
export function outcome(result: RunResult, replacements: Readonly<Record<string, string>> = {}): Outcome {
  let stderr = result.stderr
    .replace(/^(?:svn|repo): /gm, 'PROGRAM: ')
    .replace(/^(?:svnadmin|repoadmin): /gm, 'ADMIN: ')
    .replace(/'(?:svn|repo) help/g, "'PROGRAM help")
    .replace(/'(?:svnadmin|repoadmin) help/g, "'ADMIN help");
  // Longest first, so that a path is not cut by one of its parents.
  for (const [text, name] of Object.entries(replacements).sort((a, b) => b[0].length - a[0].length)) {
    stderr = stderr.replaceAll(text, name);
  }
  return { code: result.code, stderr };
}

/** Expects two runs to fail alike: the same exit code, not 0, and the same error text. */
export function expectSameFailure(
  theirs: RunResult,
  ours: RunResult,
  replacements: Readonly<Record<string, string>> = {},
): void {
  const expected = outcome(theirs, replacements);
  expect(expected.code).not.toBe(0);
  expect(expected.stderr).not.toBe('');
  expect(outcome(ours, replacements)).toEqual(expected);
}
