import { defineSubcommand, jsonLine } from '@revstore/command-line';
import { openRepository, type RepositoryInfo } from '@revstore/repository';
import type { RepoadminState } from '../repoadmin-state.js';
import { repositoryArgument } from '../repository-argument.js';

function yesNo(value: boolean): string {
  return value ? 'yes' : 'no';
}

/** The block of lines, with the empty one behind it. */
function formatInfo(info: RepositoryInfo): string {
  const lines = [
    `Path: ${info.path}`,
    `UUID: ${info.uuid}`,
    `Revisions: ${info.youngest}`,
    `Repository Format: ${info.repositoryFormat}`,
    `Compatible With Version: ${info.compatibleWith}`,
    ...(info.supportsMergeinfo ? ['Repository Capability: mergeinfo'] : []),
    'Filesystem Type: fsfs',
    `Filesystem Format: ${info.filesystemFormat}`,
    `FSFS Sharded: ${yesNo(info.sharded)}`,
    ...(info.shardSize === undefined ? [] : [`FSFS Shard Size: ${info.shardSize}`]),
    ...(info.shardsPacked === undefined
      ? []
      : [`FSFS Shards Packed: ${info.shardsPacked}/${info.shardsFull ?? 0}`]),
    `FSFS Logical Addressing: ${yesNo(info.logicalAddressing)}`,
    `Configuration File: ${info.configFile}`,
  ];
  return `${lines.join('\n')}\n\n`;
}

export default defineSubcommand<RepoadminState>({
  summary: 'Show what a repository is.',
  usage: ['info REPOS_PATH'],
  options: ['json'],
  async run({ state, operands, output }) {
    await using repository = await openRepository(repositoryArgument(operands));
    const info = await repository.info();
    output.write(state.json ? jsonLine({ ...info }) : formatInfo(info));
  },
});
