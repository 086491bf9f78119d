import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFilesystem, Store } from '@revstore/fsfs';
import { temporaryDirectory } from '@revstore/testkit';
import { expect, it } from 'vitest';

it('another store of Subversion is not taken for FSFS', () => {
  const db = join(temporaryDirectory(), 'db');
  createFilesystem(db);
  Store.open(db).close();
  for (const type of ['fsx', 'bdb', '']) {
    writeFileSync(join(db, 'fs-type'), `${type}\n`);
    expect(() => Store.open(db)).toThrow(
      expect.objectContaining({ svnCode: 160033, message: `Unknown FS type '${type}'` }),
    );
  }
});
