import { createReadStream } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isSystemError, RevstoreError, systemError } from '@revstore/errors';
import type { Edit, FileContents } from '@revstore/repository';
import { localContents } from './local-contents.js';
import { repoErrors } from './repo-errors.js';

/** The help on edits in JSON. */
export const jsonEditsHelp = `One edit a line, or all in one array. An edit is an object with a type, a path and more:

  {"type": "make-directory", "path": P, "properties": {...}}
  {"type": "add-file", "path": P, CONTENTS, "properties": {...}}
  {"type": "put-file", "path": P, CONTENTS, "properties": {...}, "baseRevision": N}
  {"type": "copy", "path": P, "from": P, "revision": N}
  {"type": "move", "path": P, "from": P, "baseRevision": N}
  {"type": "delete", "path": P, "baseRevision": N}
  {"type": "set-properties", "path": P, "properties": {...}, "baseRevision": N}

CONTENTS is one of "text": TEXT, "base64": TEXT and "file": the name of a file, relative to the directory
of the file with the edits. The value of a property is a text, {"base64": TEXT}, or null where the property
goes. Paths are below TARGET; those that begin with a slash are below the repository's root. properties,
revision and baseRevision may be left out: copies are of HEAD where no revision is given, and what changed
after baseRevision is not edited. put-file adds a file that is not there.`;

/** Which members an edit may have besides its type and path; those with `!` it must have. */
const members: Readonly<Record<Edit['type'], readonly string[]>> = {
  'make-directory': ['properties'],
  'add-file': ['contents!', 'properties'],
  'put-file': ['contents!', 'properties', 'baseRevision'],
  copy: ['from!', 'revision'],
  move: ['from!', 'baseRevision'],
  delete: ['baseRevision'],
  'set-properties': ['properties!', 'baseRevision'],
};

const contentsMembers = ['text', 'base64', 'file'] as const;

/** Edits in JSON, read as they are asked for. */
export class JsonEdits {
  readonly #name: string;
  readonly #target: string;
  #place: string | undefined;

  /**
   * @param name of a file, or `-` for standard input.
   * @param target path in the repository that relative paths are below.
   */
  constructor(name: string, target: string) {
    this.#name = name;
    this.#target = target;
  }

  /** @throws RevstoreError MALFORMED_FILE (E200002), which names the line or the number of the edit; of the system. */
  async *read(): AsyncGenerator<Edit, void, undefined> {
    const directory = this.#name === '-' ? '.' : dirname(this.#name);
    for await (const { value, place } of jsonValues(this.#name)) {
      this.#place = place;
      yield new EditReader(value, place, directory, this.#target).edit();
      this.#place = undefined;
    }
  }

  /** An error, with the place of the edit on top that was being done. */
  placed(error: unknown): unknown {
    const hasPlace = error instanceof RevstoreError && error.code === repoErrors.MALFORMED_FILE.code;
    if (hasPlace || this.#place === undefined || !(error instanceof RevstoreError)) return error;
    const row = { code: error.code, kind: error.kind, svn: error.svnCode };
    return new RevstoreError(row, `${capitalized(this.#place)} can't be done`, {
      data: error.data,
      cause: error,
    });
  }
}

/** A value and where it stands, for messages. */
interface Placed {
  readonly value: unknown;
  readonly place: string;
}

async function* jsonValues(name: string): AsyncGenerator<Placed, void, undefined> {
  const shown = name === '-' ? 'standard input' : `'${name}'`;
  let number = 0;
  let array: string[] | undefined;
  for await (const line of linesOf(name)) {
    number++;
    if (array) array.push(line);
    else if (line.trim() === '') continue;
    else if (line.trimStart().startsWith('[')) array = [line];
    else {
      const place = `line ${number} of ${shown}`;
      yield { value: parsed(line, place), place };
    }
  }
  if (!array) return;
  const values = parsed(array.join('\n'), shown) as unknown[];
  for (const [index, value] of values.entries()) yield { value, place: `edit ${index + 1} of ${shown}` };
}

async function* linesOf(name: string): AsyncGenerator<string, void, undefined> {
  let pieces: Buffer[] = [];
  try {
    for await (const chunk of name === '-' ? process.stdin : createReadStream(name)) {
      let rest = chunk as Buffer;
      for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
        yield Buffer.concat([...pieces, rest.subarray(0, end)]).toString('utf8');
        pieces = [];
        rest = rest.subarray(end + 1);
      }
      pieces.push(rest);
    }
  } catch (error) {
    if (!isSystemError(error)) throw error;
    throw systemError(error, `Can't ${error.code === 'ENOENT' ? 'open' : 'read'} file '${name}'`, {
      path: name,
    });
  }
  const last = Buffer.concat(pieces);
  if (last.length > 0) yield last.toString('utf8');
}

function parsed(text: string, place: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw malformed(place, `is no JSON: ${(error as Error).message}`);
  }
}

function capitalized(text: string): string {
  return text[0]!.toUpperCase() + text.slice(1);
}

function malformed(place: string, what: string): RevstoreError {
  return new RevstoreError(repoErrors.MALFORMED_FILE, `${capitalized(place)}: ${what}`, {
    data: { place },
  });
}

/** One edit, checked member by member. */
class EditReader {
  readonly #members: Readonly<Record<string, unknown>>;
  readonly #place: string;
  readonly #directory: string;
  readonly #target: string;

