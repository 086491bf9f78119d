import { inflateSync } from 'node:zlib';
import { RevstoreError } from '@revstore/errors';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  BlameLines,
  diffLines,
  formatGitAdded,
  formatGitBinary,
  formatGitDeleted,
  formatGitModified,
  formatPropertyChange,
  Lines,
  parseDiffOptions,
  propertyChanges,
  type LineChange,
} from '../src/index.js';

const text = fc
  .array(fc.constantFrom('a', 'b', 'c', '\n', '\n', '\r\n', '\r', 'x'.repeat(1100) + '\n'), { maxLength: 60 })
  .map((parts) => Buffer.from(parts.join('')));

function linesOf(lines: Lines): string[] {
  return Array.from({ length: lines.count }, (_, line) => lines.line(line).toString('latin1'));
}

function applied(original: string[], modified: string[], changes: readonly LineChange[]): string[] {
  const result: string[] = [];
  let at = 0;
  for (const change of changes) {
    result.push(...original.slice(at, change.originalStart));
    expect(result.length).toBe(change.modifiedStart);
    result.push(...modified.slice(change.modifiedStart, change.modifiedStart + change.modifiedLength));
    at = change.originalStart + change.originalLength;
  }
  return [...result, ...original.slice(at)];
}

/** Length of the longest common subsequence by the textbook's table. */
function longest(a: readonly string[], b: readonly string[]): number {
  let above = new Array<number>(b.length + 1).fill(0);
  for (const line of a) {
    const row = [0];
    for (let j = 0; j < b.length; j++)
      row.push(line === b[j] ? above[j]! + 1 : Math.max(row[j]!, above[j + 1]!));
    above = row;
  }
  return above.at(-1)!;
}

describe('lines', () => {
  it('put together are the text, and each has one line end', () => {
    fc.assert(
      fc.property(fc.oneof(text, fc.uint8Array()), (bytes) => {
        const lines = new Lines(bytes);
        const all = linesOf(lines);
        expect(all.join('')).toBe(Buffer.from(bytes).toString('latin1'));
        for (const [index, line] of all.entries())
          expect(line).toMatch(index < all.length - 1 ? /^[^\r\n]*(\r\n|\n|\r)$/ : /^[^\r\n]*(\r\n|\n|\r)?$/);
      }),
    );
  });
});

describe('changes of lines', () => {
  it('make the second text of the first, and are as few as can be', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        const [original, modified] = [new Lines(a), new Lines(b)];
        const changes = diffLines(original, modified);
        const [before, after] = [linesOf(original), linesOf(modified)];
        expect(applied(before, after, changes)).toEqual(after);
        const kept = before.length - changes.reduce((sum, change) => sum + change.originalLength, 0);
        expect(kept).toBe(longest(before, after));
      }),
      { numRuns: 300 },
    );
  });

  it('keep apart what does not touch', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        let end = -1;
        for (const change of diffLines(new Lines(a), new Lines(b))) {
          expect(change.originalLength + change.modifiedLength).toBeGreaterThan(0);
          expect(change.originalStart).toBeGreaterThan(end);
          end = change.originalStart + change.originalLength;
        }
      }),
    );
  });
});

describe('blame', () => {
  it('knows of each line which text brought it', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 6 }), (texts) => {
        const blame = new BlameLines(0);
        let naive = linesOf(new Lines(texts[0]!)).map(() => 0);
        for (let step = 1; step < texts.length; step++) {
          const [before, after] = [new Lines(texts[step - 1]!), new Lines(texts[step]!)];
          const changes = diffLines(before, after);
          blame.apply(changes, step);
          const next: number[] = [];
          let at = 0;
          for (const change of changes) {
            next.push(...naive.slice(at, change.originalStart));
            next.push(...new Array<number>(change.modifiedLength).fill(step));
            at = change.originalStart + change.originalLength;
          }
          naive = [...next, ...naive.slice(at)];
        }
        const starts = blame.runs.map(({ start }) => start);
        expect(starts).toEqual([...new Set(starts)].sort((a, b) => a - b));
        expect(naive.map((_, line) => blame.runs.findLast(({ start }) => start <= line)!.source)).toEqual(
          naive,
        );
      }),
    );
  });
});

