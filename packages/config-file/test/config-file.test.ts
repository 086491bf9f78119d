import { RevstoreError } from '@revstore/errors';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeConfig } from '../src/config-file.js';
import { parseConfigFile } from '../src/parse.js';

const parse = (text: string) => parseConfigFile(Buffer.from(text), { name: 'db/fsfs.conf' });

describe('parseConfigFile', () => {
  it('reads both separators, trims, and takes a # inside a line as text', () => {
    const config = parse('\uFEFF# comment\r\n[Main] behind\r\na = b = c # d \r\nx-Y:1=2\r\n\r\n');
    expect(config.sections()).toEqual(['Main']);
    expect(config.options('main')).toEqual([
      { name: 'a', value: 'b = c # d' },
      { name: 'x-Y', value: '1=2' },
    ]);
    expect(config.get('MAIN', 'X-y')).toBe('1=2');
  });

  it('joins continuation lines by one space, comments among them included', () => {
    const config = parse('[s]\na = 1\n   2  \n\t# 3\n\n[t]\nb =\n  x\n');
    expect(config.get('s', 'a')).toBe('1 2 # 3');
    expect(config.get('t', 'b')).toBe(' x');
  });

  it('merges repeated sections, the last value counts, and empty sections do not exist', () => {
    const config = parse('[s]\na=1\nb=2\n[empty]\n[S]\nA=3\n');
    expect(config.sections()).toEqual(['s']);
    expect(config.options('s')).toEqual([
      { name: 'a', value: '3' },
      { name: 'b', value: '2' },
    ]);
    expect(config.hasSection('empty')).toBe(false);
  });

  it('names the file in the error and the line in its cause', () => {
    const error = thrownBy(() => parse('[a]\nfoo\n'));
    expect(error.message).toBe('Error while parsing config file: db/fsfs.conf:');
    expect(error.svnCode).toBe(200002);
    expect((error.cause as RevstoreError).message).toBe("line 1: Option must end with ':' or '='");
  });

  it('returns or throws RevstoreError on any bytes', () => {
    const piece = fc.constantFrom(
      '[',
      ']',
      '=',
      ':',
      '\n',
      '\r',
      ' ',
      '#',
      'a',
      '%(',
      ')s',
      '\0',
      '[a]\n',
      'b=',
    );
    const text = fc.array(piece, { maxLength: 30 }).map((pieces) => Buffer.from(pieces.join('')));
    fc.assert(
      fc.property(fc.oneof(text, fc.uint8Array()), (bytes) => {
        try {
          const config = parseConfigFile(bytes, { name: 'f' });
          for (const section of config.sections()) expect(config.options(section).length).toBeGreaterThan(0);
        } catch (error) {
          expect(error).toBeInstanceOf(RevstoreError);
        }
      }),
    );
  });

  it('reads back what was written', () => {
    const word = fc.stringMatching(/^[a-z][a-z0-9-]{0,8}$/);
    const value = fc.stringMatching(/^[!-~]([ -~]{0,20}[!-~])?$/).filter((text) => !text.includes('%('));
    fc.assert(
      fc.property(fc.dictionary(word, fc.dictionary(word, value, { minKeys: 1 })), (sections) => {
        const lines = Object.entries(sections).map(
          ([name, options]) =>
            `[${name}]\n` +
            Object.entries(options)
              .map(([option, text]) => `${option} = ${text}\n`)
              .join(''),
        );
        const config = parse(lines.join(''));
        for (const [name, options] of Object.entries(sections))
          for (const [option, text] of Object.entries(options)) expect(config.get(name, option)).toBe(text);
        expect(config.sections()).toEqual(Object.keys(sections));
      }),
    );
  });
});

