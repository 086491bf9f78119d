import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RevstoreError } from '@revstore/errors';
import { svnadmin, svnMissing, temporaryDirectory } from '@revstore/testkit';
import { beforeAll, describe, expect, it } from 'vitest';
import { parseConfigFile } from '../src/parse.js';

/** svn tells what it read from `fsfs.conf` in the error about a bad compression value, after all booleans were read. */
const texts = [
  'abc\n',
  '\n\n abc\n',
  '[a]\nfoo\n',
  '# 1\n[a]\n\n[b]\n# 5\nx = 1\nfoo\n',
  '[a]\nx=1\n\n\n y=1\n',
  '[a]\nx=1\n 2\n 3\nfoo\n',
  '[a]\nx=1\n \t\nfoo\n',
  '[a]\r\nx=1\r\n\r\nfoo\r\n',
  '[a\n',
  ' [a]\n',
  '[a]\n [b]\n',
  '[a]\n # c\n',
  '[]\nx=1\n',
  '[deltification]\n=1\n\ncompression = %(\n',
  '\uFEFF[Deltification] z\nCompression : a = b\n  c : d  \n',
  '[deltification]\ncompression: one=two:three # four\n',
  '[deltification]\ncompression\t=\n\tx\n',
  '[deltification]\ncompression = x%(y)s%(none)s\ny = %(z)s\nz = 1\n',
  '[deltification]\ncompression = x%(y)s\ny = %(compression)s\n',
  '[DEFAULT]\ncompression = d\n[deltification]\n',
  '[DEFAULT]\ncompression = d%(q)s\n[deltification]\nq = 1\n',
  '[deltification]\nq = 1\n[DEFAULT]\ncompression = d\n[deltification]\ncompression = e\n',
  '[deltification]\ncompression = bad\n[DELTIFICATION]\nCOMPRESSION = worse\n',
  '[deltification]\ncompression = Umlaut-ä\n\rcompression = zlib\r-5\n',
  '[deltification]\ncompression = a\0b\n',
  '[deltification]\nenable-dir-deltification = ON\nenable-props-deltification = oof\n',
];

describe.skipIf(svnMissing())('as svn reads db/fsfs.conf', () => {
  let parent: string;
  beforeAll(async () => {
    parent = temporaryDirectory();
    await svnadmin(['create', 'r'], { cwd: parent });
  });

  it.each(texts)('%j', async (text) => {
    writeFileSync(join(parent, 'r/db/fsfs.conf'), text);
    const { stderr } = await svnadmin(['info', 'r'], { cwd: parent, expectCode: 'any' });
    expect(ours(text)).toBe(stderr.replaceAll('svnadmin: ', '').replaceAll('?\\195?\\164', 'ä'));
  });
});

function ours(text: string): string {
  try {
    const config = parseConfigFile(Buffer.from(text), { name: 'r/db/fsfs.conf' });
    config.getBoolean('deltification', 'enable-dir-deltification', true);
    config.getBoolean('deltification', 'enable-props-deltification', true);
    const compression = config.get('deltification', 'compression');
    if (compression === undefined) return '';
    return `E125009: Invalid 'compression' value '${compression}' in the config\n`;
  } catch (error) {
    let lines = '';
    for (let link = error as RevstoreError | undefined; link; link = link.cause as RevstoreError | undefined)
      lines += `E${link.svnCode}: ${link.message}\n`;
    return lines;
  }
}
