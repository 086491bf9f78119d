import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { RevstoreError } from '@revstore/errors';
import { svn, svnadmin, svnMissing, svnRepository, temporaryDirectory } from '@revstore/testkit';
import { describe, expect, it } from 'vitest';
import { Store } from '@revstore/fsfs';
import { randomNumbers } from '../tree/random-history.js';
import { dumpedRevision } from '../whole-tree.js';

const youngest = 9;

/** Text, as svnadmin takes no other values; some of it compresses well. */
function value(length: number, seed: number): Uint8Array {
  const random = randomNumbers(seed);
  return Uint8Array.from({ length }, () => 0x21 + random(seed % 2 ? 94 : 4));
}

async function repositoryWithRevprops(configuration: string) {
  const root = temporaryDirectory();
  const { path } = await svnRepository(join(root, 'r'), {
    shardSize: 4,
    configuration,
    revisions: Array.from({ length: youngest }, (_, i) => [{ mkdir: `d${i}` }]),
  });
  const set = async (revision: number, name: string, bytes: Uint8Array): Promise<void> => {
    const file = join(root, 'value');
    writeFileSync(file, bytes);
    await svnadmin(['setrevprop', path, '-r', String(revision), name, file]);
  };
  return { path, set };
}

function properties(store: Store, revision: number): Record<string, string> {
  return Object.fromEntries(
    [...store.revprops.read(revision)].map(([name, bytes]) => [name, Buffer.from(bytes).toString('latin1')]),
  );
}

describe.skipIf(svnMissing())('revision properties', () => {
  for (const configuration of [
    '[packed-revprops]\ncompress-packed-revprops = false',
    '[packed-revprops]\ncompress-packed-revprops = true',
    '[packed-revprops]\nrevprop-pack-size = 1\ncompress-packed-revprops = true',
  ])
    it(`are read as svn dumps them, before and after packs and changes: ${configuration.replace(/\n/g, ' ')}`, async () => {
      const { path, set } = await repositoryWithRevprops(configuration);
      const stores = (['native', 'portable'] as const).map((compressionProvider) =>
        Store.open(`${path}/db`, { compressionProvider }),
      );
      const compare = async (): Promise<void> => {
        for (let revision = 0; revision <= youngest; revision++) {
          const dumped = await dumpedRevision(path, revision);
          for (const store of stores) expect(properties(store, revision)).toEqual(dumped.properties);
        }
      };
      await set(1, 'big', value(70_000, 1));
      await set(2, 'empty', value(0, 0));
      await set(5, 'text', value(40_000, 2));
      await compare();
      // Changed before the pack, seen at once.
      await set(6, 'text', value(10, 3));
      await set(0, 'ours', value(20, 3));
      await compare();
      await svnadmin(['pack', '-q', path]);
      await compare();
      const packs = (shard: number) => readdirSync(`${path}/db/revprops/${shard}.pack`).length - 1;
      expect(packs(0)).toBeGreaterThan(1);
      // Packs are split by the first of these and rewritten by the others.
      await set(6, 'big', value(90_000, 5));
      await set(3, 'svn:log', value(3, 4));
      await set(1, 'big', value(1, 6));
      await set(0, 'ours', value(50_000, 7));
      await set(9, 'big', value(50_000, 7));
      expect(packs(1)).toBeGreaterThan(1);
      for (const store of stores) store.refresh();
      await compare();
      for (const store of stores) store.close();
    });

  it('that cannot be read are reported as svn reports them', async () => {
    const { path } = await repositoryWithRevprops('[packed-revprops]\ncompress-packed-revprops = true');
    await svnadmin(['pack', '-q', path]);
    const directory = `${path}/db/revprops/1.pack`;
    const pack = join(directory, '4.0');
    const manifest = join(directory, 'manifest');
    for (const damage of [
      () => rmSync(pack),
      () => writeFileSync(pack, readFileSync(pack).subarray(0, 20)),
      () => writeFileSync(pack, ''),
      () => rmSync(manifest),
      () => writeFileSync(manifest, ''),
      () => writeFileSync(manifest, 'junk\n'),
      () => writeFileSync(manifest, '4.0\n4.0\n4.0\n4.0\n4.0\n'),
      () => writeFileSync(manifest, '4.00000\n4.0\n4.0\n'),
      () => writeFileSync(manifest, '4.0\n4.0\n4.0\n4.0'),
    ]) {
      const sound = [pack, manifest].map((file) => [file, readFileSync(file)] as const);
      damage();
      const url = pathToFileURL(path).href;
      const { stderr } = await svn(['proplist', '--revprop', '-r', '5', url], { expectCode: 1 });
      const store = Store.open(`${path}/db`);
      let failure: unknown;
      try {
        store.revprops.read(5);
      } catch (error) {
        failure = error;
      }
      expect(failure, stderr).toBeInstanceOf(RevstoreError);
      const { svnCode, message } = failure as RevstoreError;
      expect(`svn: E${String(svnCode).padStart(6, '0')}: ${message}`).toBe(stderr.split('\n')[0]);
      store.close();
      for (const [file, bytes] of sound) writeFileSync(file, bytes);
    }
  });

  it('of a damaged pack are read or refused, whichever byte is wrong', async () => {
    const { path } = await repositoryWithRevprops('[packed-revprops]\ncompress-packed-revprops = true');
    await svnadmin(['pack', '-q', path]);
    const directory = `${path}/db/revprops/1.pack`;
    for (const name of readdirSync(directory)) {
      const file = join(directory, name);
      const sound = readFileSync(file);
      const refused: unknown[] = [];
      for (let at = 0; at < sound.length; at++) {
        const damaged = Buffer.from(sound);
        damaged[at] ^= 1 << (at % 8);
        writeFileSync(file, damaged);
        const store = Store.open(`${path}/db`, { compressionProvider: at % 2 ? 'native' : 'portable' });
        try {
          for (let revision = 4; revision < 8; revision++) store.revprops.read(revision);
        } catch (error) {
          refused.push(error);
        } finally {
          store.close();
        }
      }
      writeFileSync(file, sound);
      expect(refused.length).toBeGreaterThan(10);
      for (const error of refused) expect(error).toBeInstanceOf(RevstoreError);
    }
  });
});
