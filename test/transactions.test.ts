import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openRepository, type CommitTransaction, type Repository } from '@revstore/repository';
import { run, svnadmin, svnMissing, svnRepository, temporaryDirectory } from '@revstore/testkit';
import { beforeEach, describe, expect, it } from 'vitest';
import { EditScript, toEdits, type Model } from './edit-scripts.js';

async function readText(transaction: CommitTransaction, path: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of transaction.createReadStream(path)) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

async function expectTree(transaction: CommitTransaction, model: Model): Promise<void> {
  for (const [path, { kind, contents, properties }] of model) {
    expect(await transaction.kind(path), path).toBe(kind);
    const found = [...(await transaction.properties(path))].map(([name, value]) => [name, `${value}`]);
    expect(new Map(found as [string, string][]).size).toBe(properties.size);
    for (const [name, value] of await transaction.properties(path))
      expect(Buffer.from(value).toString(), `${path} ${name}`).toBe(properties.get(name));
    if (kind === 'file') expect(await readText(transaction, path), path).toBe(contents);
    else {
      const names = [...model.keys()]
        .filter((below) => below !== '' && below !== path && parentOf(below) === path)
        .map((below) => below.slice(path === '' ? 0 : path.length + 1));
      const entries = await transaction.readdir(path);
      expect(entries.map(({ name }) => name)).toEqual(names.sort((a, b) => (a < b ? -1 : 1)));
    }
  }
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

describe.skipIf(svnMissing())('transactions', () => {
  let path: string;
  let repository: Repository;

  beforeEach(async () => {
    path = (await svnRepository(join(temporaryDirectory(), 'r'))).path;
    repository = await openRepository(path);
    return () => repository.close();
  });

  it(
    'show what they become, and go on in another handle where they were left',
    { timeout: 120_000 },
    async () => {
      const script = new EditScript(11);
      for (let n = 0; n < 30; n++) {
        const changes = toEdits(script.next());
        const transaction = await repository.beginTransaction({ author: 'me', message: `number ${n}` });
        const cut = n % (changes.length + 1);
        for (const edit of changes.slice(0, cut)) await transaction.apply(edit);
        await transaction.suspend();
        await expect(transaction.kind('/')).rejects.toMatchObject({ code: 'HANDLE_CLOSED' });
        expect((await svnadmin(['lstxns', path])).stdout).toBe(`${transaction.id}\n`);
        expect((await run('svnlook', ['log', '-t', transaction.id, path])).stdout).toBe(`number ${n}\n`);
        await using other = await openRepository(path);
        expect(await other.transactions()).toEqual([transaction.id]);
        const resumed = await other.resumeTransaction(transaction.id);
        for (const edit of changes.slice(cut)) await resumed.apply(edit);
        const model = script.models.at(-1)!;
        await expectTree(resumed, model);
        expect((await resumed.commit()).revision).toBe(n + 1);
        expect(readdirSync(join(path, 'db/transactions'))).toEqual([]);
        expect(readdirSync(join(path, 'db/txn-protorevs'))).toEqual([]);
        expect(readdirSync(join(path, 'db/revstore/transactions'))).toEqual([]);
        await using view = await other.revision();
        for (const [file, { kind, contents }] of model)
          if (kind === 'file') expect(Buffer.from(await view.readFile(file)).toString()).toBe(contents);
      }
      await svnadmin(['verify', '-q', path]);
    },
  );

  it('are removed by either program, and are then not found', async () => {
    for (const remove of [
      (id: string) => svnadmin(['rmtxns', '-q', path, id]),
      (id: string) => repository.removeTransaction(id),
    ]) {
      const transaction = await repository.beginTransaction();
      await transaction.apply({ type: 'add-file', path: '/f', contents: Buffer.alloc(300_000, 'x') });
      await transaction.suspend();
      await remove(transaction.id);
      expect(await repository.transactions()).toEqual([]);
      expect(readdirSync(join(path, 'db/txn-protorevs'))).toEqual([]);
      const refused = { svnCode: 160007, message: `No such transaction '${transaction.id}'` };
      await expect(repository.resumeTransaction(transaction.id)).rejects.toMatchObject(refused);
      await expect(repository.removeTransaction(transaction.id)).rejects.toMatchObject(refused);
    }
    await expect(repository.resumeTransaction('../x')).rejects.toMatchObject({ svnCode: 160053 });
  });

  it('leave nothing when they are aborted', async () => {
    {
      await using transaction = await repository.beginTransaction();
      await transaction.apply({ type: 'add-file', path: '/f', contents: Buffer.from('x') });
    }
    for (const directory of ['transactions', 'txn-protorevs', 'revstore/transactions'])
      expect(readdirSync(join(path, 'db', directory))).toEqual([]);
    expect(await repository.youngest()).toBe(0);
  });
});