describe('references', () => {
  it('are replaced from the section, then from [DEFAULT]; unknown ones stay', () => {
    const config = parse(
      '[DEFAULT]\nroot=/d\nall=%(root)s!\n[s]\na=%(root)s/%(b)s %(none)s %(\nb=x\n[t]\nroot=/t\n',
    );
    expect(config.get('s', 'a')).toBe('/d/x %(none)s %(');
    expect(config.get('s', 'all')).toBe('/d!');
    expect(config.get('t', 'all')).toBe('/t!');
    expect(config.get('unknown', 'root')).toBeUndefined();
  });

  it('to themselves make an empty value, also for those that depend on it', () => {
    const config = parse('[s]\na=x%(b)s\nb=y%(a)s\nc=z%(a)s\nd=ok\n');
    expect(config.options('s').map((option) => option.value)).toEqual(['', '', '', 'ok']);
  });

  it('follow a change', () => {
    const config = parse('[s]\na=%(b)s\nb=1\n');
    expect(config.get('s', 'a')).toBe('1');
    config.set('s', 'b', '2');
    expect(config.get('s', 'a')).toBe('2');
  });

  it('cannot eat memory or stack', () => {
    const doubling = Array.from({ length: 64 }, (_, i) => `a${i}=%(a${i + 1})s%(a${i + 1})s\n`).join('');
    expect(thrownBy(() => parse(`[s]\n${doubling}a64=x\n`).get('s', 'a0')).code).toBe('BAD_CONFIG_VALUE');
    expect(parse(`[s]\n${doubling}a64=\n`).get('s', 'a0')).toBe('');
    const chain = Array.from({ length: 50_000 }, (_, i) => `a${i}=%(a${i + 1})s\n`).join('');
    expect(thrownBy(() => parse(`[s]\n${chain}`).get('s', 'a0')).code).toBe('BAD_CONFIG_VALUE');
  });
});

describe('set and merge', () => {
  it('makes sections and options, and changes a default where only that exists', () => {
    const config = parse('[DEFAULT]\nx=1\n[s]\ny=1\n');
    config.set('s', 'x', '2');
    config.set('new', 'x', '3');
    expect(config.get('default', 'x')).toBe('2');
    expect(config.get('new', 'x')).toBe('3');
  });

  it('merges without changing either file', () => {
    const base = parse('[s]\na=1\nb=2\n');
    const merged = mergeConfig(base, parse('[S]\nB=3\n[t]\nc=%(d)s\nd=4\n'));
    expect(merged.options('s').map((option) => option.value)).toEqual(['1', '3']);
    expect(merged.get('t', 'c')).toBe('4');
    expect(base.get('s', 'b')).toBe('2');
  });
});

describe('names whose case counts', () => {
  const config = parseConfigFile(
    Buffer.from('[DEFAULT]\nd=up\n[default]\nPATH=1\npath=2 %(d)s %(PATH)s\n[Hook]\nx=%(d)s\n'),
    { name: 'conf/hooks-env', caseSensitive: true },
  );

  it('are kept apart', () => {
    expect(config.sections()).toEqual(['DEFAULT', 'default', 'Hook']);
    expect(config.hasSection('hook')).toBe(false);
    expect(config.get('default', 'PATH')).toBe('1');
    expect(config.get('default', 'Path')).toBe(undefined);
  });

  it('leave [default] without what [DEFAULT] gives to other sections', () => {
    expect(config.options('default')[1]).toEqual({ name: 'path', value: '2 %(d)s 1' });
    expect(config.get('Hook', 'x')).toBe('up');
    expect(config.get('default', 'd')).toBe(undefined);
  });
});

describe('typed values', () => {
  it("takes svn's boolean words in any case", () => {
    const words = ['TRUE', 'yes', 'On', '1', 'false', 'NO', 'off', '0'];
    const config = parse(`[s]\n${words.map((word, i) => `o${i}=${word}\n`).join('')}bad=\n`);
    expect(words.map((_, i) => config.getBoolean('s', `o${i}`, false))).toEqual([
      ...[true, true, true, true],
      ...[false, false, false, false],
    ]);
    expect(config.getBoolean('s', 'absent', true)).toBe(true);
    const error = thrownBy(() => config.getBoolean('s', 'bad', true));
    expect([error.svnCode, error.message]).toEqual([
      125009,
      "Config error: invalid boolean value '' for '[s] bad'",
    ]);
  });

  it('takes decimal integers of 64 bits', () => {
    const config = parse('[s]\na=-0012\nb=+7\nc=\nd=0x10\ne=-9223372036854775809\nf=9223372036854775807\n');
    expect(config.getInteger('s', 'a', 1)).toBe(-12);
    expect(config.getInteger('s', 'b', 1)).toBe(7);
    expect(config.getInteger('s', 'f', 1)).toBe(2 ** 63);
    expect(config.getInteger('s', 'absent', 5)).toBe(5);
    expect(thrownBy(() => config.getInteger('s', 'c', 1)).message).toBe("Could not convert '' into a number");
    expect(thrownBy(() => config.getInteger('s', 'd', 1)).svnCode).toBe(200004);
    expect(thrownBy(() => config.getInteger('s', 'e', 1)).message).toBe(
      "Number '-9223372036854775809' is out of range '[-9223372036854775808, 9223372036854775807]'",
    );
  });
});

function thrownBy(action: () => unknown): RevstoreError {
  try {
    action();
  } catch (error) {
    if (error instanceof RevstoreError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}
