import fc from 'fast-check';
import type { Edit } from '@revstore/repository';
import { isWithin, type PropertyChange, type TreeModel } from './tree-model.js';

/** Numbers that become paths, texts and revisions once it is known what there is to choose from. */
const choice = fc.nat({ max: 1000 });

const place = fc.record({ parent: choice, name: fc.nat({ max: 4 }) });
const textChange = fc.record({
  seed: choice,
  /** Some texts are empty, most have a few lines, some have several windows. */
  size: fc.oneof(
    { weight: 1, arbitrary: fc.constant(0) },
    { weight: 8, arbitrary: fc.nat({ max: 60 }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(4000, 9000),
    },
  ),
  /** Which lines of the text that is there are replaced by those; all with the last number. */
  from: fc.nat({ max: 100 }),
  remove: fc.constantFrom(0, 1, 3, 1e6),
  /** Bytes of the pieces in which the contents are given; 0 for one piece. */
  piece: fc.constantFrom(0, 0, 7, 1000, 65_536),
});
const propertyChanges = fc.array(
  fc.record({ name: fc.nat({ max: 4 }), value: fc.option(choice, { nil: undefined, freq: 2 }) }),
  { maxLength: 3 },
);

const make = { type: fc.constant('make-directory' as const), place, properties: propertyChanges };
const add = { type: fc.constant('add-file' as const), place, text: textChange, properties: propertyChanges };
const step = fc.oneof(
  { weight: 2, arbitrary: fc.record(make) },
  { weight: 3, arbitrary: fc.record(add) },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant('put-file' as const), target: choice, text: textChange }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('copy' as const),
      place,
      source: choice,
      back: fc.nat({ max: 6 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('move' as const), place, source: choice }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('delete' as const), target: choice }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('set-properties' as const),
      target: choice,
      properties: propertyChanges,
    }),
  },
);

/** A change of a tree that is not known yet. */
export type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
type Place = typeof place extends fc.Arbitrary<infer T> ? T : never;
type TextChange = typeof textChange extends fc.Arbitrary<infer T> ? T : never;

/** The changes of one commit. */
export const steps: fc.Arbitrary<Step[]> = fc.array(step, { maxLength: 8, size: 'max' });

const names = ['a', 'b', 'c d', 'é', 'Z@1'];
const propertyNames = ['p', 'q', 'svn:ignore', 'svn:mergeinfo', 'long'];
/** How deep trees become. */
const deepest = 5;

function pick<T>(items: readonly T[], n: number): T | undefined {
  return items.length === 0 ? undefined : items[n % items.length];
}

/** Makes a step an edit of the tree that `model` is, and lets the model follow. Steps that fit nowhere become nothing. */
export class StepResolver {
  readonly #revisions: readonly TreeModel[];
  readonly #base: number;
  readonly #model: TreeModel;

  /** @param base revision that the commit builds on, of which `model` is a copy. */
  constructor(revisions: readonly TreeModel[], base: number, model: TreeModel) {
    this.#revisions = revisions;
    this.#base = base;
    this.#model = model;
  }

