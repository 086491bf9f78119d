import {
  closeTag,
  defineSubcommand,
  jsonLine,
  jsonProperties,
  openTag,
  xmlHeader,
} from '@revstore/command-line';
import { RevstoreError } from '@revstore/errors';
import { pathUrl, type Properties } from '@revstore/repository';
import { Locations, targetArguments, type Location } from '../locations.js';
import { formatProperties, propertyElements, type Inherited } from '../property-output.js';
import { repoErrors } from '../repo-errors.js';
import { singleRevision, type RepoState } from '../repo-state.js';
import { revisionPropertiesOf } from '../revision-property-target.js';

type Print = (
  url: string,
  properties: Properties,
  inherited: Inherited | undefined,
  rootUrl: string,
) => Uint8Array | string;

function printText({ quiet, verbose }: RepoState): Print {
  return (url, properties, inherited, rootUrl) => {
    const parts: Uint8Array[] = [];
    for (const above of inherited ?? []) {
      const heading = `Inherited properties on '${url}',\nfrom '${pathUrl(rootUrl, above.path)}':\n`;
      if (!quiet) parts.push(Buffer.from(heading));
      parts.push(formatProperties(above.properties, verbose));
    }
    if (properties.size > 0) {
      if (!quiet) parts.push(Buffer.from(`Properties on '${url}':\n`));
      parts.push(formatProperties(properties, verbose));
    }
    return Buffer.concat(parts);
  };
}

function printXml({ verbose }: RepoState): Print {
  const target = (url: string, properties: Properties, isInherited: boolean): string =>
    openTag('target', { path: url }) +
    propertyElements(properties, verbose, isInherited) +
    closeTag('target');
  return (url, properties, inherited, rootUrl) =>
    (inherited ?? []).map((above) => target(pathUrl(rootUrl, above.path), above.properties, true)).join('') +
    (properties.size > 0 ? target(url, properties, false) : '');
}

const printJson: Print = (url, properties, inherited) =>
  jsonLine({
    url,
    properties: jsonProperties(properties),
    inherited: inherited?.map((above) => ({
      path: above.path,
      properties: jsonProperties(above.properties),
    })),
  });

/** The properties of the target and, as deep as asked, of what is below it. */
async function* walk(
  { view, path, revision, rootUrl, url }: Location,
  state: RepoState,
  signal: AbortSignal,
): AsyncGenerator<
  { url: string; properties: Properties; inherited: Inherited | undefined },
  void,
  undefined
> {
  if (!(await view.exists(path))) {
    throw new RevstoreError(repoErrors.NODE_UNKNOWN_KIND, `Unknown node kind for '${url}'`, {
      data: { path, revision },
    });
  }
  for await (const entry of view.walk(path, { depth: state.depth ?? 'empty', signal })) {
    const isTarget = entry.relativePath === '';
    const inherited = isTarget && state.showInherited ? await view.inheritedProperties(path) : undefined;
    const properties = await view.properties(entry.path);
    if (properties.size > 0 || (inherited?.length ?? 0) > 0) {
      yield { url: pathUrl(rootUrl, entry.path), properties, inherited };
    }
  }
}

export default defineSubcommand<RepoState>({
  summary: 'List the properties of files, directories or revisions.',
  usage: ['proplist [TARGET[@REV]...]', 'proplist --revprop -r REV [TARGET]'],
  help: 'With --verbose, the values are shown, too.',
  options: [
    'verbose',
    'recursive',
    'depth',
    'revision',
    'quiet',
    'revprop',
    'xml',
    'json',
    'show-inherited-props',
  ],
  async run(invocation) {
    const { state, output, signal } = invocation;
    const targets = targetArguments(invocation, true);
    await using locations = new Locations();
    if (state.revprop) {
      const { revision, properties } = await revisionPropertiesOf(state, targets, locations);
      if (state.json) output.write(jsonLine({ revision, properties: jsonProperties(properties) }));
      else if (state.xml) {
        output.write(
          xmlHeader('properties') +
            openTag('revprops', { rev: String(revision) }) +
            propertyElements(properties, state.verbose) +
            closeTag('revprops') +
            closeTag('properties'),
        );
      } else {
        output.write(`Unversioned properties on revision ${revision}:\n`);
        output.writeBytes(formatProperties(properties, state.verbose));
      }
      return;
    }
    const print = state.xml ? printXml(state) : state.json ? printJson : printText(state);
    if (state.xml) output.write(xmlHeader('properties'));
    for (const target of targets) {
      const location = await locations.find(target, singleRevision(state));
      for await (const { url, properties, inherited } of walk(location, state, signal)) {
        const text = print(url, properties, inherited, location.rootUrl);
        if (typeof text === 'string') output.write(text);
        else output.writeBytes(text);
        await output.ready();
      }
    }
    if (state.xml) output.write(closeTag('properties'));
  },
});
