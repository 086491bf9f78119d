// Bundles each program with all of ours that it loads, so that it starts from a few files instead of some 200:
// packages/repo/bundle, packages/repoadmin/bundle. Native add-ons and pako stay packages of their own.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

const packages = join(import.meta.dirname, '../packages');
const workers = {
  'export-worker': join(packages, 'repository/dist/export/export-worker.js'),
  'read-worker': join(packages, 'repository/dist/read-tree/read-worker.js'),
};

for (const [program, input] of Object.entries({ repo: workers, repoadmin: {} })) {
  const directory = join(packages, program, 'bundle');
  rmSync(directory, { recursive: true, force: true });
  const bundle = await rolldown({
    input: { main: join(packages, program, 'dist/main.js'), ...input },
    platform: 'node',
    external: ['koffi', 'level', 'lz4-napi', 'node-sqlite3-wasm', 'pako'],
    logLevel: 'warn',
  });
  // Worker modules are found beside whatever chunk names them, so all files share one folder.
  await bundle.write({
    dir: directory,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  });
  await bundle.close();
}
