import { RevstoreError } from '@revstore/errors';
import { configErrors } from './errors.js';
import { parseBooleanWord, parseInteger } from './values.js';

/** Options of this section count in every section that exists and has no option of that name. */
const defaultSection = 'DEFAULT';

/** Bounds that keep nested expansions from eating memory and stack; far beyond any real file. */
const maxExpandedLength = 1 << 20;
const maxExpansionDepth = 200;

interface Option {
  readonly name: string;
  value: string;
}

interface Section {
  readonly name: string;
  readonly options: Map<string, Option>;
}

/** An option as {@link ConfigFile.options} lists it. */
export interface ConfigOption {
  /** As first written. */
  readonly name: string;
  /** Expanded. */
  readonly value: string;
}

/** Names in lower case of ASCII letters only, as C does it in its plain locale. */
function lowerCase(name: string): string {
  return name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** How the names of a {@link ConfigFile} are compared. */
export interface ConfigFileOptions {
  /** Whether names of sections and options that differ in case are different; default false. */
  readonly caseSensitive?: boolean;
}

/**
 * Sections of options, with `%(name)s` expansion and the `[DEFAULT]` section. Knows no section or key by its meaning.
 *
 * Names of sections and options are compared without regard to case unless asked for; a section exists once it has an
 * option.
 *
 * @see libsvn_subr/config.c
 */
export class ConfigFile {
  readonly #sections = new Map<string, Section>();
  /** Expanded values by section and option; dropped by each change. `undefined` marks a value that refers to itself. */
  #expanded = new Map<string, string | undefined>();
  readonly #keyOf: (name: string) => string;

  constructor(options: ConfigFileOptions = {}) {
    this.#keyOf = options.caseSensitive ? (name) => name : lowerCase;
  }

  /** Whether the section has at least one option of its own. */
  hasSection(section: string): boolean {
    return this.#sections.has(this.#keyOf(section));
  }

  /** Names of all sections as first written, in the order of their first options. */
  sections(): string[] {
    return [...this.#sections.values()].map((section) => section.name);
  }

  /**
   * The section's own options in the order of first mention; those of `[DEFAULT]` are not listed.
   *
   * @returns an empty list for a section that does not exist.
   * @throws RevstoreError `BAD_CONFIG_VALUE` as {@link get}.
   */
  options(section: string): ConfigOption[] {
    const found = this.#sections.get(this.#keyOf(section));
    if (!found) return [];
    return [...found.options.values()].map(({ name }) => ({ name, value: this.get(section, name)! }));
  }

  /**
   * The value of an option, from the section or else from `[DEFAULT]`, with `%(name)s` replaced by the value that
   * `name` has in the same section. An unknown name stays as it is; a value that refers to itself is empty.
   *
   * @returns `undefined` where there is no such option, or no such section.
   * @throws RevstoreError `BAD_CONFIG_VALUE` for references nested deeper than 200 or longer than 1 MiB when expanded.
   */
  get(section: string, option: string): string | undefined {
    const found = this.#find(section, option);
    if (!found) return undefined;
    return this.#expand(this.#keyOf(section), found, []) ?? '';
  }

  /**
   * A boolean option: true, yes, on, 1, false, no, off or 0, in any case.
   *
   * @param fallback the value of an option that is not there.
   * @throws RevstoreError `BAD_CONFIG_VALUE` for any other word.
   */
  getBoolean(section: string, option: string, fallback: boolean): boolean {
    const text = this.get(section, option);
    if (text === undefined) return fallback;
    const value = parseBooleanWord(text);
    if (value === undefined)
      throw new RevstoreError(
        configErrors.BAD_CONFIG_VALUE,
        `Config error: invalid boolean value '${text}' for '[${section}] ${option}'`,
        { data: { section, option, actual: text } },
      );
    return value;
  }

  /**
   * A decimal option of 64 bits with sign; values beyond 2^53 are rounded.
   *
   * @param fallback the value of an option that is not there.
   * @throws RevstoreError `BAD_NUMBER`.
   */
  getInteger(section: string, option: string, fallback: number): number {
    const text = this.get(section, option);
    return text === undefined ? fallback : Number(parseInteger(text));
  }

  /**
   * Sets the unexpanded value of an option, making option and section where they are missing.
   *
   * As in svn, where the section exists and has the option only by way of `[DEFAULT]`, it is the default that changes.
   */
  set(section: string, option: string, value: string): void {
    this.#expanded.clear();
    const found = this.#find(section, option);
    if (found) {
      found.value = value;
      return;
    }
    const key = this.#keyOf(section);
    let target = this.#sections.get(key);
    if (!target) this.#sections.set(key, (target = { name: section, options: new Map() }));
    target.options.set(this.#keyOf(option), { name: option, value });
  }

  /** Sets here every option of `override`, unexpanded, in its order. */
  assign(override: ConfigFile): void {
    for (const section of override.#sections.values())
      for (const option of section.options.values()) this.set(section.name, option.name, option.value);
  }

  #find(section: string, option: string): Option | undefined {
    const found = this.#sections.get(this.#keyOf(section));
    if (!found) return undefined;
    const key = this.#keyOf(option);
    const own = found.options.get(key);
    // Where case counts, `[default]` is a section of its own, which Subversion still does not supply from `[DEFAULT]`.
    if (own || lowerCase(section) === lowerCase(defaultSection)) return own;
    return this.#sections.get(this.#keyOf(defaultSection))?.options.get(key);
  }

  /** @param open options whose expansion is under way. @returns `undefined` for a value that depends on itself. */
  #expand(section: string, option: Option, open: Option[]): string | undefined {
    if (!option.value.includes('%(')) return option.value;
    const key = `${section}\0${this.#keyOf(option.name)}`;
    if (this.#expanded.has(key)) return this.#expanded.get(key);
    if (open.includes(option)) return undefined;
    if (open.length >= maxExpansionDepth) throw tooLarge(section, option.name);
    open.push(option);
    const expanded = this.#replaceReferences(section, option, open);
    open.pop();
    this.#expanded.set(key, expanded);
    return expanded;
  }

  #replaceReferences(section: string, option: Option, open: Option[]): string | undefined {
    const { value } = option;
    let result = '';
    let copied = 0;
    let at = 0;
    for (;;) {
      const start = value.indexOf('%(', at);
      const end = start < 0 ? -1 : value.indexOf(')s', start + 2);
      if (end < 0) return result + value.slice(copied);
      at = end + 2;
      const referred = this.#find(section, value.slice(start + 2, end));
      if (!referred) continue;
      const text = this.#expand(section, referred, open);
      if (text === undefined) return undefined;
      result += value.slice(copied, start) + text;
      if (result.length > maxExpandedLength) throw tooLarge(section, option.name);
      copied = at;
    }
  }
}

/** A new file with the options of `base`, and those of `override` instead where both have them. */
export function mergeConfig(base: ConfigFile, override: ConfigFile): ConfigFile {
  const merged = new ConfigFile();
  merged.assign(base);
  merged.assign(override);
  return merged;
}

function tooLarge(section: string, option: string): RevstoreError {
  return new RevstoreError(
    configErrors.BAD_CONFIG_VALUE,
    `Config error: the references in '[${section}] ${option}' expand too far`,
    { data: { section, option } },
  );
}
