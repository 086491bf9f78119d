import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EolTranslator } from '../src/eol/index.js';
import { buildKeywords, KeywordTranslator } from '../src/keywords/index.js';
import { inPieces, pieces, textOf } from './arbitraries.js';

const values = {
  revision: 42,
  url: 'file:///r/trunk/a%20b.c',
  rootUrl: 'file:///r',
  date: new Date('2026-12-01T01:02:03.456Z'),
  author: 'jané',
};

const keywords = buildKeywords(Buffer.from('Id Rev Author Date URL Header Mine=%%%_%r%q%'), values);
const translate = (text: string, expand: boolean, given = keywords) =>
  inPieces(Buffer.from(text), [1 << 20], new KeywordTranslator(given, expand)).toString();

describe('buildKeywords', () => {
  const shown = (property: string) =>
    Object.fromEntries(
      [...buildKeywords(Buffer.from(property), values)].map(([k, v]) => [k, Buffer.from(v).toString()]),
    );

  it('turns on aliases, finds short names in any case and passes over the rest', () => {
    expect(Object.keys(shown('rev\tLASTCHANGEDBY nope\nheadurl'))).toEqual([
      'LastChangedRevision',
      'Revision',
      'Rev',
    ]);
    expect(shown('LastChangedBy')).toEqual({ LastChangedBy: 'jané', Author: 'jané' });
    expect(shown('ID uRl')).toEqual({
      Id: 'a b.c 42 2026-12-01 01:02:03Z jané',
      HeadURL: 'file:///r/trunk/a%20b.c',
      URL: 'file:///r/trunk/a%20b.c',
    });
  });

  it('formats custom keywords', () => {
    expect(shown('A=%a%_%b%_%P%_%R%_%u')).toEqual({
      A: 'jané a b.c trunk/a b.c file:///r file:///r/trunk/a%20b.c',
    });
    expect(shown('H=%H I=%I E= X=%x%')).toEqual({
      H: 'trunk/a b.c 42 2026-12-01 01:02:03Z jané',
      I: 'a b.c 42 2026-12-01 01:02:03Z jané',
      E: '',
      X: '%x%',
    });
  });

  it('leaves out what is not known', () => {
    const bare = { revision: 1, url: 'file:///r/a', rootUrl: 'file:///r' };
    expect(Buffer.from(buildKeywords(Buffer.from('Id'), bare).get('Id') ?? '').toString()).toBe('a 1  ');
  });
});

describe('KeywordTranslator', () => {
  it.each([
    ['$Rev$', '$Rev: 42 $'],
    ['$Rev: 5 $', '$Rev: 42 $'],
    ['$Rev:$', '$Rev: 42 $'],
    ['$Rev: $', '$Rev: 42 $'],
    ['$Rev: x$', '$Rev: x$'],
    ['$Rev:x $', '$Rev:x $'],
    ['$rev$', '$rev$'],
    ['$Revs$', '$Revs$'],
    ['$$Rev$$', '$$Rev: 42 $$'],
    ['$Rev$Rev$', '$Rev: 42 $Rev$'],
    ['$Rev\n$', '$Rev\n$'],
    ['$Rev: 1\n $Rev$', '$Rev: 1\n $Rev: 42 $'],
    ['$Rev::     $', '$Rev:: 42  $'],
    ['$Rev:: 123#$', '$Rev:: 42  $'],
    ['$Author::   $', '$Author:: j#$'],
    ['$Author:: $', '$Author:: $'],
    ['$Rev:: x$', '$Rev:: x$'],
    ['$Mine$', '$Mine: % 42%q% $'],
    ['$Id:x$Rev$\n', '$Id:x$Rev: 42 $\n'],
    // At the end of a file svn does not go back to the sign that ended no keyword.
    ['$Id:x$Rev$', '$Id:x$Rev$'],
    ['$Rev', '$Rev'],
  ])('expands %j', (text, expected) => {
    expect(translate(text, true)).toBe(expected);
  });

  it.each([
    ['$Rev: 5 $', '$Rev$'],
    ['$Rev$', '$Rev$'],
    ['$Rev:$', '$Rev$'],
    ['$Rev:: 42  $', '$Rev::     $'],
    ['$Rev:: 42#$', '$Rev::    $'],
    ['$Rev: 5$', '$Rev: 5$'],
  ])('contracts %j', (text, expected) => {
    expect(translate(text, false)).toBe(expected);
  });

  it('cuts values so that a keyword has at most 255 bytes, and finds none longer', () => {
    const long = buildKeywords(Buffer.from('Author'), { ...values, author: 'x'.repeat(400) });
    const out = translate('$Author$', true, long);
    expect(out).toHaveLength(255);
    expect(translate(out, false, long)).toBe('$Author$');
    const longer = out.replace('xx', 'xxx');
    expect(translate(`${longer}$Author$`, false, long)).toBe(`${longer}$Author$`);
  });

  it('translates line ends around keywords but not their values', () => {
    const given = buildKeywords(Buffer.from('Author'), { ...values, author: 'a\nb' });
    const translator = new KeywordTranslator(given, true, new EolTranslator('CRLF', true));
    const out = inPieces(Buffer.from('\r$Author$\r\nx\n$'), [1], translator);
    expect(out.toString()).toBe('\r\n$Author: a\nb $\r\nx\r\n$');
  });

  const awkward = textOf([
    '$',
    '$Rev',
    '$Id:',
    ':',
    ': ',
    ':: ',
    ' ',
    '#',
    'x',
    '\n',
    '\r',
    'Rev',
    'y'.repeat(60),
    '$Rev$',
    '$Author: a $',
  ]);

  it('does not care how the source is cut', () => {
    fc.assert(
      fc.property(awkward, fc.boolean(), pieces, (text, expand, cuts) => {
        const source = Buffer.from(text);
        const cut = inPieces(source, cuts, new KeywordTranslator(keywords, expand));
        const single = inPieces(source, [0], new KeywordTranslator(keywords, expand));
        const whole = inPieces(source, [1 << 20], new KeywordTranslator(keywords, expand));
        expect(cut.toString()).toBe(whole.toString());
        expect(single.toString()).toBe(whole.toString());
      }),
    );
  });

  it('contracts what it expanded', () => {
    const tidy = textOf([
      '$Rev$',
      '$Author: me $',
      '$Id:: some width   $',
      '$Date:$',
      'text',
      ' ',
      ': ',
      '\n',
      '\r\n',
      'z'.repeat(300),
    ]);
    fc.assert(
      fc.property(tidy, (text) => {
        const expanded = translate(text, true);
        expect(translate(expanded, false)).toBe(translate(text, false));
        expect(translate(expanded, true)).toBe(expanded);
      }),
    );
  });
});

it('bears a property with very many keywords', () => {
  const property = Buffer.from(Array.from({ length: 200_000 }, (_, i) => `K${i}=%r`).join(' '));
  const many = buildKeywords(property, values);
  expect(translate('$K199999$', true, many)).toBe('$K199999: 42 $');
});
