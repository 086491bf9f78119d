import { isAbsolute, join } from 'node:path';
import { utf8Bytes, utf8Text } from '@revstore/bytes';
import { RevstoreError } from '@revstore/errors';
import { readHookEnvironment } from './hook-environment.js';
import { hookErrors } from './hook-errors.js';
import { isHookThere, runHook } from './hook-program.js';

/** How the hooks of a repository are run. */
export interface HooksOptions {
  /** The file with their environment, absolute or below the repository's `conf`; default `hooks-env`. */
  readonly environmentFile?: string;
}

/** How one hook is run. */
export interface HookCallOptions {
  /** Kills the hook; the call then rejects with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** What a change does to a revision property: add, modify, delete. */
export type RevisionPropertyAction = 'A' | 'M' | 'D';

/** A change of a revision property, as hooks are told it. */
export interface RevisionPropertyCall {
  readonly revision: number;
  readonly user?: string;
  readonly name: string;
  readonly action: RevisionPropertyAction;
}

/**
 * The nine hooks of a repository: programs in its `hooks` directory. One that is not there is passed over, except for
 * `pre-revprop-change`.
 *
 * Each runs in the working directory of this process, with the environment that `conf/hooks-env` gives and no other
 * variable, and reads an empty standard input where it is given none.
 *
 * The hooks before an operation reject with `HOOK_FAILURE` (E165001) where the operation is not to happen. After an
 * operation nothing can undo it any more, so those hooks give their failure as a value.
 *
 * Every call also rejects where `hooks-env` is malformed, there being a hook or not, as Subversion does.
 *
 * @see libsvn_repos/hooks.c
 */
export class Hooks {
  readonly #repositoryPath: string;
  readonly #environmentFile: string;

  /** @param repositoryPath given to the hooks as it is here. */
  constructor(repositoryPath: string, options: HooksOptions = {}) {
    this.#repositoryPath = repositoryPath;
    const file = options.environmentFile ?? 'hooks-env';
    this.#environmentFile = isAbsolute(file) ? file : join(repositoryPath, 'conf', file);
  }

  /**
   * Before a commit begins; its transaction is there, with its properties and nothing else.
   *
   * @param call.capabilities what the client can do; `mergeinfo` for any that is not ancient.
   */
  async startCommit(
    call: { readonly user?: string; readonly capabilities: readonly string[]; readonly txnName: string },
    options?: HookCallOptions,
  ): Promise<void> {
    await this.#run('start-commit', [call.user ?? '', call.capabilities.join(':'), call.txnName], options);
  }

  /**
   * Before a transaction becomes a revision.
   *
   * @param call.lockTokens tokens that the client sent, by path.
   */
  async preCommit(
    call: { readonly txnName: string; readonly lockTokens?: ReadonlyMap<string, string> },
    options?: HookCallOptions,
  ): Promise<void> {
    const input = call.lockTokens?.size ? lockTokenText(call.lockTokens) : undefined;
    await this.#run('pre-commit', [call.txnName], options, input);
  }

