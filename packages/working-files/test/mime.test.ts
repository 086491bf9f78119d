import { describe, expect, it } from 'vitest';
import { fileExtension, isBinaryData, isBinaryMimeType, parseMimeTypes } from '../src/mime/index.js';

describe('isBinaryData', () => {
  const mixed = (odd: number, length: number) => Buffer.alloc(length, 0x41).fill(0x01, 0, odd);
  it.each([
    ['nothing', Buffer.alloc(0), false],
    ['a byte order mark', Buffer.from([0xef, 0xbb, 0xbf]), false],
    ['two bytes of it', Buffer.from([0xef, 0xbb]), true],
    ['a NUL', Buffer.from('abc\0def'), true],
    ['a NUL behind the first 1,024 bytes', Buffer.concat([Buffer.alloc(1024, 0x41), Buffer.alloc(1)]), false],
    ['85 of 100', mixed(85, 100), false],
    ['86 of 100', mixed(86, 100), true],
    ['851 of 1000', mixed(851, 1000), true],
    ['850 of 1000', mixed(850, 1000), false],
    ['DEL and bell', Buffer.from('\x7f\x07'), false],
  ])('%s', (_, bytes, expected) => {
    expect(isBinaryData(bytes)).toBe(expected);
  });
});

describe('mime types', () => {
  it('parses a file of them', () => {
    const types = parseMimeTypes('# text/x no\ntext/a  A\tb\r\nimage/x\n application/y  b\n#\n');
    expect([...types]).toEqual([
      ['a', 'text/a'],
      ['b', 'application/y'],
    ]);
  });

  it.each([
    ['a.TXT', 'txt'],
    ['a.b.c', 'c'],
    ['.profile', ''],
    ['.a.b', 'b'],
    ['a.', ''],
    ['a', ''],
  ])('extension of %s', (name, expected) => {
    expect(fileExtension(name)).toBe(expected);
  });

  it.each([
    ['text/plain', false],
    ['text/html; charset=x', false],
    ['image/x-xbitmap', false],
    ['image/x-xpixmap; a', false],
    ['image/png', true],
    ['', true],
  ])('%s is binary: %s', (type, expected) => {
    expect(isBinaryMimeType(type)).toBe(expected);
  });
});
