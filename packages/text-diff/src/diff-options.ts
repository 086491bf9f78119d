import { RevstoreError } from '@revstore/errors';
import { textDiffErrors } from './errors.js';

/** How lines are compared and changes shown. */
export interface DiffOptions {
  /** `change`: runs of blanks are alike; `all`: blanks do not count. */
  readonly ignoreSpace?: 'change' | 'all';
  /** Whether all line ends are alike. */
  readonly ignoreEolStyle?: boolean;
  /** Whether hunks tell the function that they are in. */
  readonly showFunction?: boolean;
  /** Lines of context around a change, 0 and up; default 3. */
  readonly contextLines?: number;
}

type Mutable = { -readonly [K in keyof DiffOptions]: DiffOptions[K] };

const LONG: Readonly<Record<string, string>> = {
  'ignore-space-change': 'b',
  'ignore-all-space': 'w',
  'ignore-eol-style': 'e',
  'show-c-function': 'p',
  unified: 'u',
  context: 'U',
};

/**
 * Reads the options of Subversion's own diff: `-u`, `-b`, `-w`, `--ignore-eol-style`, `-p`, `-U N` and their long names.
 *
 * @param args words as they stand after `-x`.
 * @throws RevstoreError `INVALID_DIFF_OPTION` (E200016), `INCORRECT_PARAMS` (E200004) for a context that is no number.
 */
export function parseDiffOptions(args: readonly string[]): DiffOptions {
  const options: Mutable = {};
  for (let i = 0; i < args.length; i++) {
    const word = args[i];
    if (word === '--') {
      if (i + 1 < args.length) throw spurious(args[i + 1]);
      break;
    }
    if (!word.startsWith('-') || word === '-') throw spurious(word);
    if (word.startsWith('--')) {
      const equals = word.indexOf('=');
      const name = word.slice(2, equals < 0 ? undefined : equals);
      const letter = Object.hasOwn(LONG, name) ? LONG[name] : undefined;
      if (letter === undefined) throw invalid(`invalid option: --${name}`);
      if (letter !== 'U') {
        if (equals >= 0) throw invalid(`erroneous argument: ${word}`);
        apply(options, letter, '');
      } else if (equals >= 0) apply(options, letter, word.slice(equals + 1));
      else if (i + 1 < args.length) apply(options, letter, args[++i]);
      else throw invalid(`missing argument: ${word}`);
      continue;
    }
    for (let at = 1; at < word.length; at++) {
      const letter = word[at];
      if (!'bwpuU'.includes(letter)) throw invalid(`invalid option character: ${letter}`);
      if (letter !== 'U') {
        apply(options, letter, '');
        continue;
      }
      if (at + 1 < word.length) apply(options, letter, word.slice(at + 1));
      else if (i + 1 < args.length) apply(options, letter, args[++i]);
      else throw invalid(`missing argument: ${letter}`);
      break;
    }
  }
  return options;
}

function apply(options: Mutable, letter: string, argument: string): void {
  if (letter === 'b') options.ignoreSpace ??= 'change';
  else if (letter === 'w') options.ignoreSpace = 'all';
  else if (letter === 'e') options.ignoreEolStyle = true;
  else if (letter === 'p') options.showFunction = true;
  else if (letter === 'U') {
    if (!/^\s*[-+]?\d+$/.test(argument))
      throw new RevstoreError(
        textDiffErrors.INCORRECT_PARAMS,
        `Could not convert '${argument}' into a number`,
      );
    const lines = Number(argument);
    if (lines >= 0) options.contextLines = lines;
    else delete options.contextLines;
  }
}

function invalid(what: string): RevstoreError {
  return new RevstoreError(textDiffErrors.INVALID_DIFF_OPTION, 'Error in options to internal diff', {
    // The line break is getopt's own.
    cause: new RevstoreError(textDiffErrors.INVALID_DIFF_OPTION, `${what}\n`),
  });
}

function spurious(word: string): RevstoreError {
  return new RevstoreError(textDiffErrors.INVALID_DIFF_OPTION, `Invalid argument '${word}' in diff options`);
}