describe('options of -x', () => {
  it('are read, joined or apart', () => {
    expect(parseDiffOptions(['-u', '-bp', '-U5'])).toEqual({
      ignoreSpace: 'change',
      showFunction: true,
      contextLines: 5,
    });
    expect(parseDiffOptions(['-w', '-b', '--ignore-eol-style', '--context', '0'])).toEqual({
      ignoreSpace: 'all',
      ignoreEolStyle: true,
      contextLines: 0,
    });
    expect(parseDiffOptions(['-U', '4', '-U', '-1', '--'])).toEqual({});
  });

  it.each(['--foo', '-z', 'word', '-U', '-U x', '--unified=3', '--context', '-- x'])(
    '%s is refused',
    (line) => {
      expect(() => parseDiffOptions(line.split(' '))).toThrow(RevstoreError);
    },
  );
});

describe('properties', () => {
  it('are told in order of names, with what they were and are', () => {
    const bytes = (value: string): Buffer => Buffer.from(value);
    const changes = propertyChanges(
      new Map([
        ['same', bytes('s')],
        ['gone', bytes('g\n')],
        ['other', bytes('1\n2\n')],
      ]),
      new Map([
        ['same', bytes('s')],
        ['other', bytes('1\n3\n')],
        ['new', bytes('n')],
      ]),
    );
    expect(changes.map((change) => formatPropertyChange(change).toString()).join('')).toBe(
      'Deleted: gone\n## -1 +0,0 ##\n-g\n' +
        'Added: new\n## -0,0 +1 ##\n+n\n\\ No newline at end of property\n' +
        'Modified: other\n## -1,2 +1,2 ##\n 1\n-2\n+3\n',
    );
  });
});

describe('git format', () => {
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~';

  /** Reads one `literal` block as git does. */
  function decode(block: string): Buffer {
    const [title, ...lines] = block.trimEnd().split('\n');
    const packed = Buffer.concat(
      lines.map((line) => {
        const letter = line.charCodeAt(0);
        const count = letter <= 0x5a ? letter - 0x40 : letter - 0x60 + 26;
        const bytes: number[] = [];
        for (let at = 1; at < line.length; at += 5) {
          const word = [...line.slice(at, at + 5)].reduce((sum, c) => sum * 85 + alphabet.indexOf(c), 0);
          bytes.push(word >>> 24, (word >>> 16) & 255, (word >>> 8) & 255, word & 255);
        }
        return Buffer.from(bytes.slice(0, count));
      }),
    );
    const bytes = inflateSync(packed);
    expect(title).toBe(`literal ${bytes.length}`);
    return bytes;
  }

  it('binary patches hold both contents', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), fc.uint8Array({ maxLength: 400 }), (a, b) => {
        const [, newer, older] = /^GIT binary patch\n([^]*?\n)\n([^]*)$/.exec(formatGitBinary(a, b))!;
        expect(decode(newer!).equals(b)).toBe(true);
        expect(decode(older!).equals(a)).toBe(true);
      }),
    );
  });

  it('headers tell modes', () => {
    const plain = { executable: false, symbolicLink: false };
    const script = { executable: true, symbolicLink: false };
    const link = { executable: false, symbolicLink: true };
    expect(formatGitAdded('a', script)).toBe('diff --git a/a b/a\nnew file mode 100755\n');
    expect(formatGitDeleted('a', link)).toBe('diff --git a/a b/a\ndeleted file mode 120644\n');
    expect(formatGitModified('a', plain, script)).toBe(
      'diff --git a/a b/a\nold mode 100644\nnew mode 100755\n',
    );
    expect(formatGitModified('a', link, link, '1..2')).toBe('diff --git a/a b/a\nindex 1..2 120644\n');
    expect(formatGitModified('a', plain, plain)).toBe('diff --git a/a b/a\n');
  });
});