  constructor(value: unknown, place: string, directory: string, target: string) {
    this.#place = place;
    this.#directory = directory;
    this.#target = target;
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw this.#fault('is no object');
    this.#members = value as Record<string, unknown>;
  }

  edit(): Edit {
    const type = this.#type();
    this.#checkMembers(type);
    const path = this.#path('path');
    const base = this.#revision('baseRevision');
    const based = base === undefined ? {} : { baseRevision: base };
    const properties = 'properties' in this.#members ? { properties: this.#properties() } : {};
    switch (type) {
      case 'make-directory':
        return { type, path, ...properties };
      case 'add-file':
        return { type, path, contents: this.#contents(), ...properties };
      case 'put-file':
        return { type, path, contents: this.#contents(), ...properties, ...based };
      case 'copy': {
        const revision = this.#revision('revision');
        return {
          type,
          path,
          from: { path: this.#path('from'), ...(revision === undefined ? {} : { revision }) },
        };
      }
      case 'move':
        return { type, path, from: this.#path('from'), ...based };
      case 'delete':
        return { type, path, ...based };
      case 'set-properties':
        return { type, path, properties: this.#properties(), ...based };
    }
  }

  #type(): Edit['type'] {
    const { type } = this.#members;
    if (typeof type !== 'string' || !Object.hasOwn(members, type))
      throw this.#fault(
        type === undefined
          ? "'type' is missing"
          : `${JSON.stringify(type)} is no type of edit; there are ${Object.keys(members).join(', ')}`,
      );
    return type as Edit['type'];
  }

  #checkMembers(type: Edit['type']): void {
    const wanted = members[type];
    const allowed = ['type', 'path', ...wanted.map((name) => name.replace('!', ''))].flatMap((name) =>
      name === 'contents' ? contentsMembers : [name],
    );
    for (const name of Object.keys(this.#members))
      if (!allowed.includes(name)) throw this.#fault(`'${name}' is no member of '${type}'`);
    for (const name of ['path!', ...wanted].filter((text) => text.endsWith('!'))) {
      const member = name.slice(0, -1);
      if (member !== 'contents' && this.#members[member] === undefined)
        throw this.#fault(`'${member}' is missing`);
    }
  }

  #path(name: string): string {
    const text = this.#text(name, this.#members[name]);
    const path = text.startsWith('/') ? text : `${this.#target === '/' ? '' : this.#target}/${text}`;
    const parts = path.split('/').filter((part) => part !== '' && part !== '.');
    if (parts.includes('..')) throw this.#fault(`'${name}' has a '..' in it`);
    return `/${parts.join('/')}`;
  }

  #revision(name: string): number | undefined {
    const value = this.#members[name];
    if (value === undefined) return undefined;
    if (!Number.isSafeInteger(value) || (value as number) < 0) throw this.#fault(`'${name}' is no revision`);
    return value as number;
  }

  #contents(): FileContents {
    const given = contentsMembers.filter((name) => this.#members[name] !== undefined);
    const [name, ...more] = given;
    if (name === undefined || more.length > 0)
      throw this.#fault(`one of 'text', 'base64' and 'file' must be given, ${given.length} are`);
    const text = this.#text(name, this.#members[name]);
    if (name === 'base64') return this.#base64(name, text);
    return name === 'text' ? Buffer.from(text) : localContents(resolve(this.#directory, text)).chunks();
  }

  #properties(): [string, Uint8Array | undefined][] {
    const { properties } = this.#members;
    if (typeof properties !== 'object' || properties === null || Array.isArray(properties))
      throw this.#fault("'properties' is no object");
    return Object.entries(properties as Record<string, unknown>).map(([name, value]) => {
      if (value === null) return [name, undefined];
      const encoded = typeof value === 'object' ? (value as Record<string, unknown>)['base64'] : undefined;
      const place = `the value of property '${name}'`;
      if (encoded === undefined) return [name, Buffer.from(this.#text(place, value))];
      return [name, this.#base64(place, this.#text(place, encoded))];
    });
  }

  #text(name: string, value: unknown): string {
    if (typeof value === 'string') return value;
    throw this.#fault(`${name.includes(' ') ? name : `'${name}'`} is no text`);
  }

  #base64(name: string, text: string): Buffer {
    const bytes = Buffer.from(text, 'base64');
    if (bytes.toString('base64').replace(/=+$/, '') === text.replace(/=+$/, '')) return bytes;
    throw this.#fault(`${name.includes(' ') ? name : `'${name}'`} is no base64`);
  }

  #fault(what: string): RevstoreError {
    return malformed(this.#place, what);
  }
}
