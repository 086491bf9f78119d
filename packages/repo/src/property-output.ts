import { emptyTag, propertyElement } from '@revstore/command-line';
import type { Properties } from '@revstore/repository';

const NEWLINE = Buffer.from('\n');

/** Names, and values indented by four blanks where `verbose`, as proplist shows them. A value ends at its first NUL. */
export function formatProperties(properties: Properties, verbose: boolean): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const [name, value] of properties) {
    parts.push(Buffer.from(`  ${name}\n`));
    if (!verbose) continue;
    const end = value.indexOf(0);
    const text = Buffer.from(end < 0 ? value : value.subarray(0, end)).toString('latin1');
    parts.push(Buffer.from(`    ${text.replaceAll('\n', '\n    ')}`, 'latin1'), NEWLINE);
  }
  return Buffer.concat(parts);
}

/** Elements of the properties; only their names unless `verbose`. */
export function propertyElements(properties: Properties, verbose: boolean, inherited = false): string {
  const element = inherited ? 'inherited_property' : 'property';
  return [...properties]
    .map(([name, value]) => (verbose ? propertyElement(name, value, element) : emptyTag(element, { name })))
    .join('');
}

/** Properties of ancestors, root first. */
export type Inherited = readonly { readonly path: string; readonly properties: Properties }[];
