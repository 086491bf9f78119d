import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseArguments, InvalidOption } from '../src/parse-options.js';
import { parseChangeArgument, parseRevisionRange, revisionSpec } from '../src/revision-argument.js';
import type { OptionTable } from '../src/subcommand.js';
import { parseTarget, splitPeg } from '../src/target-argument.js';
import { RevstoreError } from '@revstore/errors';

const table: OptionTable<object> = {
  help: { short: 'h', description: '', apply: () => {} },
  quiet: { short: 'q', description: '', apply: () => {} },
  revision: { short: 'r', argument: true, description: '', apply: () => {} },
  'no-newline': { description: '', apply: () => {} },
};

const parse = (...argv: string[]): unknown => {
  try {
    const { options, operands } = parseArguments(argv, table);
    return [options.map(({ name, argument }) => (argument === '' ? name : `${name}=${argument}`)), operands];
  } catch (error) {
    if (error instanceof InvalidOption) return error.message;
    throw error;
  }
};

describe('options', () => {
  it('may stand anywhere, joined or apart', () => {
    expect(parse('ls', '-qr5', 'a', '--revision=6', '--no-newline', '-r', '-7', '-?', '--', '-q')).toEqual([
      ['quiet', 'revision=5', 'revision=6', 'no-newline', 'revision=-7', 'help'],
      ['ls', 'a', '-q'],
    ]);
    expect(parse('-r', 'HEAD', '-')).toEqual([['revision=HEAD'], ['-']]);
  });

  it('have svn’s words for mistakes', () => {
    expect(parse('--bogus')).toBe('invalid option: --bogus');
    expect(parse('--bogus=1')).toBe('invalid option: --bogus');
    expect(parse('--rev', '1')).toBe('invalid option: --rev');
    expect(parse('-qZ')).toBe('invalid option character: Z');
    expect(parse('--quiet=1')).toBe('erroneous argument: --quiet=1');
    expect(parse('ls', '-r')).toBe('missing argument: r');
    expect(parse('ls', '-qr')).toBe('missing argument: r');
    expect(parse('ls', '--revision')).toBe('missing argument: --revision');
  });

  it('never fail otherwise', () => {
    const word = fc.oneof(fc.constantFrom('-', '--', '-q', '-r', '--revision', '--no-newline'), fc.string());
    fc.assert(fc.property(fc.array(word), (argv) => parse(...argv) !== undefined));
  });
});

describe('revisions', () => {
  const number = (value: number) => ({ kind: 'number', number: value });

  it('are numbers, words, dates and ranges', () => {
    expect(parseRevisionRange('5')).toEqual({ start: number(5) });
    expect(parseRevisionRange('rr5:HeAd')).toEqual({ start: number(5), end: { kind: 'head' } });
    expect(parseRevisionRange('{2026-12-01T00:00Z}:r3')).toEqual({
      start: { kind: 'date', date: Date.UTC(2026, 11, 1) * 1000 },
      end: number(3),
    });
    expect(parseRevisionRange('base:prev')).toEqual({
      start: { kind: 'working-copy' },
      end: { kind: 'working-copy' },
    });
    for (const text of ['', 'r', '-1', '1:', ':1', '1:2:3', '1 ', 'heads', '{x}', '{2026-12-01', '1.5']) {
      expect([text, parseRevisionRange(text)]).toEqual([text, undefined]);
    }
  });

  it('of a working copy are refused', () => {
    expect(() => revisionSpec({ kind: 'working-copy' })).toThrowError(
      expect.objectContaining({ svnCode: 195002 }) as Error,
    );
  });

  it('of a date find the revision with these microseconds', () => {
    expect(revisionSpec({ kind: 'date', date: 1_000_001 })).toEqual(new Date(1001));
  });

  it('as changes become ranges', () => {
    expect(parseChangeArgument('5')).toEqual([{ start: 4, end: 5 }]);
    expect(parseChangeArgument('-5')).toEqual([{ start: 5, end: 4 }]);
    expect(parseChangeArgument('-r5, r6-8 9-7')).toEqual([
      { start: 5, end: 4 },
      { start: 5, end: 8 },
      { start: 9, end: 6 },
    ]);
    expect(parseChangeArgument('')).toEqual([]);
    const refuse = (text: string) => {
      try {
        return parseChangeArgument(text);
      } catch (error) {
        return error instanceof RevstoreError ? error.message : error;
      }
    };
    expect(refuse('x')).toBe('Non-numeric change argument (x) given to -c');
    expect(refuse('0')).toBe('There is no change 0');
    expect(refuse('-1-2')).toBe('Negative number in range (-1-2) not supported with -c');
  });

  it('never fail otherwise', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        parseRevisionRange(text);
        try {
          parseChangeArgument(text);
        } catch (error) {
          if (!(error instanceof RevstoreError)) throw error;
        }
      }),
    );
  });
});

describe('targets', () => {
  it('end with a peg revision or an @ that protects', () => {
    expect(parseTarget('file:///r/a@5')).toEqual({
      target: 'file:///r/a',
      peg: { kind: 'number', number: 5 },
    });
    expect(parseTarget('a@b@')).toEqual({ target: 'a@b' });
    expect(parseTarget('file:///u@h/a')).toEqual({ target: 'file:///u@h/a' });
    expect(parseTarget('file:///r@%7B2026-12-01T00:00Z%7D').peg).toEqual({
      kind: 'date',
      date: Date.UTC(2026, 11, 1) * 1000,
    });
    expect(() => parseTarget('a@1:2')).toThrow("Syntax error parsing peg revision '1:2'");
    expect(() => parseTarget('a@x')).toThrow("Syntax error parsing peg revision 'x'");
  });

  it('lose nothing when split', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const { target, peg } = splitPeg(text);
        return target + peg === text;
      }),
    );
  });
});
