import type { CommonState, OptionDefinition, Program, Subcommand, SubcommandEntry } from './subcommand.js';

const COLUMN = 29;

/** An option's names: `-r [--revision] ARG`. */
export function formatOption(name: string, option: OptionDefinition<never>): string {
  const names = option.short === undefined ? `--${name}` : `-${option.short} [--${name}]`;
  return option.argument ? `${names} ARG` : names;
}

function optionHelp(name: string, option: OptionDefinition<never>, description: string): string {
  const lines = description.split('\n').join(`\n${' '.repeat(COLUMN)}`);
  return `  ${formatOption(name, option).padEnd(24)} : ${lines}\n`;
}

/** A subcommand's names: `list (ls)`. */
function formatNames(entry: SubcommandEntry<never>): string {
  return entry.aliases === undefined ? entry.name : `${entry.name} (${entry.aliases.join(', ')})`;
}

/** The help on one subcommand; global options only where `verbose`. */
export function subcommandHelp<State extends CommonState>(
  program: Program<State>,
  entry: SubcommandEntry<State>,
  subcommand: Subcommand<State>,
  verbose: boolean,
): string {
  let text = `${formatNames(entry)}: ${subcommand.summary}\n`;
  text += subcommand.usage.map((line, index) => `${index === 0 ? 'usage:' : '      '} ${line}\n`).join('');
  if (subcommand.help !== undefined) text += `\n${subcommand.help.trimEnd().replace(/^(?=.)/gm, '  ')}\n`;
  if (subcommand.options.length > 0) {
    text += '\nValid options:\n';
    for (const name of subcommand.options) {
      const option = program.options[name]!;
      text += optionHelp(name, option, subcommand.optionDescriptions?.[name] ?? option.description);
    }
  }
  if (program.globalOptions.length > 0) {
    if (verbose) {
      text += '\nGlobal options:\n';
      for (const name of program.globalOptions) {
        text += optionHelp(name, program.options[name]!, program.options[name]!.description);
      }
    } else text += "\n(Use '-v' to show global options.)\n";
  }
  return `${text}\n`;
}

/** The help on the program as a whole. */
export function generalHelp<State extends CommonState>(program: Program<State>): string {
  const names =
    program.subcommands.map((entry) => `   ${formatNames(entry)}\n`).join('') + '   help (?, h)\n';
  return `${program.usage}\n${program.description}\n\nAvailable subcommands:\n${names}\n`;
}

/** What `--version` prints. */
export function versionText<State extends CommonState>(program: Program<State>, quiet: boolean): string {
  return quiet
    ? `${program.version}\n`
    : `${program.name}, version ${program.version}\n${program.versionNotes.trimEnd()}\n\n`;
}
