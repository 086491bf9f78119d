import { parseStoredDate } from '@revstore/bytes';
import {
  closeTag,
  escapeCdata,
  formatHumanDate,
  fuzzyEscape,
  jsonLine,
  jsonProperties,
  openTag,
  openTextTag,
  propertyElement,
  textElement,
} from '@revstore/command-line';
import type { ChangedPath, LogEntry } from '@revstore/repository';
import { countLines } from './line-count.js';

/** The line between entries. */
export const LOG_SEPARATOR = `${'-'.repeat(72)}\n`;

const LETTERS = { add: 'A', modify: 'M', delete: 'D', replace: 'R' } as const;

/** Revision properties that have elements of their own. */
const STANDARD = ['svn:author', 'svn:date', 'svn:log'];

/** The entry with author, date and message only where they are among the properties that were asked for. */
export function askedFor(entry: LogEntry): LogEntry {
  const { author, date, message, ...rest } = entry;
  return {
    ...rest,
    ...(author !== undefined && entry.properties.has('svn:author') ? { author } : {}),
    ...(date !== undefined && entry.properties.has('svn:date') ? { date } : {}),
    ...(message !== undefined && entry.properties.has('svn:log') ? { message } : {}),
  };
}

/** A date as `log` shows it. */
export function humanLogDate(stored: string | undefined): string {
  if (stored === undefined || stored === '') return '(no date)';
  const time = parseStoredDate(stored);
  return time === undefined ? '(invalid date)' : formatHumanDate(time);
}

/** An entry as text. */
export function formatTextEntry(entry: LogEntry, quiet: boolean): string {
  let text = `${LOG_SEPARATOR}r${entry.revision} | ${entry.author ?? '(no author)'} | ${humanLogDate(entry.date)}`;
  const message = quiet ? undefined : (entry.message ?? '');
  if (message !== undefined) {
    const lines = countLines(message);
    text += ` | ${lines} line${lines === 1 ? '' : 's'}`;
  }
  text += '\n';
  if (entry.changedPaths !== undefined && entry.changedPaths.length > 0) {
    text += 'Changed paths:\n';
    for (const { path, action, copyFrom } of entry.changedPaths) {
      const source = copyFrom === undefined ? '' : ` (from ${copyFrom.path}:${copyFrom.revision})`;
      text += `   ${LETTERS[action]} ${path}${source}\n`;
    }
  }
  return message === undefined ? text : `${text}\n${message}\n`;
}

function pathElement({
  path,
  action,
  kind,
  copyFrom,
  textModified,
  propertiesModified,
}: ChangedPath): string {
  const attributes = {
    action: LETTERS[action],
    ...(copyFrom === undefined
      ? {}
      : { 'copyfrom-path': copyFrom.path, 'copyfrom-rev': String(copyFrom.revision) }),
    kind: kind ?? '',
    'text-mods': String(textModified),
    'prop-mods': String(propertiesModified),
  };
  return openTextTag('path', attributes) + escapeCdata(path) + closeTag('path');
}

function escaped(text: string | undefined): string | undefined {
  return text === undefined ? undefined : fuzzyEscape(text);
}

/** An entry as XML. */
export function formatXmlEntry(entry: LogEntry): string {
  let text =
    openTag('logentry', { revision: String(entry.revision) }) +
    textElement('author', escaped(entry.author)) +
    textElement('date', escaped(entry.date === '' ? undefined : entry.date));
  if (entry.changedPaths !== undefined && entry.changedPaths.length > 0) {
    text += openTag('paths') + entry.changedPaths.map(pathElement).join('') + closeTag('paths');
  }
  text += textElement('msg', escaped(entry.message));
  const others = [...entry.properties].filter(([name]) => !STANDARD.includes(name));
  if (others.length > 0) {
    const elements = others.map(([name, value]) => propertyElement(name, value));
    text += openTag('revprops') + elements.join('') + closeTag('revprops');
  }
  return text + closeTag('logentry');
}

/** An entry as one line of JSON. */
export function formatJsonEntry(entry: LogEntry): string {
  const others = new Map([...entry.properties].filter(([name]) => !STANDARD.includes(name)));
  return jsonLine({
    revision: entry.revision,
    author: entry.author,
    date: entry.date,
    message: entry.message,
    properties: others.size === 0 ? undefined : jsonProperties(others),
    changedPaths: entry.changedPaths?.map((change) => ({
      path: change.path,
      action: change.action,
      kind: change.kind,
      textModified: change.textModified,
      propertiesModified: change.propertiesModified,
      copyFrom:
        change.copyFrom === undefined
          ? undefined
          : { path: change.copyFrom.path, revision: change.copyFrom.revision },
    })),
  });
}
