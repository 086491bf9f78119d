// Packs every public package, installs the tarballs into an empty folder, and does the main job from there.
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '@revstore/testkit/oracle';
import { compareTrees, sampleTrees, writeTree } from '@revstore/testkit/trees';

const directory = mkdtempSync(join(tmpdir(), 'revstore-packaging-'));
const failures = [];

function check(condition, sentence) {
  if (!condition) failures.push(sentence);
}

function execute(program, args, cwd) {
  return execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
}

try {
  const tarballs = [];
  mkdirSync(join(directory, 'tarballs'));
  const packagesRoot = join(projectRoot, 'packages');
  for (const name of readdirSync(packagesRoot)) {
    const root = join(packagesRoot, name);
    if (!existsSync(join(root, 'package.json'))) continue;
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    if (manifest.private) continue;
    const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', join(directory, 'tarballs')];
    const [packed] = JSON.parse(execute('npm', args, root));
    const files = new Set(packed.files.map((file) => file.path));
    const promised = [
      'README.md',
      ...Object.values(manifest.exports).flatMap((entry) => [entry.types, entry.default]),
      ...Object.values(manifest.bin ?? {}),
    ].map((path) => path.replace(/^\.\//, ''));
    for (const path of promised) check(files.has(path), `${manifest.name}: ${path} is not packed`);
    for (const path of files) check(!/(^|\/)test\//.test(path), `${manifest.name}: ${path} is packed`);
    tarballs.push(join(directory, 'tarballs', packed.filename));
  }

  const home = join(directory, 'installed');
  mkdirSync(home);
  writeFileSync(join(home, 'package.json'), '{ "name": "installed", "private": true, "type": "module" }\n');
  execute(
    'npm',
    ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', ...tarballs],
    home,
  );
  const bin = (name) => join(home, 'node_modules/.bin', name);
  const { version } = JSON.parse(readFileSync(join(packagesRoot, 'repo/package.json'), 'utf8'));
  for (const program of ['repo', 'repoadmin']) {
    const text = execute(bin(program), ['--version'], home);
    check(text.includes(version), `${program} --version does not tell ${version}: ${text}`);
  }

  const [input, repository, output] = ['input', 'repository', 'output'].map((name) => join(home, name));
  writeTree(input, sampleTrees.kinds());
  const url = `${pathToFileURL(repository).href}/trunk`;
  execute(bin('repoadmin'), ['create', repository], home);
  execute(bin('repo'), ['import', '-q', '-m', 'Packed.', input, url], home);
  execute(bin('repo'), ['export', '-q', url, output], home);
  for (const difference of compareTrees(input, output)) check(false, `import and export: ${difference}`);
  const script = `import('@revstore/repository').then(async ({ openRepository }) => {
    const repository = await openRepository(${JSON.stringify(repository)});
    console.log(await repository.youngest());
    await repository.close();
  });`;
  const youngest = execute(process.execPath, ['-e', script], home).trim();
  check(youngest === '1', `the library says that the youngest revision is ${youngest}`);
} catch (error) {
  failures.push(error.message);
} finally {
  rmSync(directory, { recursive: true, force: true });
}

if (failures.length > 0) {
  console.error(`Packaging:\n${failures.map((sentence) => `  ${sentence}`).join('\n')}`);
  process.exitCode = 1;
} else {
  console.log('Packaging: the packed packages install and work.');
}
