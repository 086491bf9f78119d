// npm run demo -- FOLDER: makes a repository in a new folder of the temporary directory, imports FOLDER into it,
// prints the log, exports, compares, and tells sizes and times. Needs nothing but this checkout.
import { lstatSync, mkdtempSync, readdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { repo, repoadmin } from '@revstore/testkit/oracle';
import { compareTrees } from '@revstore/testkit/trees';

// npm runs scripts in the checkout; the folder is meant from where the user is.
const [argument] = process.argv.slice(2);
const source = argument === undefined ? undefined : resolve(process.env.INIT_CWD ?? '.', argument);
if (source === undefined || !statSync(source, { throwIfNoEntry: false })?.isDirectory()) {
  console.error('Usage: npm run demo -- FOLDER\nFOLDER is a directory to import; it is only read.');
  process.exit(2);
}

const directory = mkdtempSync(join(tmpdir(), 'revstore-demo-'));
const repository = join(directory, 'repository');
const exported = join(directory, 'export');
const url = `${pathToFileURL(repository).href}/trunk`;
const times = [];

async function step(title, command, options = {}) {
  console.log(`$ ${title}`);
  const begin = performance.now();
  const result = await command(options);
  times.push([title.split(' ').slice(0, 2).join(' '), performance.now() - begin]);
  return result;
}

/** Files, directories and bytes below a directory. `.svn` folders are never imported. */
function measure(root) {
  const total = { files: 0, directories: 0, bytes: 0 };
  for (const entry of readdirSync(root, { withFileTypes: true })) {
    if (entry.name === '.svn') continue;
    const path = join(root, entry.name);
    if (entry.isDirectory()) {
      const below = measure(path);
      total.files += below.files;
      total.directories += below.directories + 1;
      total.bytes += below.bytes;
    } else {
      total.files++;
      total.bytes += lstatSync(path).size;
    }
  }
  return total;
}

const hour = { timeout: 3_600_000 };
const message = `The folder ${basename(source)}.`;
await step(`repoadmin create ${repository}`, () => repoadmin(['create', repository]));
await step(`repo import --no-ignore -m '${message}' ${source} ${url}`, () =>
  repo(['import', '-q', '--no-ignore', '-m', message, source, url], hour),
);
const log = await step(`repo log ${url}`, () => repo(['log', url]));
console.log(log.stdout);
await step(`repo export ${url} ${exported}`, () => repo(['export', '-q', url, exported], hour));

const differences = compareTrees(source, exported, { ignore: (path) => path.split('/').includes('.svn') });
const { files, directories, bytes } = measure(source);
const stored = measure(join(repository, 'db/revs')).bytes;
const size = (count) => (count < 1e6 ? `${(count / 1e3).toFixed(1)} kB` : `${(count / 1e6).toFixed(1)} MB`);
console.log(`Files: ${files}, directories: ${directories}, ${size(bytes)}`);
console.log(
  `Stored in ${size(stored)}${bytes > 0 ? `, ${((100 * stored) / bytes).toFixed(1)} % of it` : ''}`,
);
for (const [title, milliseconds] of times) {
  console.log(`${title.padEnd(17)} ${(milliseconds / 1000).toFixed(2).padStart(8)} s`);
}
if (differences.length > 0) {
  console.log(`The export differs from the folder:\n${differences.join('\n')}`);
  process.exitCode = 1;
} else {
  console.log('The export equals the folder.');
}
console.log(`Repository and export are in ${directory}`);
