import { strictUtf8Text } from '@revstore/bytes';
import type { Properties } from '@revstore/repository';

/** A value that JSON can hold; `undefined` members are left out. */
export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [name: string]: JsonValue | undefined };

/** One value on a line of its own (NDJSON). */
export function jsonLine(value: JsonValue): string {
  return `${JSON.stringify(value)}\n`;
}

/** A property's value: a string where it is UTF-8, else `{ "base64": … }`. */
export function jsonPropertyValue(value: Uint8Array): JsonValue {
  return strictUtf8Text(value) ?? { base64: Buffer.from(value).toString('base64') };
}

/** A property list as one object. */
export function jsonProperties(properties: Properties): JsonValue {
  return Object.fromEntries([...properties].map(([name, value]) => [name, jsonPropertyValue(value)]));
}