  resolve(change: Step): Edit[] {
    const model = this.#model;
    switch (change.type) {
      case 'make-directory':
        return this.#at(change.place, (path) => {
          const properties = propertiesOf(change.properties);
          model.makeDirectory(path, properties);
          return { type: 'make-directory', path, properties };
        });
      case 'add-file':
        return this.#at(change.place, (path) => {
          const contents = newText(change.text, Buffer.alloc(0));
          const properties = propertiesOf(change.properties);
          model.putFile(path, contents, properties);
          return { type: 'add-file', path, contents: inPieces(contents, change.text.piece), properties };
        });
      case 'put-file': {
        const path = pick(model.paths('file'), change.target);
        if (path === undefined) return [];
        const contents = newText(change.text, model.nodes.get(path)!.contents);
        model.putFile(path, contents, []);
        return [{ type: 'put-file', path, contents: inPieces(contents, change.text.piece) }];
      }
      case 'copy': {
        const revision = Math.max(0, this.#base - change.back);
        const from = this.#revisions[revision];
        const source = pick(from.paths().slice(1), change.source);
        if (source === undefined) return [];
        return this.#at(change.place, (path) => {
          model.addCopy(from, source, path);
          return { type: 'copy', path, from: { path: source, revision } };
        });
      }
      case 'move':
        return this.#move(change.source, change.place);
      case 'delete': {
        const path = pick(model.paths().slice(1), change.target);
        if (path === undefined) return [];
        model.delete(path);
        return [{ type: 'delete', path }];
      }
      case 'set-properties': {
        const path = pick(model.paths(), change.target)!;
        const properties = propertiesOf(change.properties, [...model.nodes.get(path)!.properties.keys()]);
        if (properties.length === 0) return [];
        model.setProperties(path, properties);
        return [{ type: 'set-properties', path: path || '/', properties }];
      }
    }
  }

  #move(source: number, to: Place): Edit[] {
    const base = this.#revisions[this.#base];
    const from = pick(
      base
        .paths()
        .slice(1)
        .filter((path) => this.#model.nodes.has(path)),
      source,
    );
    const path = this.#pathOf(to);
    // What is to be moved must not go with what is in its way.
    if (from === undefined || path === undefined || isWithin(path, from) || isWithin(from, path)) return [];
    return this.#at(to, () => {
      this.#model.addCopy(base, from, path);
      this.#model.delete(from);
      return { type: 'move', path, from };
    });
  }

  #pathOf({ parent, name }: Place): string | undefined {
    const directories = this.#model.paths('dir').filter((path) => path.split('/').length < deepest);
    const directory = pick(directories, parent)!;
    return `${directory}/${names[name]}`;
  }

  /** Makes a node, or replaces the one that is there. */
  #at(where: Place, make: (path: string) => Edit): Edit[] {
    const path = this.#pathOf(where)!;
    if (!this.#model.nodes.has(path)) return [make(path)];
    this.#model.delete(path);
    return [{ type: 'delete', path }, make(path)];
  }
}

/** @param known properties that are there: those are removed rather than any. */
function propertiesOf(
  changes: readonly { name: number; value: number | undefined }[],
  known: readonly string[] = [],
): PropertyChange[] {
  return changes.map(({ name, value }) => {
    if (value === undefined) return [pick(known, name) ?? propertyNames[name], undefined];
    return [propertyNames[name], propertyValue(propertyNames[name], value)];
  });
}

function propertyValue(name: string, n: number): Buffer {
  if (name === 'svn:mergeinfo') return Buffer.from(`/a:1-${2 + (n % 9)}\n/é/b:${1 + (n % 5)}*`);
  if (name === 'svn:ignore') return Buffer.from(`*.${n}\n`);
  if (name === 'long') return Buffer.from(`<${n}> & "é"\n`.repeat(n));
  // Any bytes, none at all as well.
  return n % 5 === 0 ? Buffer.alloc(0) : Buffer.from([n & 0xff, 0, 0xff, 10]);
}

function newText({ seed, size, from, remove }: TextChange, old: Buffer): Buffer {
  const added = Array.from({ length: size }, (_, i) => `${(seed * 7919 + i * i) % 100_003} is line ${i}\n`);
  const lines = old.toString('latin1').split(/(?<=\n)/);
  if (lines.at(-1) === '') lines.pop();
  lines.splice(from % (lines.length + 1), remove, ...added);
  return Buffer.from(lines.join(''), 'latin1');
}

function inPieces(contents: Buffer, piece: number): Uint8Array | AsyncIterable<Uint8Array> {
  if (piece === 0) return contents;
  return (async function* () {
    for (let at = 0; at < contents.length; at += piece) yield contents.subarray(at, at + piece);
  })();
}
