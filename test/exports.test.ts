import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@revstore/testkit';
import ts from 'typescript';
import { expect, it } from 'vitest';

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly exports: Readonly<Record<string, { readonly types: string }>>;
}

const packagesRoot = join(projectRoot, 'packages');
const published = readdirSync(packagesRoot)
  .map((name) => join(packagesRoot, name))
  .filter((root) => existsSync(join(root, 'package.json')))
  .map((root) => ({
    root,
    manifest: JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest,
  }))
  .filter(({ manifest }) => !manifest.private);

/** One line for each name that a module exports, marked where it is a type alone. */
function exportedNames(declarations: string): string[] {
  const program = ts.createProgram([declarations], {
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
    types: [],
    skipLibCheck: true,
  });
  const checker = program.getTypeChecker();
  const module = checker.getSymbolAtLocation(program.getSourceFile(declarations)!);
  if (module === undefined) return [];
  return checker
    .getExportsOfModule(module)
    .map((symbol) => {
      const typeOnly = symbol.declarations?.some(
        (declaration) => ts.isExportSpecifier(declaration) && declaration.isTypeOnly,
      );
      const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
      const isValue = !typeOnly && (target.flags & ts.SymbolFlags.Value) !== 0;
      return isValue ? symbol.name : `type ${symbol.name}`;
    })
    .sort();
}

it.each(published)('the public names of $manifest.name are the recorded ones', async ({ root, manifest }) => {
  const lines = Object.entries(manifest.exports).flatMap(([entry, { types }]) => [
    entry === '.' ? manifest.name : `${manifest.name}${entry.slice(1)}`,
    ...exportedNames(join(root, types)).map((name) => `  ${name}`),
  ]);
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(
    `exports/${manifest.name.replace('@revstore/', '')}.txt`,
  );
});
