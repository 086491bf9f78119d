import { basename } from 'node:path';
import {
  argumentError,
  commandLineError,
  formatError,
  isUrl,
  parseTarget,
  revisionSpec,
  splitPeg,
  type Invocation,
  type RevisionArgument,
} from '@revstore/command-line';
import {
  openRepository,
  pathUrl,
  resolveTarget,
  type Repository,
  type RevisionView,
} from '@revstore/repository';
import type { RepoState } from './repo-state.js';

/** A target in the revision asked for. */
export interface Location {
  readonly repository: Repository;
  readonly view: RevisionView;
  /** The node's path in `revision`; it may have had another one at the peg revision. */
  readonly path: string;
  readonly revision: number;
  readonly url: string;
  readonly rootUrl: string;
  /** URL at the peg revision, as svn names the target in its messages. */
  readonly targetUrl: string;
  /** Path at the peg revision. */
  readonly targetPath: string;
  /** The peg as it was typed, with its `@`. */
  readonly pegText: string;
  /** Whether the peg revision is HEAD because none was given, or HEAD was. */
  readonly pegIsHead: boolean;
}

/** The repositories of one run; each is opened once and closed at the end. */
export class Locations implements AsyncDisposable {
  readonly #repositories = new Map<string, Promise<Repository>>();
  readonly #views: RevisionView[] = [];

  /**
   * Finds `TARGET[@PEG]` in a revision.
   *
   * @param revision default the peg revision.
   */
  async find(text: string, revision?: RevisionArgument): Promise<Location> {
    const { target, peg = { kind: 'head' } } = parseTarget(text);
    const resolved = await resolveTarget(target === '' ? '.' : target);
    const repository = await this.open(resolved.repositoryPath);
    const pegRevision = await repository.resolveRevision(revisionSpec(peg));
    const number =
      revision === undefined ? pegRevision : await repository.resolveRevision(revisionSpec(revision));
    const path =
      number === pegRevision ? resolved.path : await repository.locate(resolved.path, pegRevision, number);
    const view = await repository.revision(number);
    this.#views.push(view);
    return {
      repository,
      view,
      path,
      revision: number,
      url: pathUrl(resolved.rootUrl, path),
      rootUrl: resolved.rootUrl,
      targetUrl: resolved.url,
      targetPath: resolved.path,
      pegText: splitPeg(text).peg,
      pegIsHead: peg.kind === 'head',
    };
  }

  /** Finds the repository of a target and a revision of it, whether or not the target exists there. */
  async findRevision(
    text: string,
    revision: RevisionArgument,
  ): Promise<{ readonly repository: Repository; readonly revision: number }> {
    const { target } = parseTarget(text);
    const { repositoryPath } = await resolveTarget(target === '' ? '.' : target);
    const repository = await this.open(repositoryPath);
    return { repository, revision: await repository.resolveRevision(revisionSpec(revision)) };
  }

  /** Opens a repository by its directory. */
  open(path: string): Promise<Repository> {
    const known = this.#repositories.get(path);
    if (known !== undefined) return known;
    const opening = openRepository(path);
    this.#repositories.set(path, opening);
    return opening;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const view of this.#views) await view.close();
    for (const opening of this.#repositories.values()) {
      const repository = await opening.catch(() => undefined);
      await repository?.close();
    }
  }
}

/**
 * The targets of a subcommand: its operands and those of `--targets`, without names that Subversion keeps for itself, which
 * are reported and left out.
 *
 * @param implicit whether the working directory stands in where there is none.
 */
export function targetArguments(
  { operands, state, report }: Pick<Invocation<RepoState>, 'operands' | 'state' | 'report'>,
  implicit: boolean,
): string[] {
  const all = [...operands, ...state.targets];
  const targets = all.filter((text) => {
    const { target } = splitPeg(text);
    const name = basename(target);
    if (isUrl(target) || (name !== '.svn' && name !== '_svn')) return true;
    const error = commandLineError('RESERVED_FILENAME_SPECIFIED', `'${text}' ends in a reserved name`);
    report.print(formatError('repo: Skipping argument: ', error));
    return false;
  });
  return targets.length === 0 && implicit ? [''] : targets;
}

/** @throws RevstoreError CL_ARG_PARSING_ERROR (E205000) where `text` is a URL. */
export function refuseUrl(text: string): void {
  if (isUrl(text)) throw argumentError(`'${text}' is not a local path`);
}

/** A local path without `.` parts and superfluous slashes; '' is the working directory. */
export function canonicalLocalPath(text: string): string {
  const parts = text.split('/').filter((part) => part !== '' && part !== '.');
  return (text.startsWith('/') ? '/' : '') + parts.join('/');
}
