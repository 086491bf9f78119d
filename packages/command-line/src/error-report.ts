import { RevstoreError } from '@revstore/errors';

function errorNumber(code: number): string {
  return String(code).padStart(6, '0');
}

/** A message with the bytes of names that are not UTF-8 (U+DC80 to U+DCFF) written as svn writes them. */
export function printable(message: string): string {
  if (message.isWellFormed()) return message;
  return message.replace(
    /(?<![\ud800-\udbff])[\udc80-\udcff]/g,
    (unit) => `?\\${(unit.charCodeAt(0) - 0xdc00).toString(16).toUpperCase()}`,
  );
}

/**
 * An error chain as svn prints it, outermost first: `repo: E160013: message`, one line a link.
 *
 * Errors that are not Revstore's are bugs: one line, and the stack where `debug` is set.
 *
 * @param prefix with its blank, e.g. `repo: `.
 */
export function formatError(prefix: string, error: unknown, debug = false): string {
  const lines: string[] = [];
  const seen = new Set<unknown>();
  for (let link = error; link !== undefined && !seen.has(link);) {
    seen.add(link);
    if (link instanceof RevstoreError) {
      lines.push(`${prefix}E${errorNumber(link.svnCode)}: ${printable(link.message)}`);
      link = link.cause;
    } else {
      lines.push(`${prefix}${link instanceof Error ? `${link.name}: ${link.message}` : String(link)}`);
      if (debug && link instanceof Error && link.stack !== undefined) lines.push(link.stack);
      break;
    }
  }
  return `${lines.join('\n')}\n`;
}

/** The outermost link of an error as a warning: `repo: warning: W160013: message`. */
export function formatWarning(prefix: string, error: RevstoreError): string {
  return `${prefix}warning: W${errorNumber(error.svnCode)}: ${printable(error.message)}\n`;
}
