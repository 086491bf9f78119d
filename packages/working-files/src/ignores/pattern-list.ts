import { globMatches } from './glob.js';

/** The `global-ignores` of Subversion 1.14 where the configuration sets none. */
export const DEFAULT_GLOBAL_IGNORES: readonly string[] = [
  ...['*.o', '*.lo', '*.la', '*.al', '.libs', '*.so', '*.so.[0-9]*', '*.a', '*.pyc', '*.pyo', '__pycache__'],
  ...['*.rej', '*~', '#*#', '.#*', '.*.swp', '.DS_Store', '[Tt]humbs.db'],
];

/**
 * Splits a list of patterns: the value of `global-ignores`, `svn:ignore` or `svn:global-ignores`.
 *
 * Spaces, tabs, vertical tabs and line ends all separate, so no pattern contains one. A value ends at a NUL byte.
 */
export function parsePatternList(value: string | Uint8Array): string[] {
  const text = typeof value === 'string' ? value : Buffer.from(value).toString('utf8');
  const end = text.indexOf('\0');
  return (end < 0 ? text : text.slice(0, end)).split(/[\n\r\t\v ]+/).filter((pattern) => pattern !== '');
}

/**
 * Whether any of `patterns` matches `name`, case-sensitively.
 *
 * @param name a name without directory. Only when a single file is imported does svn match its whole absolute path.
 */
export function matchesAny(name: string, patterns: readonly string[]): boolean {
  const bytes = Buffer.from(name, 'utf8');
  for (const pattern of patterns) {
    if (globMatches(pattern, bytes)) return true;
  }
  return false;
}
