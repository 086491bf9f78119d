/** One hook: what calls it, with what, and what its exit code does. */
interface Hook {
  readonly name: string;
  readonly when: string;
  /** Names of the arguments and their meaning. */
  readonly args: readonly (readonly [name: string, meaning: string])[];
  /** What comes on standard input. */
  readonly input?: string;
  readonly outcome: string;
  /** Lines of the sample script behind the assignments of its arguments. */
  readonly sample: string;
}

const repository = ['REPOS-PATH', 'path of this repository'] as const;
const ignored = 'What it is told of has already happened: the exit code cannot undo it.';
const revpropArgs = [
  repository,
  ['REV', 'revision whose property it is'],
  ['USER', 'name of who changes it'],
  ['PROPNAME', 'name of the property'],
  ['ACTION', "'A' for added, 'M' for modified, 'D' for deleted"],
] as const;

const ownerCheck = (refusal: string): string => `# Locks of somebody else stay as they are.
OWNER=$(/usr/bin/svnlook lock "$REPOS" "$LOCK_PATH" | /bin/sed -n 's/^Owner: //p')
if [ -n "$OWNER" ] && [ "$OWNER" != "$USER" ]; then
  echo "${refusal} $OWNER" >&2
  exit 1
fi
exit 0`;

const hooks: readonly Hook[] = [
  {
    name: 'start-commit',
    when: 'runs when a client begins a commit: the transaction exists and has its revision properties, but no change yet.',
    args: [
      repository,
      ['USER', 'name of who commits, empty if unknown'],
      ['CAPABILITIES', "what the client says it can do, e.g. 'mergeinfo', separated by colons"],
      ['TXN-NAME', 'name of the transaction'],
    ],
    outcome:
      'An exit code other than 0 stops the commit, removes the transaction and sends the error output to the client. CAPABILITIES is the word of the client, so do not rely on it where security matters.',
    sample: `# Only people may commit who gave a name.
if [ -z "$USER" ]; then
  echo "Commits need a user name" >&2
  exit 1
fi
exit 0`,
  },
  {
    name: 'pre-commit',
    when: 'runs when all changes of a commit are in the transaction and it is about to become a revision.',
    args: [repository, ['TXN-NAME', 'name of the transaction']],
    input:
      "lock tokens, if the client sent any: the line 'LOCK-TOKENS:', then one line 'PATH|TOKEN' each with the path escaped as in a URI, then an empty line",
    outcome:
      "An exit code other than 0 stops the commit, removes the transaction and sends the error output to the client. Look at the transaction with 'svnlook -t'; a hook must not change anything in it but its revision properties.",
    sample: `# A log message needs at least one letter or digit.
if ! /usr/bin/svnlook log -t "$TXN_NAME" "$REPOS" | /bin/grep -q '[[:alnum:]]'; then
  echo "The log message is empty" >&2
  exit 1
fi
exit 0`,
  },
  {
    name: 'post-commit',
    when: 'runs after a commit.',
    args: [
      repository,
      ['REV', 'number of the new revision'],
      ['TXN-NAME', 'name of the transaction that became it'],
    ],
    outcome: ignored,
    sample: `# Keep a list of the commits beside the repository.
echo "r$REV $(/usr/bin/svnlook author -r "$REV" "$REPOS")" >> "$REPOS/commits.log"`,
  },
  {
    name: 'pre-revprop-change',
    when: 'runs before a revision property is added, changed or deleted.',
    args: revpropArgs,
    input: 'the new value',
    outcome:
      'An exit code other than 0 refuses the change and sends the error output to the client. Without this hook every change is refused, because revision properties have no history and the old value would be lost.',
    sample: `# Log messages may be changed, nothing else may.
if [ "$ACTION" = M ] && [ "$PROPNAME" = svn:log ]; then exit 0; fi
echo "Only svn:log may be changed" >&2
exit 1`,
  },
  {
    name: 'post-revprop-change',
    when: 'runs after a revision property was added, changed or deleted.',
    args: revpropArgs,
    input: 'the old value',
    outcome: ignored,
    sample: `# Keep the old values beside the repository.
{ echo "r$REV $PROPNAME $ACTION $USER"; /bin/cat; echo; } >> "$REPOS/revprops.log"`,
  },
  {
    name: 'pre-lock',
    when: 'runs before a path is locked, once for each path.',
    args: [
      repository,
      ['PATH', 'path inside the repository'],
      ['USER', 'name of who locks it'],
      ['COMMENT', 'comment of the lock'],
      ['STEAL-LOCK', "'1' if the lock of somebody else may be taken over, else '0'"],
    ],
    outcome:
      'An exit code other than 0 refuses the lock and sends the error output to the client. What the hook writes to standard output becomes the token of the lock; it must then be unique in the repository for all time.',
    sample: ownerCheck('The path is locked by'),
  },
  {
    name: 'post-lock',
    when: 'runs after paths were locked.',
    args: [repository, ['USER', 'name of who locked them']],
    input: 'the paths, one on each line',
    outcome: ignored,
    sample: `# Keep a list beside the repository.
while read -r LOCK_PATH; do echo "$USER locked $LOCK_PATH"; done >> "$REPOS/locks.log"`,
  },
  {
    name: 'pre-unlock',
    when: 'runs before a lock is removed, once for each path.',
    args: [
      repository,
      ['PATH', 'path inside the repository'],
      ['USER', 'name of who removes the lock'],
      ['TOKEN', 'token of the lock'],
      ['BREAK-UNLOCK', "'1' if it may be the lock of somebody else, else '0'"],
    ],
    outcome: 'An exit code other than 0 keeps the lock and sends the error output to the client.',
    sample: ownerCheck('The lock belongs to'),
  },
  {
    name: 'post-unlock',
    when: 'runs after locks were removed.',
    args: [repository, ['USER', 'name of who removed them']],
    input: 'the paths, one on each line',
    outcome: ignored,
    sample: `# Keep a list beside the repository.
while read -r LOCK_PATH; do echo "$USER unlocked $LOCK_PATH"; done >> "$REPOS/locks.log"`,
  },
];

