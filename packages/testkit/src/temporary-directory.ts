import { chmodSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

const ofThisFile: string[] = [];

afterAll(() => {
  for (const path of ofThisFile.splice(0)) remove(path);
});

function remove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // A directory without write permission keeps its entries; root and owners may give it.
    makeRemovable(path);
    rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  }
}

function makeRemovable(path: string): void {
  chmodSync(path, 0o700);
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.isDirectory()) makeRemovable(join(path, entry.name));
  }
}

/**
 * Makes an empty directory with a physical path. It goes away when the test that asked for it has finished, or, asked
 * for outside of a test (in a hook), after all tests of the file.
 */
export function temporaryDirectory(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'revstore-')));
  try {
    onTestFinished(() => remove(path));
  } catch {
    ofThisFile.push(path);
  }
  return path;
}
