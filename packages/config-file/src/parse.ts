import { RevstoreError } from '@revstore/errors';
import { ConfigFile, type ConfigFileOptions } from './config-file.js';
import { configErrors } from './errors.js';

/** Where the bytes came from, and how names in them are compared. */
export interface ParseConfigOptions extends ConfigFileOptions {
  /** Path that errors name. */
  readonly name: string;
}

/**
 * Parses a configuration file: `[section]` headers, `name = value` or `name: value` lines, indented lines that go on a
 * value (joined by one space), and comment lines that start with `#`. A `#` elsewhere is part of the value.
 *
 * A section or option that comes again is merged, and its last value counts. A byte order mark and CRs before
 * LF are ignored. Bytes that are not UTF-8 become U+FFFD.
 *
 * Line numbers of errors are svn's, which does not count the lines of section headers.
 *
 * @throws RevstoreError `MALFORMED_CONFIG_FILE` naming the file, its cause naming line and reason.
 * @see libsvn_subr/config_file.c#svn_config__parse_stream
 */
export function parseConfigFile(bytes: Uint8Array, options: ParseConfigOptions): ConfigFile {
  const config = new ConfigFile(options);
  try {
    parseLines(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8'), config);
  } catch (error) {
    if (!(error instanceof RevstoreError)) throw error;
    throw new RevstoreError(
      configErrors.MALFORMED_CONFIG_FILE,
      `Error while parsing config file: ${options.name}:`,
      { data: { ...error.data, file: options.name }, cause: error },
    );
  }
  return config;
}

function parseLines(text: string, config: ConfigFile): void {
  const lines = text.replace(/^\uFEFF/, '').split('\n');
  let number = 1;
  let section = '';
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i].replace(/^\r+/, '');
    const body = trim(line);
    const indented = isSpace(line.charCodeAt(0));
    if (body === '') {
      number++;
    } else if (body.startsWith('[')) {
      if (indented) throw malformed(number, 'Section header must start in the first column');
      section = sectionName(line, number);
    } else if (body.startsWith('#')) {
      if (indented) throw malformed(number, 'Comment must start in the first column');
      number++;
    } else {
      if (section === '') throw malformed(number, 'Section header expected');
      if (indented) throw malformed(number, 'Option expected');
      const [name, start] = splitOption(line, number);
      number++;
      const parts = [start];
      while (isContinuation(lines[i + 1])) {
        parts.push(trim(lines[++i]));
        number++;
      }
      config.set(section, name, untilNul(parts.join(' ')));
    }
  }
}

/** What is behind the `]` is ignored. */
function sectionName(line: string, number: number): string {
  const name = untilNul(line);
  const end = name.indexOf(']');
  if (end < 0) throw malformed(number, "Section header must end with ']'");
  return name.slice(1, end);
}

function splitOption(line: string, number: number): [name: string, value: string] {
  const separator = untilNul(line).search(/[:=]/);
  if (separator < 0) throw malformed(number, "Option must end with ':' or '='");
  return [trim(line.slice(0, separator)), trim(line.slice(separator + 1))];
}

function isContinuation(line: string | undefined): boolean {
  if (line === undefined) return false;
  const start = line.replace(/^\r+/, '');
  return isSpace(start.charCodeAt(0)) && trim(start) !== '';
}

/** Strings end at a NUL in svn, whatever follows. */
function untilNul(text: string): string {
  const end = text.indexOf('\0');
  return end < 0 ? text : text.slice(0, end);
}

function isSpace(code: number): boolean {
  return code === 0x20 || (code >= 0x09 && code <= 0x0d);
}

function trim(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text.charCodeAt(start))) start++;
  while (end > start && isSpace(text.charCodeAt(end - 1))) end--;
  return text.slice(start, end);
}

function malformed(line: number, reason: string): RevstoreError {
  return new RevstoreError(configErrors.MALFORMED_CONFIG_FILE, `line ${line}: ${reason}`, { data: { line } });
}
