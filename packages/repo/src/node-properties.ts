import { commandLineError } from '@revstore/command-line';
import { RevstoreError } from '@revstore/errors';
import { canonicalMergeinfo } from '@revstore/repository';
import {
  createTranslator,
  isBinaryMimeType,
  parseEolStyle,
  workingFileErrors,
} from '@revstore/working-files';
import { checkExternals } from './externals-check.js';
import { revisionPropertyNames } from './property-names.js';
import { repoErrors } from './repo-errors.js';

const directoryProperties = ['svn:ignore', 'svn:externals', 'svn:auto-props', 'svn:global-ignores'];
const fileProperties = [
  'svn:mime-type',
  'svn:eol-style',
  'svn:keywords',
  'svn:executable',
  'svn:needs-lock',
  'svn:special',
];
const booleanProperties = ['svn:executable', 'svn:needs-lock', 'svn:special'];

/** Whether a property only says yes by being there. */
export function isBooleanProperty(name: string): boolean {
  return booleanProperties.includes(name);
}

/** The reserved names of properties of files and directories, without their prefix. */
export const nodePropertyNames: readonly string[] = [
  'mime-type',
  'ignore',
  'eol-style',
  'keywords',
  'executable',
  'needs-lock',
  'special',
  'externals',
  'mergeinfo',
  'auto-props',
  'global-ignores',
  'text-time',
  'owner',
  'group',
  'unix-mode',
];

/** The node that a property is set on. */
export interface PropertyNode {
  /** Its name in messages. */
  readonly display: string;
  readonly kind: 'file' | 'dir';
  /** Its `svn:mime-type`. */
  mimeType(): Promise<Uint8Array | undefined>;
  /** A file's contents; undefined where they cannot be read now. */
  contents(): Iterable<Uint8Array> | AsyncIterable<Uint8Array> | undefined;
}

/**
 * Checks that a property may be set on files or directories.
 *
 * @throws RevstoreError CLIENT_PROPERTY_NAME (E195011) for names of revisions and working copies.
 */
export function refuseForeignName(name: string): void {
  if (name.startsWith('svn:') && (revisionPropertyNames as readonly string[]).includes(name.slice(4)))
    throw new RevstoreError(
      repoErrors.CLIENT_PROPERTY_NAME,
      `Revision property '${name}' not allowed in this context`,
    );
  if (name.startsWith('svn:wc:'))
    throw new RevstoreError(
      repoErrors.CLIENT_PROPERTY_NAME,
      `'${name}' is a wcprop, thus not accessible to clients`,
    );
}

/**
 * The value of a property in the form in which Subversion's client stores it, after its checks.
 *
 * @param force leave out the checks of `svn:eol-style` and `svn:mime-type`.
 * @throws RevstoreError ILLEGAL_TARGET (E200009) for the wrong kind of node, and of the value.
 * @see libsvn_wc/props.c#svn_wc_canonicalize_svn_prop
 */
export async function canonicalNodeProperty(
  name: string,
  value: Uint8Array,
  node: PropertyNode,
  force = false,
): Promise<Uint8Array> {
  const [own, others, what] =
    node.kind === 'dir'
      ? [directoryProperties, fileProperties, 'directory']
      : [fileProperties, directoryProperties, 'file'];
  if (!own.includes(name) && others.includes(name))
    throw commandLineError('ILLEGAL_TARGET', `Cannot set '${name}' on a ${what} ('${node.display}')`);
  const text = Buffer.from(value).toString('utf8');
  if (isBooleanProperty(name)) return Buffer.from('*');
  switch (name) {
    case 'svn:eol-style':
      if (force) return value;
      await checkEolStyle(text.trim(), node);
      return Buffer.from(text.trim());
    case 'svn:mime-type':
      if (force) return value;
      checkMimeType(text.trim());
      return Buffer.from(text.trim());
    case 'svn:keywords':
      return Buffer.from(text.trim());
    case 'svn:externals':
      checkExternals(text, node.display);
      return withLineEnd(value);
    case 'svn:ignore':
    case 'svn:global-ignores':
    case 'svn:auto-props':
      return withLineEnd(value);
    case 'svn:mergeinfo': {
      const { value: canonical, hasOwnRanges } = canonicalMergeinfo(text);
      if (hasOwnRanges && node.kind !== 'dir')
        throw new RevstoreError(
          repoErrors.MERGEINFO_PARSE_ERROR,
          `Cannot set non-inheritable mergeinfo on a non-directory ('${node.display}')`,
        );
      return Buffer.from(canonical);
    }
    default:
      return value;
  }
}

function withLineEnd(value: Uint8Array): Uint8Array {
  return value.at(-1) === 10 ? value : Buffer.concat([value, Buffer.from('\n')]);
}

/** @throws RevstoreError where the style is none, or the file is binary or has line ends of several kinds. */
async function checkEolStyle(style: string, node: PropertyNode): Promise<void> {
  if (parseEolStyle(Buffer.from(style))?.kind === 'unknown')
    throw new RevstoreError(
      workingFileErrors.IO_UNKNOWN_EOL,
      `Unrecognized line ending style '${style}' for '${node.display}'`,
    );
  const mimeType = await node.mimeType();
  if (mimeType && isBinaryMimeType(Buffer.from(mimeType).toString('utf8')))
    throw commandLineError(
      'ILLEGAL_TARGET',
      `Can't set 'svn:eol-style': file '${node.display}' has binary mime type property`,
    );
  const translator = createTranslator({ eol: 'LF', repair: false, expand: false });
  try {
    for await (const chunk of node.contents() ?? []) translator.update(chunk);
    translator.finish();
  } catch (cause) {
    const mixed =
      cause instanceof RevstoreError && cause.svnCode === workingFileErrors.IO_INCONSISTENT_EOL.svn;
    if (!mixed) throw cause;
    throw commandLineError('ILLEGAL_TARGET', `File '${node.display}' has inconsistent newlines`, cause);
  }
}

/** @throws RevstoreError BAD_MIME_TYPE (E125004). @see RFC 1521 */
function checkMimeType(mimeType: string): void {
  const media = /^[^; ]*/.exec(mimeType)![0];
  const slash = mimeType.indexOf('/');
  const refuse = (what: string): never => {
    throw new RevstoreError(repoErrors.BAD_MIME_TYPE, `MIME type '${mimeType}' ${what}`);
  };
  if (media === '') refuse('has empty media type');
  if (slash < 0 || slash >= media.length) refuse("does not contain '/'");
  for (const [index, character] of [...media].entries())
    if (index !== slash && (!/^[!-~]$/.test(character) || '()<>@,;:\\"/[]?='.includes(character)))
      refuse(`contains invalid character '${character}' in media type`);
  const control = /[\x00-\x08\x0a-\x1f\x7f]/.exec(mimeType);
  if (control)
    refuse(
      `contains invalid character '0x${control[0].charCodeAt(0).toString(16).padStart(2, '0')}' in postfix`,
    );
}
