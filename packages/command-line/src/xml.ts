/** XML exactly as Subversion's programs write it: one attribute a line, a line break behind most tags. */
import { strictUtf8Text } from '@revstore/bytes';

/** Attributes of a tag by name, not escaped. */
export type Attributes = Readonly<Record<string, string>>;

/** Escapes text between tags. */
export function escapeCdata(text: string): string {
  return text.replace(/[&<>\r]/g, (character) =>
    character === '&' ? '&amp;' : character === '<' ? '&lt;' : character === '>' ? '&gt;' : '&#13;',
  );
}

const ATTRIBUTE_ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
  '\r': '&#13;',
  '\n': '&#10;',
  '\t': '&#9;',
};

/** Escapes an attribute's value. */
export function escapeAttribute(text: string): string {
  return text.replace(/[&<>"'\r\n\t]/g, (character) => ATTRIBUTE_ENTITIES[character]!);
}

/** Shows control characters, which XML cannot hold, as `?\001`. */
export function fuzzyEscape(text: string): string {
  return text.replace(
    /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/g,
    (character) => `?\\${String(character.charCodeAt(0)).padStart(3, '0')}`,
  );
}

function tag(name: string, attributes: Attributes, end: string): string {
  let text = `<${name}`;
  for (const [key, value] of Object.entries(attributes)) text += `\n   ${key}="${escapeAttribute(value)}"`;
  return text + end;
}

/** An opening tag and a line break. */
export function openTag(name: string, attributes: Attributes = {}): string {
  return tag(name, attributes, '>\n');
}

/** An opening tag directly followed by text. */
export function openTextTag(name: string, attributes: Attributes = {}): string {
  return tag(name, attributes, '>');
}

/** A tag without contents. */
export function emptyTag(name: string, attributes: Attributes = {}): string {
  return tag(name, attributes, '/>\n');
}

/** A closing tag and a line break. */
export function closeTag(name: string): string {
  return `</${name}>\n`;
}

/** An element that holds only text; '' where there is none. */
export function textElement(name: string, text: string | undefined, attributes: Attributes = {}): string {
  return text === undefined ? '' : openTextTag(name, attributes) + escapeCdata(text) + closeTag(name);
}

/** The XML declaration and the outermost opening tag. */
export function xmlHeader(name: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${openTag(name)}`;
}

/** Text of bytes that are UTF-8 and that XML can hold; undefined for others. */
function xmlSafe(bytes: Uint8Array): string | undefined {
  for (const byte of bytes) {
    if ((byte < 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) || byte === 0x7f) return undefined;
  }
  return strictUtf8Text(bytes);
}

/** Base 64 in lines of 76 characters, each with a line break. */
function base64Lines(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('base64')
    .replace(/.{1,76}/g, '$&\n');
}

/**
 * A property and its value, which is in base 64 where XML cannot hold it.
 *
 * @param element `property` or `inherited_property`.
 */
export function propertyElement(name: string, value: Uint8Array, element = 'property'): string {
  const text = xmlSafe(value);
  return text === undefined
    ? openTextTag(element, { name, encoding: 'base64' }) + base64Lines(value) + closeTag(element)
    : textElement(element, text, { name });
}
