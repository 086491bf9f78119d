import {
  argumentError,
  closeTag,
  commandLineError,
  defineSubcommand,
  jsonLine,
  jsonPropertyValue,
  openTag,
  propertyElement,
  xmlHeader,
  type Invocation,
} from '@revstore/command-line';
import { RevstoreError } from '@revstore/errors';
import { comparePaths, pathUrl } from '@revstore/repository';
import { Locations, targetArguments, type Location } from '../locations.js';
import { formatProperties } from '../property-output.js';
import { checkPropertyName } from '../property-names.js';
import { repoErrors } from '../repo-errors.js';
import { singleRevision, type RepoState } from '../repo-state.js';
import { revisionPropertiesOf, revisionWord } from '../revision-property-target.js';

/** One value found. */
interface Found {
  readonly url: string;
  readonly value: Uint8Array;
  readonly inherited: boolean;
}

async function findValues(
  { view, path, revision, rootUrl, url }: Location,
  name: string,
  state: RepoState,
  signal: AbortSignal,
): Promise<Found[]> {
  if (!(await view.exists(path))) {
    throw new RevstoreError(repoErrors.ENTRY_NOT_FOUND, `'${url}' does not exist in revision ${revision}`, {
      data: { path, revision },
    });
  }
  const found: Found[] = [];
  for await (const entry of view.walk(path, { depth: state.depth ?? 'empty', signal })) {
    const value = (await view.properties(entry.path)).get(name);
    if (value !== undefined) found.push({ url: pathUrl(rootUrl, entry.path), value, inherited: false });
  }
  found.sort((a, b) => comparePaths(a.url, b.url));
  if (!state.showInherited) return found;
  const above: Found[] = [];
  for (const { path: ancestor, properties } of await view.inheritedProperties(path)) {
    const value = properties.get(name);
    if (value !== undefined) above.push({ url: pathUrl(rootUrl, ancestor), value, inherited: true });
  }
  return [...above, ...found];
}

function formatValue(
  { url, value, inherited }: Found,
  name: string,
  target: string,
  state: RepoState,
  withUrl: boolean,
): Uint8Array {
  if (state.verbose) {
    const heading = inherited
      ? `Inherited properties on '${target}',\nfrom '${url}':\n`
      : `Properties on '${url}':\n`;
    return Buffer.concat([Buffer.from(heading), formatProperties(new Map([[name, value]]), true)]);
  }
  return Buffer.concat([
    Buffer.from(withUrl ? `${url} - ` : ''),
    value,
    Buffer.from(state.noNewline ? '' : '\n'),
  ]);
}

async function printRevisionProperty(
  { state, output }: Invocation<RepoState>,
  name: string,
  targets: readonly string[],
  locations: Locations,
): Promise<void> {
  const { revision, properties } = await revisionPropertiesOf(state, targets, locations);
  const value = properties.get(name);
  if (value === undefined) {
    throw new RevstoreError(
      repoErrors.PROPERTY_NOT_FOUND,
      `Property '${name}' not found on revision ${revisionWord(state, revision)}`,
      { data: { revision } },
    );
  }
  if (state.json) output.write(jsonLine({ revision, name, value: jsonPropertyValue(value) }));
  else if (state.xml) {
    output.write(
      xmlHeader('properties') +
        openTag('revprops', { rev: String(revision) }) +
        propertyElement(name, value) +
        closeTag('revprops') +
        closeTag('properties'),
    );
  } else {
    output.writeBytes(value);
    if (!state.noNewline) output.write('\n');
  }
}

function checkOptions(state: RepoState, targets: number): void {
  const simple = targets === 1 && (state.depth ?? 'empty') === 'empty' && !state.showInherited;
  if (state.noNewline && !simple) {
    throw argumentError('--no-newline is only available for single-target, non-recursive propget operations');
  }
}

export default defineSubcommand<RepoState>({
  summary: 'Print the value of a property of files, directories or a revision.',
  usage: ['propget PROPNAME [TARGET[@REV]...]', 'propget PROPNAME --revprop -r REV [TARGET]'],
  help: `A line end follows the value unless --no-newline is given. Where several values may come, each stands
behind its URL; with --verbose it is shown as proplist shows it.`,
  options: [
    'verbose',
    'recursive',
    'depth',
    'revision',
    'revprop',
    'no-newline',
    'strict',
    'xml',
    'json',
    'show-inherited-props',
  ],
  async run(invocation) {
    const { state, operands, output, report, signal } = invocation;
    if (state.verbose && (state.revprop || state.noNewline || state.xml)) {
      throw commandLineError(
        'CL_MUTUALLY_EXCLUSIVE_ARGS',
        '--verbose cannot be used with --revprop or --no-newline or --xml',
      );
    }
    const [name, ...rest] = operands;
    if (name === undefined) throw commandLineError('CL_INSUFFICIENT_ARGS');
    checkPropertyName(name);
    const targets = targetArguments({ state, operands: rest, report }, true);
    await using locations = new Locations();
    if (state.revprop) return printRevisionProperty(invocation, name, targets, locations);
    if (state.xml) output.write(xmlHeader('properties'));
    checkOptions(state, targets.length);
    const single = (state.depth ?? 'empty') === 'empty' && !state.showInherited;
    let missing = false;
    for (const target of targets) {
      signal.throwIfAborted();
      const location = await locations.find(target, singleRevision(state));
      const found = await findValues(location, name, state, signal);
      if (single && found.length === 0) {
        report.warn(
          new RevstoreError(
            repoErrors.PROPERTY_NOT_FOUND,
            `Property '${name}' not found on '${location.targetUrl}${location.pegText}'`,
          ),
        );
        missing = true;
      }
      const withUrl = !state.noNewline && (!single || targets.length > 1);
      for (const value of found) {
        if (state.json) {
          const { url, inherited } = value;
          output.write(jsonLine({ url, name, value: jsonPropertyValue(value.value), inherited }));
        } else if (state.xml) {
          const element = value.inherited ? 'inherited_property' : 'property';
          output.write(
            openTag('target', { path: value.url }) +
              propertyElement(name, value.value, element) +
              closeTag('target'),
          );
        } else output.writeBytes(formatValue(value, name, location.targetUrl, state, withUrl));
        await output.ready();
      }
    }
    if (state.xml) output.write(closeTag('properties'));
    if (missing) throw new RevstoreError(repoErrors.BASE, 'A problem occurred; see other errors for details');
  },
});
