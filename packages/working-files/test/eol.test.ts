import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EolTranslator, parseEolStyle, type Eol } from '../src/eol/index.js';
import { inPieces, pieces, textOf } from './arbitraries.js';

const ends = { LF: '\n', CR: '\r', CRLF: '\r\n' } as const;
const eols: readonly Eol[] = ['LF', 'CR', 'CRLF'];
const texts = textOf(['\r', '\n', '\r\n', 'a', '\0', '\v', 'é']);

describe('EolTranslator', () => {
  it('makes every line end the one wanted, however the source is cut', () => {
    fc.assert(
      fc.property(texts, fc.constantFrom(...eols), pieces, (text, eol, cuts) => {
        const out = inPieces(Buffer.from(text), cuts, new EolTranslator(eol, true));
        expect(out.toString()).toBe(text.replace(/\r\n|\r|\n/g, ends[eol]));
      }),
    );
  });

  it('refuses a mixture that is not to be repaired, however the source is cut', () => {
    fc.assert(
      fc.property(texts, fc.constantFrom(...eols), pieces, (text, eol, cuts) => {
        const mixed = new Set(text.match(/\r\n|\r|\n/g)).size > 1;
        const translate = () => inPieces(Buffer.from(text), cuts, new EolTranslator(eol, false)).toString();
        if (mixed) {
          expect(translate).toThrow(
            expect.objectContaining({ svnCode: 135000, message: 'Inconsistent line ending style' }),
          );
        } else expect(translate()).toBe(text.replace(/\r\n|\r|\n/g, ends[eol]));
      }),
    );
  });

  it('gives back the chunk itself where nothing changes', () => {
    const chunk = Buffer.from('a\nb\n');
    for (const repair of [true, false]) expect(new EolTranslator('LF', repair).update(chunk)).toBe(chunk);
  });
});

it('parses svn:eol-style', () => {
  expect(parseEolStyle(undefined)).toBeUndefined();
  expect(parseEolStyle(Buffer.from('native'))).toEqual({ kind: 'native' });
  expect(parseEolStyle(Buffer.from('CRLF'))).toEqual({ kind: 'fixed', eol: 'CRLF' });
  expect(parseEolStyle(Buffer.from('LF\n'))).toEqual({ kind: 'unknown', value: 'LF\n' });
});
