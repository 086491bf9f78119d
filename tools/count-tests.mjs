// node count-tests.mjs REPORT: prints the one line of counts of a vitest JSON report, and fails unless all is well.
import { readFileSync } from 'node:fs';

let report;
try {
  report = JSON.parse(readFileSync(process.argv[2], 'utf8'));
} catch {
  console.log('0 passed, 1 failed');
  process.exit(1);
}
// A file that could not be loaded has no test that failed; it counts as one.
const unloaded = report.testResults.filter(
  (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
);
const failed = report.numFailedTests + unloaded.length;
const skipped = report.numPendingTests + (report.numTodoTests ?? 0);
const passed = report.numPassedTests;
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed === 0 && passed > 0 && report.success ? 0 : 1;
