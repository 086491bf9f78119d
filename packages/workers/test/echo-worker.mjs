// A worker that does as each job says.
import { appendFileSync } from 'node:fs';
import { setImmediate } from 'node:timers';
import { setTimeout as sleep } from 'node:timers/promises';
import { threadId, workerData } from 'node:worker_threads';
import { RevstoreError } from '@revstore/errors';
import { serveJobs } from '../dist/index.js';

const row = { code: 'SOME_CODE', kind: 'corrupt', svn: 160004 };

serveJobs(
  async (job) => {
    if (job.wait) await sleep(job.wait);
    switch (job.do) {
      case 'fail': {
        const cause = new RevstoreError({ ...row, code: 'INNER' }, 'inner', {
          cause: new TypeError('innermost'),
        });
        throw new RevstoreError(row, 'outer', { data: { path: '/x', offset: 7, odd: () => 1 }, cause });
      }
      case 'fail plainly':
        throw new RangeError('out of range');
      case 'throw text':
        throw 'only text';
      case 'exit':
        process.exit(3);
        break;
      case 'crash':
        setImmediate(() => {
          throw new Error('crashed');
        });
        await sleep(10_000);
        break;
      case 'fill': {
        const bytes = new Uint8Array(job.bytes);
        bytes.fill(bytes[0] + 1);
        return { result: bytes, transfer: [bytes.buffer] };
      }
      case 'unclonable':
        return { result: () => 1 };
      case 'hang':
        for (;;);
    }
    return { result: { value: job.value, threadId, workerData } };
  },
  { onClose: () => workerData?.log && appendFileSync(workerData.log, 'closed\n') },
);