  /**
   * After a commit.
   *
   * @returns the failure, whose message clients show as a warning.
   */
  async postCommit(
    call: { readonly revision: number; readonly txnName: string },
    options?: HookCallOptions,
  ): Promise<RevstoreError | undefined> {
    return failureOf(this.#run('post-commit', [`${call.revision}`, call.txnName], options));
  }

  /**
   * Before a revision property changes.
   *
   * @param call.value the new value, which the hook reads; absent for a deletion.
   * @throws RevstoreError `REVPROP_CHANGES_DISABLED` (E165006) where there is no such hook.
   */
  async preRevpropChange(
    call: RevisionPropertyCall & { readonly value?: Uint8Array },
    options?: HookCallOptions,
  ): Promise<void> {
    const name = 'pre-revprop-change';
    if ((await this.#run(name, revpropArguments(call), options, call.value)) === undefined)
      throw new RevstoreError(
        hookErrors.REVPROP_CHANGES_DISABLED,
        'Repository has not been enabled to accept revision propchanges;\nask the administrator to create a pre-revprop-change hook',
        { data: { path: this.#program(name) } },
      );
  }

  /**
   * After a revision property changed.
   *
   * @param call.oldValue the value before, which the hook reads; absent where there was none.
   * @returns the failure.
   */
  async postRevpropChange(
    call: RevisionPropertyCall & { readonly oldValue?: Uint8Array },
    options?: HookCallOptions,
  ): Promise<RevstoreError | undefined> {
    return failureOf(this.#run('post-revprop-change', revpropArguments(call), options, call.oldValue));
  }

  /**
   * Before a path is locked.
   *
   * @returns the token that the hook wants the lock to have, not checked; `undefined` where it does not mind.
   */
  async preLock(
    call: {
      readonly path: string;
      readonly user: string;
      readonly comment?: string;
      /** Whether a lock of somebody else may be taken over. */
      readonly stealing: boolean;
    },
    options?: HookCallOptions,
  ): Promise<string | undefined> {
    const args = [call.path, call.user, call.comment ?? '', flag(call.stealing)];
    const output = await this.#run('pre-lock', args, options, undefined, true);
    const [token] = output === undefined ? [''] : utf8Text(output).split('\0', 1);
    return token === '' ? undefined : token;
  }

  /**
   * After paths were locked.
   *
   * @param call.paths those that are locked now.
   * @returns the failure as `POST_LOCK_HOOK_FAILED` (E165008), with its cause.
   */
  async postLock(
    call: { readonly paths: readonly string[]; readonly user: string },
    options?: HookCallOptions,
  ): Promise<RevstoreError | undefined> {
    const failure = await failureOf(this.#run('post-lock', [call.user], options, pathLines(call.paths)));
    if (!failure) return undefined;
    const message = 'Locking succeeded, but post-lock hook failed';
    return new RevstoreError(hookErrors.POST_LOCK_HOOK_FAILED, message, { cause: failure });
  }

  /** Before a path is unlocked. */
  async preUnlock(
    call: {
      readonly path: string;
      readonly user?: string;
      readonly token?: string;
      /** Whether a lock of somebody else may be broken. */
      readonly breaking: boolean;
    },
    options?: HookCallOptions,
  ): Promise<void> {
    const args = [call.path, call.user ?? '', call.token ?? '', flag(call.breaking)];
    await this.#run('pre-unlock', args, options);
  }

  /**
   * After paths were unlocked.
   *
   * @param call.paths those that are no longer locked.
   * @returns the failure as `POST_UNLOCK_HOOK_FAILED` (E165009), with its cause.
   */
  async postUnlock(
    call: { readonly paths: readonly string[]; readonly user?: string },
    options?: HookCallOptions,
  ): Promise<RevstoreError | undefined> {
    const failure = await failureOf(
      this.#run('post-unlock', [call.user ?? ''], options, pathLines(call.paths)),
    );
    if (!failure) return undefined;
    const message = 'Unlock succeeded, but post-unlock hook failed';
    return new RevstoreError(hookErrors.POST_UNLOCK_HOOK_FAILED, message, { cause: failure });
  }

  /** Whether the repository has a hook of that name. */
  isThere(name: string): boolean {
    return isHookThere(this.#program(name));
  }

  #program(name: string): string {
    return join(this.#repositoryPath, 'hooks', name);
  }

  /** Gives what the hook wrote to standard output, where that is gathered, or `undefined` where there is no hook. */
  async #run(
    name: string,
    args: readonly string[],
    options: HookCallOptions | undefined,
    input?: Uint8Array,
    gatherOutput = false,
  ): Promise<Uint8Array | undefined> {
    const environment = readHookEnvironment(this.#environmentFile, name);
    const program = this.#program(name);
    if (!isHookThere(program)) return undefined;
    return runHook({
      name,
      program,
      args: [this.#repositoryPath, ...args],
      environment,
      gatherOutput,
      ...(input === undefined ? {} : { input }),
      ...(options?.signal === undefined ? {} : { signal: options.signal }),
    });
  }
}

async function failureOf(run: Promise<unknown>): Promise<RevstoreError | undefined> {
  try {
    await run;
    return undefined;
  } catch (error) {
    if (error instanceof RevstoreError) return error;
    throw error;
  }
}

function revpropArguments({ revision, user, name, action }: RevisionPropertyCall): string[] {
  return [`${revision}`, user ?? '', name, action];
}

function flag(value: boolean): string {
  return value ? '1' : '0';
}

function pathLines(paths: readonly string[]): Uint8Array {
  return utf8Bytes(paths.map((path) => `${path}\n`).join(''));
}

/** Lock tokens as `pre-commit` reads them, with what would end a path or a line in it percent-encoded. */
function lockTokenText(tokens: ReadonlyMap<string, string>): Uint8Array {
  let text = 'LOCK-TOKENS:\n';
  for (const [path, token] of tokens) text += `${escapePath(path)}|${token}\n`;
  return utf8Bytes(`${text}\n`);
}

/** @see libsvn_subr/path.c#svn_path_uri_autoescape */
function escapePath(path: string): string {
  return path.replace(
    /[\0 "<>\\^`{|}]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}
