// node crashing-import.mjs REPOSITORY INPUT TARGET MODE CALL: imports INPUT through the library, and at the CALLth call
// that changes the file system, counted from 1, kills this process (MODE `kill`) or lets the call fail (MODE `fail`).
// CALL 0 lets all calls happen. Prints the number of calls made and, where it came to it, the new revision.
import { setFileSystemObserver } from '@revstore/files/observer';
import { openRepository } from '@revstore/repository';

const [repositoryPath, input, target, mode, at] = process.argv.slice(2);
let calls = 0;
setFileSystemObserver(({ kind, path }) => {
  if (++calls !== Number(at)) return;
  if (mode === 'kill') process.kill(process.pid, 'SIGKILL');
  throw Object.assign(new Error(`EIO: i/o error, ${kind} '${path}'`), {
    code: 'EIO',
    errno: -5,
    syscall: kind,
    path,
  });
});
const repository = await openRepository(repositoryPath);
try {
  const { revision } = await repository.importTree(input, {
    target,
    author: 'tester',
    message: 'A crash test.',
  });
  console.log(JSON.stringify({ calls, revision }));
} finally {
  await repository.close();
}
