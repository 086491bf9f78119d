import { closeTag, escapeCdata, jsonLine, jsonPropertyValue, openTextTag } from '@revstore/command-line';
import { encodeUriPath, type Difference } from '@revstore/repository';

const LETTERS = { add: 'A', delete: 'D', modify: 'M' } as const;
const WORDS = { add: 'added', delete: 'deleted', modify: 'modified' } as const;

/** Where summaries find what they show. */
export interface SummaryOptions {
  /** URL of what is compared; relative paths are added to it. */
  readonly url: string;
  readonly ignoreProperties: boolean;
}

interface Summary {
  readonly text: 'add' | 'delete' | 'modify' | undefined;
  readonly properties: boolean;
}

/** Undefined where there is nothing to tell. */
function summaryOf(difference: Difference, ignoreProperties: boolean): Summary | undefined {
  const { action, kind, textModified, propertiesModified } = difference;
  const modified = action === 'modify';
  const text = modified && (kind === 'dir' || !textModified) ? undefined : action;
  if (text === undefined && ignoreProperties) return undefined;
  return { text, properties: modified && propertiesModified && !ignoreProperties };
}

function urlOf({ relativePath }: Difference, url: string): string {
  return relativePath === '' ? url : `${url}/${encodeUriPath(relativePath)}`;
}

/** A line of `diff --summarize`; '' where there is nothing to tell. */
export function formatSummary(difference: Difference, options: SummaryOptions): string {
  const summary = summaryOf(difference, options.ignoreProperties);
  if (summary === undefined) return '';
  const letter = summary.text === undefined ? ' ' : LETTERS[summary.text];
  return `${letter}${summary.properties ? 'M' : ' '}      ${urlOf(difference, options.url)}\n`;
}

/** An element of `diff --summarize --xml`; '' where there is nothing to tell. */
export function formatXmlSummary(difference: Difference, options: SummaryOptions): string {
  const summary = summaryOf(difference, options.ignoreProperties);
  if (summary === undefined) return '';
  const attributes = {
    kind: difference.kind,
    item: summary.text === undefined ? 'none' : WORDS[summary.text],
    props: summary.properties ? 'modified' : 'none',
  };
  return openTextTag('path', attributes) + escapeCdata(urlOf(difference, options.url)) + closeTag('path');
}

/**
 * A difference as one line of JSON.
 *
 * @param text what `diff` shows of it; absent in a summary.
 */
export function formatJsonDifference(difference: Difference, text?: Uint8Array): string {
  const { relativePath, kind, action, textModified, propertiesModified, before, after } = difference;
  return jsonLine({
    path: relativePath,
    kind,
    action,
    textModified,
    propertiesModified,
    from: before && { path: before.path, revision: before.revision },
    to: after && { path: after.path, revision: after.revision },
    diff: text && jsonPropertyValue(text),
  });
}
