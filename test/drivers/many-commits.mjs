// node many-commits.mjs REPOSITORY FROZEN HANDLES COMMITS: commits at once through several handles of one process,
// and reads other files for as long as the file FROZEN exists. Prints a report as JSON.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { openRepository } from '@revstore/repository';

const [repositoryPath, frozen, handleCount, commitCount] = process.argv.slice(2);
const handles = await Promise.all(
  Array.from({ length: Number(handleCount) }, () => openRepository(repositoryPath)),
);
let commitsWhileFrozen = 0;
let readsWhileFrozen = 0;

const commits = Array.from({ length: Number(commitCount) }, async (_, index) => {
  const { revision } = await handles[index % handles.length].commit(
    [
      { type: 'make-directory', path: `/directory-${index}` },
      { type: 'add-file', path: `/directory-${index}/file`, contents: Buffer.from(`${index}\n`) },
    ],
    { author: 'tester', message: `Commit ${index}` },
  );
  if (existsSync(frozen)) commitsWhileFrozen++;
  return revision;
});

async function readMeanwhile() {
  while (existsSync(frozen)) {
    await readFile(new URL(import.meta.url));
    readsWhileFrozen++;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const [revisions] = await Promise.all([Promise.all(commits), readMeanwhile()]);
await Promise.all(handles.map((handle) => handle.close()));
console.log(JSON.stringify({ revisions, commitsWhileFrozen, readsWhileFrozen }));
