import { VERSION, VERSION_NOTES } from './version.js';

/**
 * The program `repoadmin`.
 *
 * Asked for its version it answers without loading anything else.
 *
 * @param argv without Node and the script.
 * @returns the exit code.
 */
export async function main(argv: readonly string[]): Promise<number> {
  const [first, second, ...rest] = argv;
  if (
    first === '--version' &&
    rest.length === 0 &&
    (second === undefined || second === '-q' || second === '--quiet')
  ) {
    process.stdout.on('error', () => {});
    process.stdout.write(
      second === undefined ? `repoadmin, version ${VERSION}\n${VERSION_NOTES}\n\n` : `${VERSION}\n`,
    );
    return 0;
  }
  const [{ runProgram }, { program }] = await Promise.all([
    import('@revstore/command-line'),
    import('./program.js'),
  ]);
  return runProgram(program, argv);
}
