/** What the two programs share: options as svn's, error reports, dates, XML and JSON, progress, signals. */
export { argumentError, commandLineError, commandLineErrors } from './command-line-errors.js';
export { parseDateArgument } from './date-argument.js';
export { formatError, formatWarning, printable } from './error-report.js';
export { formatHumanSize } from './file-size.js';
export { jsonLine, jsonProperties, jsonPropertyValue, type JsonValue } from './json.js';
export { Output } from './output.js';
export { formatProgressBytes, Progress } from './progress.js';
export {
  parseChangeArgument,
  parseRevisionRange,
  revisionSpec,
  type RevisionArgument,
  type RevisionRange,
} from './revision-argument.js';
export { runProgram } from './run-program.js';
export { similarWords } from './similarity.js';
export { formatHumanDate, formatShortDate } from './shown-date.js';
export {
  defineSubcommand,
  type CommonState,
  type Invocation,
  type OptionDefinition,
  type OptionTable,
  type Program,
  type Report,
  type Subcommand,
  type SubcommandEntry,
} from './subcommand.js';
export { checkUrl, isUrl, parseTarget, splitPeg, type TargetArgument } from './target-argument.js';
export {
  closeTag,
  emptyTag,
  escapeAttribute,
  escapeCdata,
  fuzzyEscape,
  openTag,
  openTextTag,
  propertyElement,
  textElement,
  xmlHeader,
  type Attributes,
} from './xml.js';
