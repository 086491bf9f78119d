import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RevstoreError } from '@revstore/errors';
import { run, svnMissing, svnRepository, temporaryDirectory } from '@revstore/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkLocalPath, decodeEntryName, validUtf8Length } from '../src/names/index.js';

const bytes = (text: string) => Buffer.from(text, 'latin1');

/** What svn prints for an error and its causes. */
function report(error: unknown): string {
  const lines: string[] = [];
  for (let e = error; e instanceof RevstoreError; e = e.cause) {
    lines.push(`svn: E${String(e.svnCode).padStart(6, '0')}: ${e.message}\n`);
  }
  return lines.join('');
}

function refusal(name: Buffer, directory: string): string {
  try {
    checkLocalPath(join(directory, decodeEntryName(name, directory)));
  } catch (error) {
    return report(error);
  }
  return '';
}

describe('names', () => {
  it('agrees with the platform on what is UTF-8', () => {
    const fatal = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    const near = fc.array(
      fc.constantFrom(
        0x41,
        0x7f,
        0x80,
        0x8f,
        0x90,
        0x9f,
        0xa0,
        0xbf,
        0xc1,
        0xc2,
        0xe0,
        0xed,
        0xf0,
        0xf4,
        0xf5,
      ),
    );
    fc.assert(
      fc.property(near, (list) => {
        const data = Uint8Array.from(list);
        const valid = validUtf8Length(data);
        fatal.decode(data.subarray(0, valid));
        if (valid < data.length) expect(() => fatal.decode(data)).toThrow(TypeError);
      }),
    );
  });

  it('decodes what is valid', () => {
    expect(decodeEntryName(Buffer.from('né\u{1F600}'), '/d')).toBe('né\u{1F600}');
    expect(() => checkLocalPath('/a b/é\u0085\\')).not.toThrow();
  });
});

const refused = [
  'b\x01c',
  'b\nc',
  'b\x7fc',
  'tab\t',
  'abc\xffz\xc3\xa9x',
  '\xed\xa0\x80',
  '\xf4\x90\x80\x80',
  '\xc0\xaf',
  'abcdefghijklmnopqrstuvwxyz\xc3\xa9\xe2\x82',
];
const accepted = ['\xc2\x85', '\xef\xbf\xbf', 'a\\b', 'a@b %20#'];

describe.skipIf(svnMissing())('names that svn import refuses', () => {
  it('have the same code and text', async () => {
    const work = temporaryDirectory();
    const { url } = await svnRepository(join(work, 'r'));
    for (const [i, name] of [...refused, ...accepted].entries()) {
      const directory = join(work, `d${i}`);
      mkdirSync(directory);
      writeFileSync(Buffer.concat([Buffer.from(`${directory}/`), bytes(name)]), 'x');
      const args = ['import', '-q', '-m', '', directory, `${url}/d${i}`, '--config-dir', join(work, 'c')];
      const { stderr } = await run('svn', args, { expectCode: 'any' });
      expect(stderr).toBe(refusal(bytes(name), directory));
      expect(stderr === '').toBe(accepted.includes(name));
    }
  });
});
