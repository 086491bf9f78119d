import { describe, expect, it } from 'vitest';
import { AutoProps, autoPropsFor } from '../src/auto-props/index.js';

const text = (properties: ReadonlyMap<string, Uint8Array>) =>
  Object.fromEntries([...properties].map(([name, value]) => [name, Buffer.from(value).toString()]));

const parse = (value: string) => text(new AutoProps().addRow('*', value).rows()[0]?.properties ?? new Map());

describe('rows of auto-props', () => {
  it.each([
    ['a=b;c=d', { a: 'b', c: 'd' }],
    [' a = b ; c ', { a: 'b', c: '' }],
    ['a=b;;c;d', { a: 'b;c', d: '' }],
    ['a=b;;;c=d', { a: 'b;', c: 'd' }],
    ['a="b c";b=\' d \';c="x\';d="', { a: 'b c', b: ' d ', c: '"x\'', d: '' }],
    ['a=b=c', { a: 'b=c' }],
    [
      'svn:executable=on;svn:needs-lock;svn:special=off',
      { 'svn:executable': '*', 'svn:needs-lock': '*', 'svn:special': '*' },
    ],
    ['=x;;;', {}],
    ['', {}],
  ])('%s', (value, expected) => {
    expect(parse(value)).toEqual(expected);
  });

  it('reads a svn:auto-props value line by line', () => {
    const rows = new AutoProps().addProperty(' *.c = a=1;b\n\n*.h\n*.x =\n*.y=c=2').rows();
    expect(rows.map(({ pattern, properties }) => [pattern, text(properties)])).toEqual([
      ['*.c', { a: '1', b: '' }],
      ['*.y', { c: '2' }],
    ]);
  });

  it('merges one pattern property by property, and lets later patterns win', () => {
    const rows = new AutoProps().addRow('*.c', 'a=1;b=1').addProperty('*.c = b=2\nX* = a=3').rows();
    expect(text(autoPropsFor('y.C', rows).properties)).toEqual({ a: '1', b: '2' });
    expect(text(autoPropsFor('x.c', rows).properties)).toEqual({ a: '3', b: '2' });
    expect(new AutoProps().addRows(rows).rows()).toEqual(rows);
  });

  it('tells a mime type and the executable property apart', () => {
    const rows = new AutoProps()
      .addRow('*.png', 'svn:mime-type=image/png')
      .addRow('*.sh', 'svn:executable')
      .rows();
    expect(autoPropsFor('A.PNG', rows)).toMatchObject({ mimeType: 'image/png', hasExecutable: false });
    expect(autoPropsFor('a.sh', rows)).toMatchObject({ hasExecutable: true });
  });
});
