import { Command, CommanderError, Option } from 'commander';
import type { OptionDefinition, OptionTable } from './subcommand.js';

/** An option of the command line and its argument. */
export interface GivenOption {
  /** Long name, without the dashes. */
  readonly name: string;
  readonly argument: string;
}

/** A command line taken apart. */
export interface ParsedArguments {
  /** In the order given. */
  readonly options: readonly GivenOption[];
  readonly operands: readonly string[];
}

/** A command line that fits no option table; `message` is svn's, e.g. `invalid option: --bogus`. */
export class InvalidOption extends Error {}

/** The flags of an option as commander takes them. */
function flags(name: string, option: OptionDefinition<never>): string {
  const argument = option.argument ? ' <ARG>' : '';
  return option.short === undefined ? `--${name}${argument}` : `-${option.short}, --${name}${argument}`;
}

function invalidOption<State>(argument: string, table: OptionTable<State>): InvalidOption {
  if (!argument.startsWith('--')) return new InvalidOption(`invalid option character: ${[...argument][1]}`);
  const [name] = argument.slice(2).split('=', 1);
  return new InvalidOption(
    name !== undefined && Object.hasOwn(table, name)
      ? `erroneous argument: ${argument}`
      : `invalid option: ${argument.includes('=') ? `--${name}` : argument}`,
  );
}

/**
 * Takes a command line apart. Options may stand anywhere before `--`, short ones may be joined, arguments may be joined to a
 * short option or follow `=`.
 *
 * @param argv without the program.
 * @throws InvalidOption
 */
export function parseArguments<State>(argv: readonly string[], table: OptionTable<State>): ParsedArguments {
  const command = new Command()
    .exitOverride()
    .helpOption(false)
    .configureOutput({ writeErr: () => {} });
  const given: GivenOption[] = [];
  for (const [name, definition] of Object.entries(table)) {
    command.addOption(new Option(flags(name, definition)));
    command.on(`option:${name}`, (argument: string | null | undefined) => {
      given.push({ name, argument: argument ?? '' });
    });
  }
  // svn's second letter for help; it has no long name of its own.
  command.addOption(new Option('-?'));
  command.on('option:?', () => given.push({ name: 'help', argument: '' }));
  try {
    const { operands, unknown } = command.parseOptions([...argv]);
    if (unknown[0] !== undefined) throw invalidOption(unknown[0], table);
    return { options: given, operands };
  } catch (error) {
    if (!(error instanceof CommanderError) || error.code !== 'commander.optionMissingArgument') throw error;
    const last = argv.at(-1) ?? '';
    throw new InvalidOption(`missing argument: ${last.startsWith('--') ? last : last.slice(-1)}`);
  }
}
