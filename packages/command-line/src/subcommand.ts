import type { RevstoreError } from '@revstore/errors';
import type { Output } from './output.js';
import type { Progress } from './progress.js';

/** What options of both programs set. */
export interface CommonState {
  help: boolean;
  version: boolean;
  quiet: boolean;
  verbose: boolean;
}

/** One option of a program. */
export interface OptionDefinition<State> {
  /** One letter or `?`, without the dash. */
  readonly short?: string;
  /** Whether an argument follows; default false. */
  readonly argument?: boolean;
  /** Lines of help. */
  readonly description: string;
  /**
   * Notes the option. Called in the order of the command line, before any subcommand is known.
   *
   * @param argument '' where the option takes none.
   */
  readonly apply: (state: State, argument: string, report: Report) => void;
}

/** All options of a program by long name, without the dashes. */
export type OptionTable<State> = Readonly<Record<string, OptionDefinition<State>>>;

/** How a running subcommand speaks besides its output. */
export interface Report {
  /** Prints `PROG: warning: W…: …` on standard error. */
  warn(error: RevstoreError): void;
  /** Prints text on standard error as it is. */
  print(text: string): void;
}

/** What a subcommand is given. */
export interface Invocation<State> {
  readonly state: State;
  /** Arguments that are no options, the subcommand's name not among them. */
  readonly operands: readonly string[];
  readonly output: Output;
  readonly report: Report;
  readonly progress: Progress;
  /** Aborts on Ctrl-C and when the reader of the output goes away. */
  readonly signal: AbortSignal;
}

/** A subcommand as its own file defines it; its names are in the program's table. */
export interface Subcommand<State> {
  /** One sentence. */
  readonly summary: string;
  /** Lines behind `usage: `, each without the program's name. */
  readonly usage: readonly string[];
  /** Further text of the help, lines of at most 80 characters. */
  readonly help?: string;
  /** Long names of the options that it accepts besides the global ones. */
  readonly options: readonly string[];
  /** Other words for options whose meaning differs here. */
  readonly optionDescriptions?: Readonly<Record<string, string>>;
  run(invocation: Invocation<State>): Promise<void>;
}

/** Declares a subcommand. */
export function defineSubcommand<State extends CommonState>(
  definition: Subcommand<State>,
): Subcommand<State> {
  return definition;
}

/** A row of a program's table of subcommands. */
export interface SubcommandEntry<State> {
  readonly name: string;
  readonly aliases?: readonly string[];
  /** Imports the subcommand's file. */
  readonly load: () => Promise<Subcommand<State>>;
}

/** A program: its options, its subcommands, and its words where svn and svnadmin differ. */
export interface Program<State extends CommonState> {
  readonly name: string;
  readonly version: string;
  /** First line of the general help. */
  readonly usage: string;
  /** Further lines of the general help, above the subcommands. */
  readonly description: string;
  /** More lines of `--version`. */
  readonly versionNotes: string;
  readonly options: OptionTable<State>;
  readonly globalOptions: readonly string[];
  readonly subcommands: readonly SubcommandEntry<State>[];
  createState(): State;
  /** What is said when options but no subcommand were given. */
  readonly subcommandRequired: string;
  /** What is put on top of errors about arguments. */
  helpHint(subcommand: string): string;
  /** Checks options against each other, and operands, before the subcommand runs. Its errors get no hint on top. */
  check?(state: State, subcommand: string, operands: readonly string[]): void;
}
