import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RevstoreError } from '@revstore/errors';
import { run, svnadmin, svnMissing, temporaryDirectory } from '@revstore/testkit';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { adaptiveCompressionDefaults } from '../../src/config/adaptive-compression.js';
import { parseFsfsConfig, type FsfsSettings } from '../../src/config/settings.js';
import { fsfsConfTemplate } from '../../src/config/template.js';

const parse = (text: string | undefined, format = 8): FsfsSettings =>
  parseFsfsConfig(text === undefined ? undefined : Buffer.from(text), format, 'r/db/fsfs.conf');

/** The error's chain as svnadmin prints it, '' where there is none. */
function chainOf(action: () => unknown): string {
  try {
    action();
    return '';
  } catch (error) {
    let lines = '';
    for (let link = error as RevstoreError | undefined; link; link = link.cause as RevstoreError | undefined)
      lines += `E${link.svnCode}: ${link.message}\n`;
    return lines;
  }
}

const lz4 = { codec: 'lz4', level: 5, svndiffVersion: 2 };
const zlib = (level: number) => ({ codec: 'zlib', level, svndiffVersion: 1 });

describe('defaults', () => {
  const newest = {
    repSharing: true,
    dirDeltification: true,
    propsDeltification: true,
    maxDeltificationWalk: 1023,
    maxLinearDeltification: 16,
    compression: lz4,
    revpropPackSize: 16 * 1024,
    compressPackedRevprops: false,
    blockSize: 65536,
    l2pPageSize: 8192,
    p2lPageSize: 1 << 20,
    packAfterCommit: false,
    verifyBeforeCommit: false,
    failStop: false,
    adaptiveCompression: adaptiveCompressionDefaults,
  };
  const before7 = { ...newest, compression: zlib(5), blockSize: 4096 };
  const before6 = { ...before7, revpropPackSize: 65536 };
  const before4 = { ...before6, repSharing: false, dirDeltification: false, propsDeltification: false };
  it.each([
    [8, newest],
    [7, { ...newest, compression: zlib(5) }],
    [6, before7],
    [4, before6],
    [3, before4],
    [2, before4],
    [1, { ...before4, compression: { codec: 'none', level: 0, svndiffVersion: 0 } }],
  ])('of format %i', (format, expected) => {
    expect(parse(undefined, format)).toEqual(expected);
    expect(parse('', format)).toEqual(expected);
    expect(parse(fsfsConfTemplate, format)).toEqual(expected);
  });

  it('of the template are what its commented lines say', () => {
    const uncommented = fsfsConfTemplate.replace(/^# (?=\S+ = )/gm, '').replace('fail-stop = true', '');
    expect(parse(uncommented)).toEqual(parse(undefined));
  });
});

describe('options', () => {
  it('are read', () => {
    const text = `
[rep-sharing]
enable-rep-sharing = no
[deltification]
enable-dir-deltification = off
enable-props-deltification = 0
max-deltification-walk = 7
max-linear-deltification = -1
compression = zlib-9
[packed-revprops]
compress-packed-revprops = yes
[io]
block-size = 4
l2p-page-size = 1024
p2l-page-size = 64
[debug]
pack-after-commit = true
verify-before-commit = true
[caches]
fail-stop = true
`;
    expect(parse(text)).toEqual({
      repSharing: false,
      dirDeltification: false,
      propsDeltification: false,
      maxDeltificationWalk: 7,
      maxLinearDeltification: -1,
      compression: zlib(9),
      revpropPackSize: 64 * 1024,
      compressPackedRevprops: true,
      blockSize: 4096,
      l2pPageSize: 1024,
      p2lPageSize: 65536,
      packAfterCommit: true,
      verifyBeforeCommit: true,
      failStop: true,
      adaptiveCompression: adaptiveCompressionDefaults,
    });
    // What a format does not have is not consulted, so bad values of it do no harm.
    expect(parse(text.replaceAll(/= \S+/g, '= bad').replace(/\[debug\][^]*/, ''), 3)).toEqual(
      parse(undefined, 3),
    );
  });

  it.each([
    ['compression = none', { codec: 'none', level: 0, svndiffVersion: 0 }],
    ['compression = lz4', lz4],
    ['compression = zlib', zlib(5)],
    ['compression = zlib-05', zlib(5)],
    ['compression = zlib-+7', zlib(7)],
    ['compression = zlib- 5', zlib(5)],
    ['compression-level = 0', zlib(0)],
    ['compression-level = -4', zlib(0)],
    ['compression-level = 11', zlib(9)],
  ])('%s', (line, expected) => {
    expect(parse(`[deltification]\n${line}\n`).compression).toEqual(expected);
  });
});

describe('[adaptive-compression]', () => {
  const section = (lines: string) => parse(`[adaptive-compression]\n${lines}\n`).adaptiveCompression;

  it('is read', () => {
    const text = [
      'Early-Abort = yes',
      'early-abort-min-level = 1',
      'early-abort-min-size = 0',
      'early-abort-min-saving = 8',
      'early-abort-probe = none',
      'auto = yes',
      'auto-min = zlib-2',
      'auto-max = zlib-2',
      'recompress = zlib-9',
    ];
    expect(section(text.join('\n'))).toEqual({
      earlyAbort: true,
      earlyAbortMinLevel: 1,
      earlyAbortMinSize: 0,
      earlyAbortMinSaving: 8,
      earlyAbortProbe: 'none',
      auto: true,
      autoMin: 'zlib-2',
      autoMax: 'zlib-2',
      recompress: 9,
    });
    expect(section('recompress = no').recompress).toBeUndefined();
  });

  it.each([
    ['early-abort', 'maybe'],
    ['early-abort-min-level', '0'],
    ['early-abort-min-level', '10'],
    ['early-abort-min-size', '-1'],
    ['early-abort-min-saving', '7'],
    ['early-abort-min-saving', '257'],
    ['early-abort-probe', 'lz4'],
    ['auto', ''],
    ['auto-min', 'none'],
    ['auto-max', 'zlib-0'],
    ['auto-max', 'zlib'],
    ['recompress', 'yes'],
    ['recompress', 'zlib-10'],
  ])('%s = %s is refused', (key, value) => {
    expect(chainOf(() => section(`${key} = ${value}`))).toBe(
      `E125009: Invalid '${key}' value '${value}' in section 'adaptive-compression'\n`,
    );
  });

  it('refuses unknown keys and an empty range', () => {
    expect(chainOf(() => section('early = yes'))).toBe(
      "E125009: Unknown key 'early' in section 'adaptive-compression'\n",
    );
    expect(chainOf(() => section('constructor = yes'))).toContain("Unknown key 'constructor'");
    expect(chainOf(() => section('auto-min = zlib-7'))).toBe(
      "E125009: Invalid 'auto-max' value 'zlib-6' in section 'adaptive-compression'\n",
    );
  });
});

it('settings or RevstoreError come of any bytes', () => {
  const line = fc.tuple(
    fc.constantFrom('[io]', '[deltification]', '[adaptive-compression]'),
    fc.constantFrom(
      'block-size',
      'compression',
      'compression-level',
      'auto-min',
      'recompress',
      'early-abort',
    ),
    fc.oneof(fc.integer().map(String), fc.constantFrom('lz4', 'zlib-3', 'no'), fc.string()),
  );
  fc.assert(
    fc.property(fc.array(line), fc.constantFrom(1, 2, 3, 4, 6, 7, 8), (lines, format) => {
      const text = lines.map(([section, key, value]) => `${section}\n${key} = ${value}\n`).join('');
      try {
        const settings = parse(text, format);
        expect(Number.isInteger(Math.log2(settings.blockSize))).toBe(true);
      } catch (error) {
        expect(error).toBeInstanceOf(RevstoreError);
      }
    }),
  );
});

describe.skipIf(svnMissing())('as svn opens a store with it', () => {
  let parent: string;
  let template: string;
  const versions = { 8: '1.14', 7: '1.9', 6: '1.8', 4: '1.6', 3: '1.5' } as const;
  beforeAll(async () => {
    parent = temporaryDirectory();
    for (const [format, version] of Object.entries(versions))
      await svnadmin(['create', '--compatible-version', version, format], { cwd: parent });
    template = (await run('cat', ['8/db/fsfs.conf'], { cwd: parent })).stdout;
  });

  const io = (option: string) =>
    ['3', '0', '-4', '1', 'x', '', '4503599627370496', '4503599627370497', '9007199254740992'].map(
      (value) => `[io]\n${option} = ${value}`,
    );
  const compression = (option: string) =>
    ['zlib-', 'zlib-abc', 'zlib-5x', 'zlib-99999999999', 'zlib-0', 'zlib-10', 'zlibx', 'LZ4', 'auto', ''].map(
      (value) => `[deltification]\n${option} = ${value}`,
    );
  const texts = [
    ...io('block-size'),
    ...io('l2p-page-size'),
    ...io('p2l-page-size'),
    ...compression('compression'),
    ...compression('compression-level'),
    '[io]\nl2p-page-size = 1152921504606846976',
    '[io]\nl2p-page-size = 3\np2l-page-size = 5',
    '[io]\nblock-size = 3\np2l-page-size = x',
    '[deltification]\ncompression = lz4 # x',
    '[deltification]\ncompression = lz4',
    '[deltification]\ncompression = lz4\ncompression-level = x',
    '[deltification]\ncompression = bad\n[caches]\nfail-stop = bad',
    '[deltification]\ncompression = bad\n[debug]\npack-after-commit = bad',
    '[deltification]\nmax-deltification-walk = 1023.0\n[rep-sharing]\nenable-rep-sharing = 2',
    '[deltification]\nmax-linear-deltification = a\nmax-deltification-walk = b\nenable-dir-deltification = c',
    '[deltification]\nenable-props-deltification = yess',
    '[packed-revprops]\nrevprop-pack-size = 1k',
    '[packed-revprops]\nrevprop-pack-size = 1k\ncompress-packed-revprops = 1k',
    '[packed-revprops]\nrevprop-pack-size = -1',
    '[debug]\nverify-before-commit = bad\n[caches]\nfail-stop = bad',
    '[caches]\nfail-stop = bad',
    '[Adaptive-Compression]\nauto = no\n',
    'no section',
  ];

  it.each(texts)('%j', async (text) => {
    for (const format of Object.keys(versions)) {
      writeFileSync(join(parent, format, 'db/fsfs.conf'), `${text}\n`);
      const { stderr } = await svnadmin(['info', format], { cwd: parent, expectCode: 'any' });
      const ours = chainOf(() =>
        parseFsfsConfig(Buffer.from(`${text}\n`), Number(format), `${format}/db/fsfs.conf`),
      );
      expect(ours).toBe(stderr.replaceAll('svnadmin: ', ''));
    }
  });

  it("the template has svn's sections and option lines, and ours behind them", () => {
    const lines = (text: string) => text.split('\n').filter((line) => /^(?:\[|# \S+ = )/.test(line));
    const ours = lines(fsfsConfTemplate);
    const own = ours.indexOf('[adaptive-compression]');
    expect(ours.slice(0, own)).toEqual(lines(template));
    expect(ours.slice(own + 1).every((line) => line.startsWith('# '))).toBe(true);
    expect(fsfsConfTemplate).toMatch(/^# compression /m);
    expect(fsfsConfTemplate).toMatch(/^# enable-dir-deltification /m);
  });

  it('the template opens', async () => {
    writeFileSync(join(parent, '8/db/fsfs.conf'), fsfsConfTemplate);
    await svnadmin(['verify', '-q', '8'], { cwd: parent });
  });
});
