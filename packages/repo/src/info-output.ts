import { parseStoredDate } from '@revstore/bytes';
import {
  closeTag,
  formatHumanDate,
  formatHumanSize,
  jsonLine,
  openTag,
  textElement,
  type JsonValue,
} from '@revstore/command-line';
import { baseName, pathUrl, type ListEntry, type PathLock } from '@revstore/repository';
import { countLines } from './line-count.js';
import { commitElement, jsonLock, lockElement, normalDate } from './lock-output.js';

/** What `info` knows about a node. */
export interface NodeInfo {
  /** As printed: the name of the target, a path relative to it for what is below. */
  readonly path: string;
  readonly entry: ListEntry;
  readonly lock: PathLock | undefined;
  readonly revision: number;
  readonly rootUrl: string;
  readonly uuid: string;
}

/** The node's URL, encoded. */
export function nodeUrl({ rootUrl, entry }: NodeInfo): string {
  return pathUrl(rootUrl, entry.path);
}

/** The node's URL from the repository's root, `^/…`, encoded. */
export function relativeUrl(info: NodeInfo): string {
  return `^/${nodeUrl(info).slice(info.rootUrl.length + 1)}`;
}

function humanDate(stored: string): string {
  const time = parseStoredDate(stored);
  return time === undefined ? stored : formatHumanDate(time);
}

function sizeText(size: number, human: boolean): string {
  return human ? formatHumanSize(size, true) : String(size);
}

function lockText(lock: PathLock): string {
  let text = `Lock Token: ${lock.token}\nLock Owner: ${lock.owner}\nLock Created: ${humanDate(lock.creationDate)}\n`;
  if (lock.expirationDate !== undefined) text += `Lock Expires: ${humanDate(lock.expirationDate)}\n`;
  if (lock.comment === undefined) return text;
  const lines = countLines(lock.comment);
  return `${text}Lock Comment (${lines} line${lines === 1 ? '' : 's'}):\n${lock.comment}\n`;
}

/** The block of lines, with the empty one behind it. */
export function formatInfo(info: NodeInfo, human: boolean): string {
  const { entry } = info;
  let text = `Path: ${info.path}\n`;
  if (entry.kind !== 'dir') text += `Name: ${baseName(info.path)}\n`;
  text +=
    `URL: ${nodeUrl(info)}\nRelative URL: ${relativeUrl(info)}\nRepository Root: ${info.rootUrl}\n` +
    `Repository UUID: ${info.uuid}\nRevision: ${info.revision}\n` +
    `Node Kind: ${entry.kind === 'dir' ? 'directory' : 'file'}\n`;
  if (entry.kind === 'file') text += `Size in Repository: ${sizeText(entry.size, human)}\n`;
  if (entry.lastAuthor !== undefined) text += `Last Changed Author: ${entry.lastAuthor}\n`;
  text += `Last Changed Rev: ${entry.createdRevision}\n`;
  if (entry.lastDate !== undefined) text += `Last Changed Date: ${humanDate(entry.lastDate)}\n`;
  if (info.lock !== undefined) text += lockText(info.lock);
  return `${text}\n`;
}

/** The `entry` element. */
export function formatInfoXml(info: NodeInfo): string {
  const { entry } = info;
  return (
    openTag('entry', {
      kind: entry.kind,
      path: info.path,
      revision: String(info.revision),
      ...(entry.kind === 'file' ? { size: String(entry.size) } : {}),
    }) +
    textElement('url', nodeUrl(info)) +
    textElement('relative-url', relativeUrl(info)) +
    openTag('repository') +
    textElement('root', info.rootUrl) +
    textElement('uuid', info.uuid) +
    closeTag('repository') +
    commitElement(entry.createdRevision, entry.lastAuthor, entry.lastDate) +
    (info.lock === undefined ? '' : lockElement(info.lock)) +
    closeTag('entry')
  );
}

/** One line of JSON. */
export function formatInfoJson(info: NodeInfo): string {
  const { entry } = info;
  const value: JsonValue = {
    path: entry.path,
    url: nodeUrl(info),
    relativeUrl: relativeUrl(info),
    rootUrl: info.rootUrl,
    uuid: info.uuid,
    revision: info.revision,
    kind: entry.kind,
    size: entry.kind === 'file' ? entry.size : undefined,
    lastChangedRevision: entry.createdRevision,
    lastChangedAuthor: entry.lastAuthor,
    lastChangedDate: entry.lastDate,
    lock: info.lock === undefined ? undefined : jsonLock(info.lock),
  };
  return jsonLine(value);
}

type Item = (info: NodeInfo, human: boolean) => string | undefined;

/** Items of `--show-item`; those of a working copy have no value. */
export const INFO_ITEMS: Readonly<Record<string, Item>> = {
  kind: ({ entry }) => entry.kind,
  url: nodeUrl,
  'relative-url': relativeUrl,
  'repos-root-url': ({ rootUrl }) => rootUrl,
  'repos-uuid': ({ uuid }) => uuid,
  'repos-size': ({ entry }, human) => sizeText(entry.size, human),
  revision: ({ revision }) => String(revision),
  'last-changed-revision': ({ entry }) => String(entry.createdRevision),
  'last-changed-date': ({ entry }) => (entry.lastDate === undefined ? undefined : normalDate(entry.lastDate)),
  'last-changed-author': ({ entry }) => entry.lastAuthor,
  'wc-root': () => undefined,
  schedule: () => undefined,
  depth: () => undefined,
  changelist: () => undefined,
};
