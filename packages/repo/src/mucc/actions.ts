import { commandLineError, isUrl } from '@revstore/command-line';
import { RevstoreError } from '@revstore/errors';
import { readArgumentFile } from '../edit-options.js';
import { canonicalUrl, commonUrl, parentUrl } from '../target-urls.js';
import { translatedText } from '../translated-text.js';

/** One action of a command line; URLs are canonical. */
export type Action =
  | { readonly type: 'mkdir' | 'rm'; readonly url: string }
  | { readonly type: 'mv'; readonly from: string; readonly url: string }
  | { readonly type: 'cp'; readonly from: string; readonly revision?: number; readonly url: string }
  | { readonly type: 'put'; readonly file: string; readonly url: string }
  | { readonly type: 'set'; readonly name: string; readonly value?: Uint8Array; readonly url: string };

/** The help on actions. */
export const actionsHelp = `Actions:
  cp REV SRC-URL DST-URL   copy SRC-URL as it is in revision REV (a number or HEAD) to DST-URL
  mkdir URL                make a directory
  mv SRC-URL DST-URL       move SRC-URL to DST-URL
  rm URL                   delete URL
  put SRC-FILE URL         give file URL the contents of SRC-FILE, or add it ('-': standard input)
  propset NAME VALUE URL   set property NAME to VALUE
  propsetf NAME FILE URL   set property NAME to what is in FILE
  propdel NAME URL         remove property NAME`;

/** Actions and the URL that all that they change is below. */
export interface ParsedActions {
  readonly actions: readonly Action[];
  readonly anchor: string;
}

/** What is said of arguments that cannot be understood, in svnmucc's words. @returns E200004 */
function unclear(message: string): RevstoreError {
  return commandLineError('INCORRECT_PARAMS', message);
}

/** Reads arguments one after the other. */
class Arguments {
  readonly #words: readonly string[];
  readonly #rootUrl: string | undefined;
  #at = 0;
  readonly anchors: string[] = [];

  constructor(words: readonly string[], rootUrl: string | undefined) {
    this.#words = words;
    this.#rootUrl = rootUrl;
  }

  get done(): boolean {
    return this.#at === this.#words.length;
  }

  next(): string {
    if (this.done) throw unclear('insufficient arguments');
    return this.#words[this.#at++]!;
  }

  /** @param changesParent whether the action is one on the directory above. */
  url(changesParent: boolean): string {
    const word = this.next();
    if (!isUrl(word) && this.#rootUrl === undefined)
      throw unclear(`'${word}' is not a URL, and --root-url (-U) not provided\n`);
    const url = canonicalUrl(isUrl(word) ? word : `${this.#rootUrl}/${word}`);
    this.anchors.push(changesParent ? parentUrl(url) : url);
    return url;
  }
}

/**
 * Takes the arguments of svnmucc apart.
 *
 * @returns undefined where help is asked for.
 * @throws RevstoreError INCORRECT_PARAMS (E200004), and of the system for files that cannot be read.
 */
export function parseActions(
  words: readonly string[],
  rootUrl: string | undefined,
): ParsedActions | undefined {
  const given = new Arguments(words, rootUrl);
  const actions: Action[] = [];
  while (!given.done) {
    const word = given.next();
    if (['?', 'h', 'help'].includes(word)) return undefined;
    actions.push(parseAction(word, given));
  }
  const anchor = given.anchors.length === 0 ? '' : commonUrl(given.anchors);
  if (actions.length > 0 && anchor === '')
    throw unclear('URLs in the action list do not share a common ancestor');
  return { actions, anchor };
}

function parseAction(word: string, given: Arguments): Action {
  switch (word) {
    case 'mkdir':
    case 'rm':
      return { type: word, url: given.url(true) };
    case 'mv':
      return { type: 'mv', from: given.url(true), url: given.url(true) };
    case 'cp': {
      const revision = parseRevision(given.next());
      return {
        type: 'cp',
        ...(revision === undefined ? {} : { revision }),
        from: given.url(false),
        url: given.url(true),
      };
    }
    case 'put':
      return { type: 'put', file: given.next(), url: given.url(true) };
    case 'propset':
    case 'propsetf': {
      const name = given.next();
      const text = given.next();
      const value = word === 'propset' ? Buffer.from(text) : readArgumentFile(text);
      return { type: 'set', name, value: normalized(name, value), url: given.url(false) };
    }
    case 'propdel':
      return { type: 'set', name: given.next(), url: given.url(false) };
    default:
      throw unclear(`'${word}' is not an action\n`);
  }
}

/** @returns undefined for the youngest. */
function parseRevision(text: string): number | undefined {
  if (text === 'HEAD' || text === 'head') return undefined;
  const digits = text.replace(/^r+/, '');
  if (!/^\d+$/.test(digits)) throw unclear(`'${digits}' is not a revision\n`);
  return Number(digits);
}

/** Values of `svn:` properties are text with LF. */
function normalized(name: string, value: Uint8Array): Uint8Array {
  if (!name.startsWith('svn:')) return value;
  try {
    return Buffer.from(translatedText(value));
  } catch (cause) {
    if (!(cause instanceof RevstoreError)) throw cause;
    const row = { code: cause.code, kind: cause.kind, svn: cause.svnCode };
    throw new RevstoreError(row, 'Error normalizing property value', { data: cause.data, cause });
  }
}
