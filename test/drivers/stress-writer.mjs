// node stress-writer.mjs REPOSITORY: makes one revision for each line of standard input, `{"message", "changes"}` with
// changes as svnmucc's actions, and prints a line `MESSAGE REVISION` when it stands. No commit may take a minute.
import { createInterface } from 'node:readline';
import { openRepository } from '@revstore/repository';

const longestWait = 60_000;

function toEdit(change) {
  if ('mkdir' in change) return { type: 'make-directory', path: change.mkdir };
  if ('put' in change) return { type: 'put-file', path: change.put, contents: Buffer.from(change.contents) };
  const { propset: path, name, value } = change;
  return { type: 'set-properties', path, properties: [[name, Buffer.from(value)]] };
}

const repository = await openRepository(process.argv[2]);
for await (const line of createInterface({ input: process.stdin })) {
  const { message, changes } = JSON.parse(line);
  const { revision } = await repository.commit(changes.map(toEdit), {
    message,
    author: 'writer',
    signal: AbortSignal.timeout(longestWait),
  });
  console.log(`${message} ${revision}`);
}
await repository.close();
