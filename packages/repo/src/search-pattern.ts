import { globMatches } from '@revstore/working-files';

/** Takes case and accents away. */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Whether a glob pattern matches all of `text`, without regard to case and accents. */
export function searchMatches(pattern: string, text: string): boolean {
  return globMatches(fold(pattern), fold(text));
}
