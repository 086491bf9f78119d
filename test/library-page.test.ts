import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import ts from 'typescript';
import { projectRoot, temporaryDirectory } from '@revstore/testkit';

/** The code blocks of a page as one module. */
function codeOf(page: string): string {
  const blocks = [...readFileSync(join(projectRoot, page), 'utf8').matchAll(/^```ts\n(.*?)^```$/gms)];
  return blocks.map((block) => block[1]).join('\n');
}

it('the example of docs/LIBRARY.md runs and prints what it says', async () => {
  const directory = temporaryDirectory();
  mkdirSync(join(directory, 'pictures'));
  writeFileSync(join(directory, 'pictures/one.svg'), '<svg/>\n');
  // The module has to lie where the packages are found.
  const module = join(projectRoot, `test/.page-example-${process.pid}.mjs`);
  const { outputText } = ts.transpileModule(codeOf('docs/LIBRARY.md'), {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  });
  writeFileSync(module, outputText);
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [module], { cwd: directory });
    expect(stdout.split('\n')).toEqual([
      'r1',
      'Adding pictures/one.svg',
      "[ 'hello.txt', 'pictures' ]",
      '17 1',
      'Hello, $Author$!',
      'dir /trunk alice',
      'file /trunk/hello.txt alice',
      'dir /trunk/pictures alice',
      'file /trunk/pictures/one.svg alice',
      "1 First words. [ '/trunk', '/trunk/hello.txt' ]",
      '',
    ]);
  } finally {
    rmSync(module);
  }
  expect(readFileSync(join(directory, 'copy/hello.txt'), 'utf8')).toBe('Hello, $Author: alice $!\n');
});
