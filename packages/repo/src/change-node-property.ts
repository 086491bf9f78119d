import { createHash } from 'node:crypto';
import { commandLineError, jsonLine, type Invocation } from '@revstore/command-line';
import { RevstoreError } from '@revstore/errors';
import {
  pathUrl,
  resolveTarget,
  type Edit,
  type NodeStat,
  type Properties,
  type RevisionView,
} from '@revstore/repository';
import { importTranslation, translateChunks } from '@revstore/working-files';
import { Locations } from './locations.js';
import { canonicalNodeProperty, isBooleanProperty, refuseForeignName } from './node-properties.js';
import { repoErrors } from './repo-errors.js';
import type { RepoState } from './repo-state.js';
import { unpeggedUrl } from './target-urls.js';
import { commitAndReport, commitMessage, revisionOptions } from './url-commit.js';

/** A change of one property, and what becomes of it at each node. */
class PropertyChange {
  readonly edits: Edit[] = [];
  /** What svn would say of each node. */
  readonly told: { readonly event: 'set' | 'delete' | 'missing'; readonly url: string }[] = [];
  readonly #view: RevisionView;
  readonly #name: string;
  readonly #value: Uint8Array | undefined;
  readonly #force: boolean;

  constructor(view: RevisionView, name: string, value: Uint8Array | undefined, force: boolean) {
    this.#view = view;
    this.#name = name;
    this.#value = value;
    this.#force = force;
  }

  /** @param url of the node, for messages. */
  async plan(path: string, url: string): Promise<void> {
    const properties = await this.#view.properties(path);
    const stat = await this.#view.stat(path);
    const before = properties.get(this.#name);
    const value = this.#value && (await this.#canonical(this.#value, stat, properties, url));
    this.told.push({ event: value ? 'set' : before ? 'delete' : 'missing', url });
    const isSame = value === undefined ? before === undefined : before && Buffer.compare(before, value) === 0;
    if (isSame) return;
    const based = { path, baseRevision: this.#view.revision };
    this.edits.push({ type: 'set-properties', ...based, properties: [[this.#name, value]] });
    if (value && stat.kind === 'file')
      await this.#planContents(stat, new Map(properties).set(this.#name, value), url);
  }

  #canonical(
    value: Uint8Array,
    { path, kind }: NodeStat,
    properties: Properties,
    url: string,
  ): Promise<Uint8Array> | Uint8Array {
    if (!this.#name.startsWith('svn:')) return value;
    const node = {
      display: url,
      kind,
      mimeType: async () => properties.get('svn:mime-type'),
      contents: () => this.#view.createReadStream(path),
    };
    return canonicalNodeProperty(this.#name, value, node, this.#force);
  }

  /** Contents are stored with the line ends of the new style and with keywords contracted, as a working copy sends them. */
  async #planContents({ path, md5 }: NodeStat, properties: Properties, url: string): Promise<void> {
    if (this.#name !== 'svn:eol-style' && this.#name !== 'svn:keywords') return;
    const translation = importTranslation(properties, url);
    if (!translation) return;
    const translated = () => translateChunks(this.#view.createReadStream(path), translation);
    const hash = createHash('md5');
    for await (const chunk of translated()) hash.update(chunk);
    if (hash.digest('hex') === md5) return;
    this.edits.push({ type: 'put-file', path, baseRevision: this.#view.revision, contents: translated() });
  }
}

/** Words of a value that look as if they turned a property off. */
const offWords = ['', '0', 'no', 'off', 'false'];

/**
 * Sets a property of files and directories in one revision, or removes it where there is no value.
 *
 * @throws RevstoreError CLIENT_PROPERTY_NAME (E195011), ILLEGAL_TARGET (E200009), and as for other commits.
 */
export async function changeNodeProperty(
  invocation: Invocation<RepoState>,
  name: string,
  value: Uint8Array | undefined,
  targets: readonly string[],
): Promise<void> {
  const { state, output, report } = invocation;
  refuseForeignName(name);
  await using locations = new Locations();
  const resolved = [];
  for (const target of targets) resolved.push(await resolveTarget(unpeggedUrl(target === '' ? '.' : target)));
  const { repositoryPath, rootUrl } = resolved[0]!;
  if (resolved.some((target) => target.rootUrl !== rootUrl))
    throw commandLineError('ILLEGAL_TARGET', 'All targets must have the same root URL');
  const repository = await locations.open(repositoryPath);
  await using view = await repository.revision();
  const change = new PropertyChange(view, name, value, state.force);
  const depth = state.depth ?? 'empty';
  for (const target of resolved)
    for await (const { path, relativePath } of view.walk(target.path, { depth, signal: invocation.signal })) {
      try {
        await change.plan(path, pathUrl(rootUrl, path));
      } catch (error) {
        // As svn: below a target, what a property does not fit is left out.
        const doesNotFit =
          error instanceof RevstoreError && error.svnCode === commandLineError('ILLEGAL_TARGET').svnCode;
        if (!doesNotFit || relativePath === '') throw error;
      }
    }
  // File and encoding are those of the value.
  const { messageFile: _file, encoding: _encoding, ...rest } = state;
  const message = await commitMessage({ state: rest, report });
  const options = revisionOptions(invocation, message);
  for (const { event, url } of change.told) {
    if (state.json) output.write(jsonLine({ event, url, name }));
    else if (!state.quiet) output.write(sentence(event, name, url));
  }
  const text = value && Buffer.from(value).toString('utf8');
  if (
    text !== undefined &&
    !state.quiet &&
    isBooleanProperty(name) &&
    offWords.includes(text.trim().toLowerCase())
  )
    report.warn(
      new RevstoreError(
        repoErrors.BAD_PROPERTY_VALUE,
        `To turn off the ${name} property, use 'repo propdel';\nsetting the property to '${text}' will not turn it off.`,
      ),
    );
  if (change.edits.length > 0) await commitAndReport(invocation, repository, change.edits, options);
}

function sentence(event: 'set' | 'delete' | 'missing', name: string, url: string): string {
  switch (event) {
    case 'set':
      return `property '${name}' set on '${url}'\n`;
    case 'delete':
      return `property '${name}' deleted from '${url}'.\n`;
    case 'missing':
      return `Attempting to delete nonexistent property '${name}' on '${url}'\n`;
  }
}