const remarks = (name: string): string[] => [
  `To use it, copy this file to '${name}' (on Windows '${name}.bat' or '${name}.exe', any program will do) and make it executable for whoever runs the server.`,
  'The environment is empty, PATH included, unless conf/hooks-env says otherwise: name programs with their whole path. The working directory can be any.',
  "Quote arguments and end options with '--' before them, since a client chose some of them; add '@' to a path that a svn command takes as a URL.",
];

function template(hook: Hook): string {
  const lines = [...comment(`${hook.name} ${hook.when}`), '#'];
  hook.args.forEach(([name, meaning], i) =>
    lines.push(...comment(`[${i + 1}] ${name.padEnd(12)} ${meaning}`, '  ', 19)),
  );
  if (hook.input !== undefined) lines.push('#', ...comment(`[STDIN]          ${hook.input}`, '  ', 19));
  for (const paragraph of [hook.outcome, ...remarks(hook.name)]) lines.push('#', ...comment(paragraph));
  const variables = hook.args.map(([name], i) => `${variable(name)}="$${i + 1}"`);
  return ['#!/bin/sh', ...lines, '', ...variables, '', hook.sample, ''].join('\n');
}

/** PATH would change where the shell looks for programs. */
function variable(argument: string): string {
  if (argument === 'REPOS-PATH') return 'REPOS';
  return argument === 'PATH' ? 'LOCK_PATH' : argument.replaceAll('-', '_');
}

/** Comment lines of at most 78 columns; lines behind the first are indented by `hang` more. */
function comment(text: string, indent = '', hang = 0): string[] {
  const lines: string[] = [];
  let line = `# ${indent}`;
  let empty = true;
  for (const word of text.split(/(?<=\S) (?=\S)/)) {
    if (!empty && line.length + 1 + word.length > 78) {
      lines.push(line);
      line = `# ${indent}${' '.repeat(hang > 0 ? hang - 2 : 0)}`;
      empty = true;
    }
    line += empty ? word : ` ${word}`;
    empty = false;
  }
  return [...lines, line];
}

/** Templates of all nine hooks, by file name. */
export const hookTemplates: ReadonlyMap<string, string> = new Map(
  hooks.map((hook) => [`${hook.name}.tmpl`, template(hook)]),
);
