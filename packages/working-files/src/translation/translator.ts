import { type Eol, EolTranslator } from '../eol/index.js';
import { type Keywords, KeywordTranslator } from '../keywords/index.js';

/** How a file's bytes change on their way. A file that keeps its bytes has none, and callers copy it as it is. */
export interface Translation {
  /** Every line end becomes this one; absent: line ends stay. */
  readonly eol?: Eol;
  /** Accept a mixture of line ends instead of refusing it. */
  readonly repair: boolean;
  readonly keywords?: Keywords;
  /** Write the keywords' values; false removes them. */
  readonly expand: boolean;
}

/** A translation under way. Use it for one file. */
export interface Translator {
  /** @returns the bytes that are ready, perhaps none; a view of `chunk` where nothing changes. */
  update(chunk: Uint8Array): Uint8Array;
  /** @returns the rest, perhaps nothing. */
  finish(): Uint8Array;
}

/**
 * Starts a translation. It holds back at most 255 bytes between chunks, and how the source is cut does not matter.
 *
 * Its methods throw RevstoreError IO_INCONSISTENT_EOL (E135000) on a mixture of line ends that is not to be repaired.
 */
export function createTranslator(translation: Translation): Translator {
  const eol =
    translation.eol === undefined ? undefined : new EolTranslator(translation.eol, translation.repair);
  const { keywords } = translation;
  if (keywords !== undefined && keywords.size > 0)
    return new KeywordTranslator(keywords, translation.expand, eol);
  return eol ?? { update: (chunk) => chunk, finish: () => new Uint8Array(0) };
}

/** Translates a whole file in memory; `bytes` itself where nothing changes. */
export function translateBytes(bytes: Uint8Array, translation: Translation | undefined): Uint8Array {
  if (translation === undefined) return bytes;
  const translator = createTranslator(translation);
  const body = translator.update(bytes);
  const tail = translator.finish();
  return tail.length === 0 ? body : Buffer.concat([body, tail]);
}

/** Translates a stream; chunks come out in order, none of them empty, views of the source's where nothing changes. */
export async function* translateChunks(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  translation: Translation | undefined,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (translation === undefined) {
    yield* source;
    return;
  }
  const translator = createTranslator(translation);
  for await (const chunk of source) {
    const out = translator.update(chunk);
    if (out.length > 0) yield out;
  }
  const tail = translator.finish();
  if (tail.length > 0) yield tail;
}
