import { RevstoreError } from '@revstore/errors';
import { configErrors, parseBooleanWord, type ConfigFile } from '@revstore/config-file';

const section = 'adaptive-compression';

/** A codec as a rung between the lightest and the heaviest; in formats before 8, `lz4` means svndiff1 with raw sections. */
export type CompressionRung = 'lz4' | `zlib-${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9}`;

/** What `[adaptive-compression]` says, a section of our own that svn ignores. */
export interface AdaptiveCompressionSettings {
  /** Whether zlib is spared on data that will not compress. */
  readonly earlyAbort: boolean;
  /** Zlib levels below it are exempt, 1 to 9. */
  readonly earlyAbortMinLevel: number;
  /** Sections below it are exempt, in bytes. */
  readonly earlyAbortMinSize: number;
  /** A pass succeeds if it saves this fraction's denominator, 8 to 256. */
  readonly earlyAbortMinSaving: number;
  readonly earlyAbortProbe: 'huffman' | 'zlib-1' | 'none';
  /** Whether codec and level follow the speed of the writer. */
  readonly auto: boolean;
  readonly autoMin: CompressionRung;
  /** Never lighter than {@link autoMin}. */
  readonly autoMax: CompressionRung;
  /** Zlib level of recompression, 1 to 9, where the command names none. */
  readonly recompress: number | undefined;
}

/** The settings of a store that says nothing: our store follows svn's policy. */
export const adaptiveCompressionDefaults: AdaptiveCompressionSettings = {
  earlyAbort: false,
  earlyAbortMinLevel: 3,
  earlyAbortMinSize: 16384,
  earlyAbortMinSaving: 64,
  earlyAbortProbe: 'huffman',
  auto: false,
  autoMin: 'lz4',
  autoMax: 'zlib-6',
  recompress: undefined,
};

type Writable<T> = { -readonly [K in keyof T]: T[K] };

/** Each takes the text of its key and returns whether the text is a value of it. */
const keys: Readonly<
  Record<string, (settings: Writable<AdaptiveCompressionSettings>, text: string) => boolean>
> = {
  'early-abort': (s, text) => isDefined((s.earlyAbort = parseBooleanWord(text)!)),
  'early-abort-min-level': (s, text) => isDefined((s.earlyAbortMinLevel = integer(text, 1, 9)!)),
  'early-abort-min-size': (s, text) => isDefined((s.earlyAbortMinSize = integer(text, 0, 2 ** 31 - 1)!)),
  'early-abort-min-saving': (s, text) => isDefined((s.earlyAbortMinSaving = integer(text, 8, 256)!)),
  'early-abort-probe': (s, text) =>
    isDefined((s.earlyAbortProbe = oneOf(text, ['huffman', 'zlib-1', 'none'])!)),
  auto: (s, text) => isDefined((s.auto = parseBooleanWord(text)!)),
  'auto-min': (s, text) => isDefined((s.autoMin = rung(text)!)),
  'auto-max': (s, text) => isDefined((s.autoMax = rung(text)!)),
  recompress: (s, text) => {
    s.recompress = /^zlib-[1-9]$/.test(text) ? Number(text.slice(5)) : undefined;
    return s.recompress !== undefined || parseBooleanWord(text) === false;
  },
};

/**
 * Reads the section; booleans are written as in all of the file.
 *
 * @throws RevstoreError `BAD_CONFIG_VALUE` for a value that its key does not take, a key that the section does not
 * have, and a range with its ends exchanged.
 */
export function readAdaptiveCompression(config: ConfigFile): AdaptiveCompressionSettings {
  const settings = { ...adaptiveCompressionDefaults };
  let lastMax: string = settings.autoMax;
  for (const { name, value } of config.options(section)) {
    const key = name.toLowerCase();
    if (!Object.hasOwn(keys, key)) throw bad(`Unknown key '${name}' in section '${section}'`, name, value);
    if (!keys[key](settings, value)) throw badValue(key, value);
    if (key === 'auto-max') lastMax = value;
  }
  if (weight(settings.autoMin) > weight(settings.autoMax)) throw badValue('auto-max', lastMax);
  return settings;
}

function isDefined(value: unknown): boolean {
  return value !== undefined;
}

function integer(text: string, min: number, max: number): number | undefined {
  if (!/^[0-9]{1,10}$/.test(text)) return undefined;
  const value = Number(text);
  return value >= min && value <= max ? value : undefined;
}

function oneOf<T extends string>(text: string, words: readonly T[]): T | undefined {
  return words.find((word) => word === text);
}

function rung(text: string): CompressionRung | undefined {
  return /^(?:lz4|zlib-[1-9])$/.test(text) ? (text as CompressionRung) : undefined;
}

function weight(value: CompressionRung): number {
  return value === 'lz4' ? 0 : Number(value.slice('zlib-'.length));
}

function badValue(key: string, value: string): RevstoreError {
  return bad(`Invalid '${key}' value '${value}' in section '${section}'`, key, value);
}

function bad(message: string, option: string, actual: string): RevstoreError {
  return new RevstoreError(configErrors.BAD_CONFIG_VALUE, message, { data: { section, option, actual } });
}
