/** What tests share: the svn oracle, our programs, temporary directories. Trees of files are in `./trees`. */
export { historyDump, historyMissing, loadHistory, type HistoryVariant } from './history.js';
export { repo, repoadmin, repoadminScript, repoScript } from './programs.js';
export { projectRoot } from './project.js';
export { run, type RunOptions, type RunResult } from './run.js';
export {
  isolation,
  setShardSize,
  svn,
  svnadmin,
  svnCommit,
  svnMissing,
  svnRepository,
  svnYoungest,
  type Change,
  type SvnRepository,
  type SvnRepositoryOptions,
} from './svn.js';
export { temporaryDirectory } from './temporary-directory.js';
