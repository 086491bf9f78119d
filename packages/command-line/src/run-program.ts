import { RevstoreError } from '@revstore/errors';
import { Cancellation } from './cancellation.js';
import { commandLineErrors } from './command-line-errors.js';
import { formatError, formatWarning } from './error-report.js';
import { formatOption, generalHelp, subcommandHelp, versionText } from './help-text.js';
import { Output } from './output.js';
import { InvalidOption, parseArguments, type ParsedArguments } from './parse-options.js';
import { Progress } from './progress.js';
import type { CommonState, Program, Report, Subcommand, SubcommandEntry } from './subcommand.js';

/** The reader of standard output went away. */
const BROKEN_PIPE = Symbol('broken pipe');

/** Wrong usage: text for standard error, printed as it is. */
class UsageError extends Error {}

function usageHint(program: { readonly name: string }): string {
  return `Type '${program.name} help' for usage.\n`;
}

function find<State>(
  entries: readonly SubcommandEntry<State>[],
  name: string,
): SubcommandEntry<State> | undefined {
  return entries.find((entry) => entry.name === name || entry.aliases?.includes(name));
}

function parse<State extends CommonState>(program: Program<State>, argv: readonly string[]): ParsedArguments {
  try {
    return parseArguments(argv, program.options);
  } catch (error) {
    if (!(error instanceof InvalidOption)) throw error;
    throw new UsageError(`${program.name}: ${error.message}\n${usageHint(program)}`);
  }
}

/** The subcommand that every program has. */
function helpEntry<State extends CommonState>(program: Program<State>): SubcommandEntry<State> {
  const subcommand: Subcommand<State> = {
    summary: 'Describe the program or its subcommands.',
    usage: ['help [SUBCOMMAND...]'],
    options: ['verbose', 'quiet', 'version'].filter((name) => Object.hasOwn(program.options, name)),
    async run({ state, operands, output, report }) {
      if (operands.length === 0) output.write(generalHelp(program));
      for (const topic of operands) {
        const entry = find(program.subcommands, topic) ?? find([helpEntry(program)], topic);
        if (entry === undefined) report.print(`"${topic}": unknown command.\n\n`);
        else output.write(subcommandHelp(program, entry, await entry.load(), state.verbose));
      }
    },
  };
  return { name: 'help', aliases: ['?', 'h'], load: () => Promise.resolve(subcommand) };
}

/** Errors about arguments get a line on top that points to the help. */
function withHint<State extends CommonState>(
  program: Program<State>,
  subcommand: string,
  error: unknown,
): unknown {
  if (!(error instanceof RevstoreError)) return error;
  const { CL_ARG_PARSING_ERROR, CL_INSUFFICIENT_ARGS } = commandLineErrors;
  const row = [CL_ARG_PARSING_ERROR, CL_INSUFFICIENT_ARGS].find(({ svn }) => svn === error.svnCode);
  return row === undefined ? error : new RevstoreError(row, program.helpHint(subcommand), { cause: error });
}

/** Options that go with `--version` alone. */
const VERSION_OPTIONS = ['version', 'quiet', 'verbose', 'config-dir', 'help'];

async function execute<State extends CommonState>(
  program: Program<State>,
  argv: readonly string[],
  output: Output,
  report: Report,
  signal: AbortSignal,
  progress: Progress,
): Promise<void> {
  if (argv.length === 0) throw new UsageError(usageHint(program));
  const { options, operands } = parse(program, argv);
  const state = program.createState();
  for (const { name, argument } of options) program.options[name]!.apply(state, argument, report);
  const [name, ...rest] = state.help ? ['help', ...operands] : operands;
  if (name === undefined) {
    if (!state.version) throw new UsageError(`${program.subcommandRequired}\n${usageHint(program)}`);
    if (options.some((option) => !VERSION_OPTIONS.includes(option.name)))
      throw new UsageError(usageHint(program));
    output.write(versionText(program, state.quiet));
    return;
  }
  const entry = find([...program.subcommands, helpEntry(program)], name);
  if (entry === undefined) throw new UsageError(`Unknown subcommand: '${name}'\n${usageHint(program)}`);
  const subcommand = await entry.load();
  for (const option of options) {
    if (option.name === 'help') continue;
    if (subcommand.options.includes(option.name) || program.globalOptions.includes(option.name)) continue;
    const text = formatOption(option.name, program.options[option.name]!);
    throw new UsageError(
      `Subcommand '${entry.name}' doesn't accept option '${text}'\n` +
        `Type '${program.name} help ${entry.name}' for usage.\n`,
    );
  }
  if (entry.name !== 'help') program.check?.(state, entry.name, rest);
  try {
    await subcommand.run({ state, operands: rest, output, report, progress, signal });
  } catch (error) {
    throw withHint(program, entry.name, error);
  }
}

/**
 * Runs a program to its end: parses, runs the subcommand, prints errors in svn's form.
 *
 * A signal that ended it is sent to the process again, so this may not return.
 *
 * @param argv without Node and the script.
 * @returns the exit code, 0 or 1.
 */
export async function runProgram<State extends CommonState>(
  program: Program<State>,
  argv: readonly string[],
): Promise<number> {
  const cancellation = new Cancellation();
  const progress = new Progress(process.stderr);
  const output = new Output(process.stdout, () => cancellation.abort(BROKEN_PIPE));
  const report: Report = {
    print(text) {
      progress.clear();
      output.push();
      process.stderr.write(text);
    },
    warn(error) {
      this.print(formatWarning(`${program.name}: `, error));
    },
  };
  process.stderr.on('error', () => {});
  cancellation.install();
  let code = 0;
  try {
    await execute(program, argv, output, report, cancellation.signal, progress);
    progress.clear();
    await output.flush();
  } catch (error) {
    code = 1;
    progress.clear();
    output.push();
    if (error instanceof UsageError) process.stderr.write(error.message);
    else if (error !== BROKEN_PIPE && !output.closed) {
      process.stderr.write(
        formatError(`${program.name}: `, error, process.env['REVSTORE_DEBUG'] !== undefined),
      );
    }
  }
  cancellation.raise();
  return output.closed ? 1 : code;
}
