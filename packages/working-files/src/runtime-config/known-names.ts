/** Names that Subversion 1.14 knows; others in `--config-option` are warned of, for they may be typing errors. */
export const KNOWN_FILES: readonly string[] = ['servers', 'config'];

export const KNOWN_SECTIONS: readonly string[] = [
  ...['groups', 'global', 'auth', 'helpers', 'miscellany', 'tunnels', 'auto-props', 'working-copy'],
];

/** Sections whose options are names of the user's. */
export const OPEN_SECTIONS: readonly string[] = ['groups', 'tunnels', 'auto-props'];

export const KNOWN_OPTIONS: readonly string[] = [
  ...[
    'http-proxy-host',
    'http-proxy-port',
    'http-proxy-username',
    'http-proxy-password',
    'http-proxy-exceptions',
  ],
  ...['http-timeout', 'http-compression', 'neon-debug-mask', 'http-auth-types', 'ssl-authority-files'],
  ...['ssl-trust-default-ca', 'ssl-client-cert-file', 'ssl-client-cert-password', 'ssl-pkcs11-provider'],
  ...[
    'http-library',
    'store-passwords',
    'store-plaintext-passwords',
    'store-auth-creds',
    'store-ssl-client-cert-pp',
  ],
  ...['store-ssl-client-cert-pp-plaintext', 'username', 'http-bulk-updates', 'http-max-connections'],
  ...['http-chunked-requests', 'serf-log-components', 'serf-log-level', 'password-stores', 'kwallet-wallet'],
  ...['kwallet-svn-application-name-with-pid', 'ssl-client-cert-file-prompt', 'editor-cmd', 'diff-cmd'],
  ...[
    'diff-extensions',
    'diff3-cmd',
    'diff3-has-program-arg',
    'merge-tool-cmd',
    'global-ignores',
    'log-encoding',
  ],
  ...[
    'use-commit-times',
    'template-root',
    'enable-auto-props',
    'enable-magic-file',
    'no-unlock',
    'mime-types-file',
  ],
  ...[
    'preserved-conflict-file-exts',
    'interactive-conflicts',
    'memory-cache-size',
    'diff-ignore-content-type',
  ],
  ...['exclusive-locking', 'exclusive-locking-clients', 'busy-timeout'],
];

/** Length of the longest common subsequence. */
function commonLength(a: string, b: string): number {
  let previous = new Array<number>(b.length + 1).fill(0);
  for (const c of a) {
    const current = [0];
    for (let i = 1; i <= b.length; i++) {
      current.push(
        b[i - 1] === c ? (previous[i - 1] ?? 0) + 1 : Math.max(current[i - 1] ?? 0, previous[i] ?? 0),
      );
    }
    previous = current;
  }
  return previous[b.length] ?? 0;
}

/** The first of `names` that is most like `name`, if any shares two thirds of the letters of both. */
export function mostSimilar(name: string, names: readonly string[]): string | undefined {
  let best: string | undefined;
  let bestScore = 0;
  for (const candidate of names) {
    const total = name.length + candidate.length;
    const score = Math.floor((2_000_000 * commonLength(name, candidate) + Math.floor(total / 2)) / total);
    if (score >= 666_667 && score > bestScore) {
      best = candidate;
      bestScore = score;
    }
  }
  return best;
}
