import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run, svnMissing, svnRepository, temporaryDirectory } from '@revstore/testkit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_GLOBAL_IGNORES, globMatches, matchesAny, parsePatternList } from '../src/ignores/index.js';

describe('globMatches', () => {
  it.each([
    ['', '', true],
    ['', 'a', false],
    ['*', '', true],
    ['*', '.a/b', true],
    ['?', 'é', false],
    ['??', 'é', true],
    ['a?c', 'abc', true],
    ['[a-c]x', 'bx', true],
    ['[!a-c]x', 'bx', false],
    ['[^a-c]x', 'dx', true],
    ['[]]', ']', true],
    ['[]-a]', '_', true],
    ['[a-]', '-', true],
    ['[a', '[a', true],
    ['[a-', '[a-', true],
    ['[[:alpha:]]', 'a]', true],
    ['\\*', '*', true],
    ['\\*', 'a', false],
    ['a\\', 'a\\', true],
    ['[\\]]', ']', true],
    ['*.so.[0-9]*', 'libx.so.1.2', true],
    ['#*#', '#x#', true],
    ['*a*b*', 'xxaxxbxx', true],
    ['*ab', 'aab', true],
    ['[Tt]humbs.db', 'Thumbs.db', true],
  ])('%s and %s: %s', (pattern, name, expected) => {
    expect(globMatches(pattern, name)).toBe(expected);
  });

  it('ignores the case of ASCII letters on request', () => {
    expect(globMatches('*.JPG', 'a.jpg', { caseBlind: true })).toBe(true);
    expect(globMatches('*.JPG', 'a.jpg')).toBe(false);
    expect(globMatches('[A-Z]', 'q', { caseBlind: true })).toBe(true);
    expect(globMatches('É', 'é', { caseBlind: true })).toBe(false);
  });

  it('matches every text to itself once escaped', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (name, other) => {
        const pattern = name.replace(/[\\*?[]/g, '\\$&');
        expect(globMatches(pattern, name)).toBe(true);
        expect(globMatches(`${pattern}*`, name + other)).toBe(true);
      }),
    );
  });
});

describe('parsePatternList', () => {
  it('separates at white space and stops at NUL', () => {
    expect(parsePatternList(' *.o\t*~\r\n\va\fb \0c')).toEqual(['*.o', '*~', 'a\fb']);
    expect(parsePatternList(Buffer.from('é\n'))).toEqual(['é']);
  });
});

describe.skipIf(svnMissing())('what svn import leaves out', () => {
  it.each([
    ['the default list', undefined],
    ['a list of our own', '*.[ch] [!a-z]* \\[x\\] q?[^1-3] *[ x*y*z'],
  ])('with %s', async (_, list) => {
    const work = temporaryDirectory();
    const tree = join(work, 'tree');
    mkdirSync(tree);
    const names = [
      ...[
        'a.o',
        '.o',
        'a.O',
        'x.so',
        'x.so.1',
        'x.so.a',
        '.libs',
        'b.pyc',
        '__pycache__',
        'c.rej',
        'd~',
        '#e#',
        '#e',
      ],
      ...[
        '.#f',
        '.g.swp',
        'g.swp',
        '.DS_Store',
        'thumbs.db',
        'Thumbs.db',
        'THUMBS.DB',
        'h.al',
        'plain',
        'é',
        '.hidden',
      ],
      ...['a.c', 'a.C', '[x]', 'x', 'qa4', 'qa1', 'qé', 'k[', 'xaybz', 'xyz', 'xzy', 'a b.h', '1'],
    ];
    for (const name of names) writeFileSync(join(tree, name), '');
    const { url } = await svnRepository(join(work, 'r'));
    const option = list === undefined ? [] : ['--config-option', `config:miscellany:global-ignores=${list}`];
    await run('svn', ['import', '-q', '-m', '', tree, url, '--config-dir', join(work, 'c'), ...option]);
    await run('svn', ['export', '-q', url, join(work, 'out')]);
    const patterns = list === undefined ? DEFAULT_GLOBAL_IGNORES : parsePatternList(list);
    const kept = names.filter((name) => !matchesAny(name, patterns));
    expect(kept.length).toBeLessThan(names.length);
    expect(readdirSync(join(work, 'out')).sort()).toEqual(kept.sort());
  });
});
