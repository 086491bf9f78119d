import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { projectRoot } from '@revstore/testkit';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';

const architecture = readFileSync(join(projectRoot, 'docs/ARCHITECTURE.md'), 'utf8');

/** Packages of the table, in its order, with all they may import: what their row names and what that may import. */
function packageTable(): Map<string, Set<string>> {
  const allowed = new Map<string, Set<string>>();
  for (const row of architecture.matchAll(/^\| (`[a-z-]+`(?:, `[a-z-]+`)*) +\|[^|]*\|([^|]*)\|$/gm)) {
    const imports = new Set<string>();
    for (const name of row[2]!.trim().split(/[\s,]+/)) {
      if (name === '–') continue;
      if (!allowed.has(name)) throw new Error(`${row[1]} imports ${name}, which is no row above it`);
      imports.add(name);
      for (const below of allowed.get(name)!) imports.add(below);
    }
    for (const name of row[1]!.matchAll(/`([a-z-]+)`/g)) allowed.set(name[1]!, imports);
  }
  return allowed;
}

/** Rooms of a package with their layers: `5  tree   what it is   path-locks` is two rooms in layer 5. */
function roomTable(name: string): Map<string, number> {
  const layers = new Map<string, number>();
  const block = new RegExp(`## Rooms of \`${name}\`[^]*?\`\`\`\\n([^]*?)\`\`\``).exec(architecture)![1]!;
  for (const line of block.matchAll(/^(\d+)\s+(.*)$/gm)) {
    for (const segment of line[2]!.split(/\s{2,}/)) {
      const room = /^([a-z0-9-]+)(?: \(.*\))?$/.exec(segment)?.[1];
      if (room !== undefined) layers.set(room, Number(line[1]));
    }
  }
  return layers;
}

function sourceFiles(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => join(entry.parentPath, entry.name));
}

function importsOf(file: string): string[] {
  return ts
    .preProcessFile(readFileSync(file, 'utf8'), true, true)
    .importedFiles.map((found) => found.fileName);
}

const packages = packageTable();
const packagesRoot = join(projectRoot, 'packages');

describe('packages', () => {
  it('are those of the table', () => {
    const folders = readdirSync(packagesRoot).filter((name) =>
      existsSync(join(packagesRoot, name, 'package.json')),
    );
    expect([...packages.keys()].sort()).toEqual(folders.sort());
  });

  it.each([...packages.keys()])('%s imports only what its row allows, by name, and declares it', (name) => {
    const root = join(packagesRoot, name);
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      dependencies?: Record<string, string>;
    };
    const references = [...readFileSync(join(root, 'tsconfig.json'), 'utf8').matchAll(/"\.\.\/([a-z-]+)"/g)];
    const wrong: string[] = [];
    const imported = new Set<string>();
    for (const file of sourceFiles(join(root, 'src'))) {
      for (const specifier of importsOf(file)) {
        const where = `${relative(projectRoot, file)}: ${specifier}`;
        if (specifier.startsWith('.')) {
          if (relative(join(root, 'src'), resolve(dirname(file), specifier)).startsWith('..'))
            wrong.push(where);
          continue;
        }
        if (specifier.startsWith('node:')) continue;
        const target = specifier
          .split('/')
          .slice(0, specifier.startsWith('@') ? 2 : 1)
          .join('/');
        const ours = /^@revstore\/(.*)$/.exec(target)?.[1];
        if (ours !== undefined) {
          imported.add(ours);
          if (!packages.get(name)!.has(ours)) wrong.push(`${where}: not allowed`);
        }
        // The testkit is part of no published package; it takes vitest from the root.
        if (name !== 'testkit' && manifest.dependencies?.[target] === undefined)
          wrong.push(`${where}: undeclared`);
      }
    }
    for (const ours of imported) {
      if (!references.some((reference) => reference[1] === ours))
        wrong.push(`tsconfig.json: no reference to ${ours}`);
    }
    expect(wrong).toEqual([]);
  });
});

describe.each(['fsfs', 'repository'])('rooms of %s', (name) => {
  const rooms = roomTable(name);
  const root = join(packagesRoot, name, 'src');
  const roomOf = (file: string) => relative(root, file).split('/').slice(0, -1)[0];

  it('are those of the table', () => {
    const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(folders.map((folder) => folder.name).sort()).toEqual([...rooms.keys()].sort());
  });

  it('import lower layers only, through their doors', () => {
    const wrong: string[] = [];
    for (const file of sourceFiles(root)) {
      const room = roomOf(file);
      for (const specifier of importsOf(file).filter((name) => name.startsWith('.'))) {
        const target = resolve(dirname(file), specifier);
        const other = roomOf(target);
        const where = `${relative(root, file)}: ${specifier}`;
        if (other === room) continue;
        if (other === undefined) {
          // Files beside the rooms put them together; only they may know each other.
          wrong.push(`${where}: not in a room`);
        } else if (relative(root, target) !== `${other}/index.js`) wrong.push(`${where}: not the door`);
        // The error table is everybody's, in its own layer too.
        else if (room !== undefined && other !== 'fsfs-errors' && !(rooms.get(other)! < rooms.get(room)!)) {
          wrong.push(`${where}: layer ${rooms.get(room)} imports layer ${rooms.get(other)}`);
        }
      }
    }
    expect(wrong).toEqual([]);
  });
});
