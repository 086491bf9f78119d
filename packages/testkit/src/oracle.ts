/** Subversion's programs and ours, for scripts that run outside of a test. */
export { repo, repoadmin, repoadminScript, repoScript } from './programs.js';
export { projectRoot } from './project.js';
export { run, type RunOptions, type RunResult } from './run.js';
export { isolation, svn, svnadmin, svnMissing } from './svn.js';
