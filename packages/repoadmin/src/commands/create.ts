import { resolve } from 'node:path';
import { defineSubcommand, jsonLine } from '@revstore/command-line';
import { RevstoreError } from '@revstore/errors';
import { createRepository, openRepository } from '@revstore/repository';
import { repoadminErrors } from '../repoadmin-errors.js';
import type { RepoadminState } from '../repoadmin-state.js';
import { repositoryArgument } from '../repository-argument.js';

export default defineSubcommand<RepoadminState>({
  summary: 'Create a new, empty repository.',
  usage: ['create REPOS_PATH'],
  help: 'REPOS_PATH is made; an existing directory must be empty.',
  options: [
    'compatible-version',
    'shard-size',
    'fs-type',
    'json',
    'config-dir',
    'bdb-txn-nosync',
    'bdb-log-keep',
    'pre-1.4-compatible',
    'pre-1.5-compatible',
    'pre-1.6-compatible',
  ],
  async run({ state, operands, output }) {
    const path = repositoryArgument(operands);
    if (state.fsType !== undefined && state.fsType !== 'fsfs') {
      throw new RevstoreError(repoadminErrors.FS_UNKNOWN_FS_TYPE, `Unknown FS type '${state.fsType}'`);
    }
    const compatibleVersion = state.compatibleVersion ?? state.preVersion;
    await createRepository(path, {
      ...(compatibleVersion === undefined ? {} : { compatibleVersion }),
      ...(state.shardSize === undefined ? {} : { shardSize: state.shardSize }),
    });
    if (!state.json) return;
    await using repository = await openRepository(path);
    output.write(jsonLine({ path: resolve(path), uuid: repository.uuid }));
  },
});
