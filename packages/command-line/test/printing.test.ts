import { PassThrough, Writable } from 'node:stream';
import fc from 'fast-check';
import { RevstoreError } from '@revstore/errors';
import { describe, expect, it } from 'vitest';
import { commandLineError } from '../src/command-line-errors.js';
import { formatError, formatWarning } from '../src/error-report.js';
import { formatHumanSize } from '../src/file-size.js';
import { jsonLine, jsonProperties } from '../src/json.js';
import { Output } from '../src/output.js';
import { Progress } from '../src/progress.js';
import { similarWords } from '../src/similarity.js';
import {
  escapeAttribute,
  escapeCdata,
  fuzzyEscape,
  openTag,
  propertyElement,
  textElement,
} from '../src/xml.js';

describe('errors', () => {
  const inner = commandLineError('CL_INSUFFICIENT_ARGS');

  it('print every link', () => {
    const outer = commandLineError('CL_INSUFFICIENT_ARGS', "Try 'repo help cat' for more information", inner);
    expect(formatError('repo: ', outer)).toBe(
      "repo: E205001: Try 'repo help cat' for more information\nrepo: E205001: Not enough arguments provided\n",
    );
    expect(formatWarning('repo: ', outer)).toBe(
      "repo: warning: W205001: Try 'repo help cat' for more information\n",
    );
  });

  it('pad small numbers', () => {
    const row = { code: 'ENOENT', kind: 'not-found', svn: 2 } as const;
    expect(formatError('repo: ', new RevstoreError(row, 'x'))).toBe('repo: E000002: x\n');
  });

  it('show a stack only of bugs and only on request', () => {
    const bug = new TypeError('oops');
    expect(formatError('repo: ', bug)).toBe('repo: TypeError: oops\n');
    expect(formatError('repo: ', bug, true)).toContain('printing.test');
  });
});

describe('xml', () => {
  it('escapes as svn does', () => {
    expect(escapeCdata(`a<b>&"'\r\n`)).toBe(`a&lt;b&gt;&amp;"'&#13;\n`);
    expect(escapeAttribute(`<&>"'\r\n\t`)).toBe('&lt;&amp;&gt;&quot;&apos;&#13;&#10;&#9;');
    expect(fuzzyEscape('a\u0001\tb\u007f')).toBe('a?\\001\tb?\\127');
    expect(openTag('entry', { kind: 'file', path: 'a&b' })).toBe(
      '<entry\n   kind="file"\n   path="a&amp;b">\n',
    );
    expect(textElement('name', undefined)).toBe('');
  });

  it('gives what it cannot hold in base 64', () => {
    expect(propertyElement('p', Buffer.from('a\nb'))).toBe('<property\n   name="p">a\nb</property>\n');
    expect(propertyElement('p', Buffer.from([0, 1]))).toBe(
      '<property\n   name="p"\n   encoding="base64">AAE=\n</property>\n',
    );
    fc.assert(
      fc.property(fc.uint8Array(), (value) => {
        const text = propertyElement('p', value);
        const body = text.slice(text.indexOf('>') + 1, text.lastIndexOf('</'));
        if (!text.includes('base64')) return;
        expect(Buffer.from(body, 'base64')).toEqual(Buffer.from(value));
        expect(Math.max(...body.split('\n').map((line) => line.length))).toBeLessThanOrEqual(76);
      }),
    );
  });
});

describe('json', () => {
  it('is one line, with bytes in base 64', () => {
    const properties = new Map([
      ['a', Buffer.from('é\n')],
      ['b', Buffer.from([255])],
    ]);
    expect(jsonLine({ x: undefined, properties: jsonProperties(properties) })).toBe(
      '{"properties":{"a":"é\\n","b":{"base64":"/w=="}}}\n',
    );
  });
});

describe('sizes', () => {
  it('have at most three digits', () => {
    expect(
      [0, 3, 999, 1000, 1023, 1024, 1536, 10_239, 10_240, 1_048_576].map((size) => formatHumanSize(size)),
    ).toEqual(['0B', '3B', '999B', '1.0K', '1.0K', '1.0K', '1.5K', '10K', '10K', '1.0M']);
    expect(formatHumanSize(3, true)).toBe('3 B');
    expect(formatHumanSize(1536, true)).toBe('1.5 KiB');
    fc.assert(fc.property(fc.maxSafeNat(), (size) => formatHumanSize(size).length <= 4));
  });
});

describe('similar words', () => {
  it('come best first', () => {
    expect(similarWords('revison', ['url', 'revision', 'kind'])).toEqual(['revision']);
    expect(similarWords('foo', ['url', 'revision'])).toEqual([]);
    expect(similarWords('configg', ['servers', 'config'])).toEqual(['config']);
  });
});

describe('output', () => {
  it('keeps the order of text and bytes', async () => {
    const stream = new PassThrough();
    const output = new Output(stream);
    output.write('a');
    output.writeBytes(Buffer.from('b'));
    output.write('c');
    await output.flush();
    expect((stream.read() as Buffer).toString()).toBe('abc');
  });

  it('drops what a reader that left will not read', async () => {
    const stream = new Writable({
      write: (_chunk, _encoding, done) => done(Object.assign(new Error('x'), { code: 'EPIPE', errno: -32 })),
    });
    let told = 0;
    const output = new Output(stream, () => told++);
    output.write('a');
    await output.flush();
    await new Promise((resolve) => setImmediate(resolve));
    output.write('b');
    await output.flush();
    expect([output.closed, told]).toEqual([true, 1]);
  });

  it('reports a full disk', async () => {
    const stream = new Writable({
      write: (_chunk, _encoding, done) => done(Object.assign(new Error('x'), { code: 'ENOSPC', errno: -28 })),
    });
    const output = new Output(stream);
    output.write('a');
    output.push();
    await new Promise((resolve) => setImmediate(resolve));
    await expect(output.flush()).rejects.toMatchObject({
      svnCode: 28,
      message: 'Write error: No space left on device',
    });
  });
});

describe('progress', () => {
  it('is shown on a terminal only', () => {
    for (const isTTY of [true, false]) {
      const written: string[] = [];
      const progress = new Progress({ isTTY, columns: 10, write: (text) => written.push(String(text)) > 0 });
      progress.update('0123456789', 1000);
      progress.update('x', 1050);
      progress.clear();
      progress.clear();
      expect(written).toEqual(isTTY ? ['\r012345678\x1b[K', '\r\x1b[K'] : []);
    }
  });
});
