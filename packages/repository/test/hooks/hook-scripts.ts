import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RevstoreError } from '@revstore/errors';

/** Installs a hook of these lines of shell. */
export function installHook(repository: string, name: string, ...lines: string[]): void {
  const path = join(repository, 'hooks', name);
  rmSync(path, { force: true });
  writeFileSync(path, ['#!/bin/sh', ...lines, ''].join('\n'));
  chmodSync(path, 0o755);
}

/** Lines of shell that append to a file all that a hook is given: arguments, environment, working directory, input. */
export function recordingTo(file: string): string[] {
  return [
    '{',
    'echo "== ${0##*/}"',
    'for a in "$@"; do echo "[$a]"; done',
    'pwd',
    '/usr/bin/env | /usr/bin/sort',
    'echo input:',
    '/usr/bin/od -An -c',
    `} >> '${file}'`,
  ];
}

/** An error with its causes as svn prints them. */
export function asPrinted(error: unknown): string {
  let text = '';
  for (let at = error as RevstoreError | undefined; at; at = at.cause as RevstoreError | undefined)
    text += `svn: E${String(at.svnCode).padStart(6, '0')}: ${at.message}\n`;
  return text;
}

/** What a promise rejects with. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('nothing was rejected');
}
