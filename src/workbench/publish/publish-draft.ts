import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { explainFailure } from '../../findings/localized-error.ts';
import type { LocalizedText } from '../../findings/localized-text.ts';
import type { DecisionAuthor, NewBulkDecision } from '../../journal/journal.ts';
import type { CompareOptions } from '../../replay/compare/compare-messages.ts';
import { applyDraft, type DraftTexts } from '../drafts/draft-files.ts';
import type { DraftOwner } from '../drafts/keep-draft.ts';
import { JobDesk, type JobState } from '../jobs/job-desk.ts';
import { planRestore, type RestorePlan } from '../versions/restore-version.ts';
import { buildFolderState, noteOrigin, readKeptFolder, writeFolder } from './mappings-folder.ts';
import type { PublicationSite } from './publication-site.ts';
import {
  type PublicationPlan,
  type PublicationRefusal,
  type PublishedEdit,
  type PublishRefusal,
  planPublication,
  publishPlanned,
} from './publish-edit.ts';

export interface DraftToPublish {
  readonly owner: DraftOwner;
  /** Hash of the state of the folder that it began from. */
  readonly base: string;
  readonly texts: DraftTexts;
  /** Of the draft: what is typed after it is not published with it. */
  readonly edition: number;
  /** RFC 3339, UTC: compared with messages that were received from then on. */
  readonly since: string;
  /** On top of what others have changed in the same files since it began: whoever says so has seen that. */
  readonly onto: boolean;
}

/** What planning a draft came to. `base-unknown`: the state that it began from is not kept. */
export type DraftOutcome =
  | (PublicationPlan & Pick<Partial<DraftToPublish>, 'edition'>)
  | PublicationRefusal
  | { readonly kind: 'same' }
  | { readonly kind: 'refused'; readonly code: 'base-unknown' }
  /** That version cannot be put back: why, in words. */
  | { readonly kind: 'refused'; readonly code: 'not-restorable'; readonly reason: LocalizedText };

export interface VersionToRestore {
  readonly owner: DraftOwner;
  /** Its number. */
  readonly version: number;
  /** RFC 3339, UTC: compared with messages that were received from then on. */
  readonly since: string;
}

export interface PublishedDraft extends PublishedEdit {
  /** The edition of the draft of which nothing is left to publish; absent: it was an earlier version. */
  readonly edition?: number;
}

/** Publishes drafts of pages: what they began from, with their files in it, becomes the folder that runs. */
export class DraftPublisher {
  readonly #jobs = new JobDesk<DraftOutcome>();

  /**
   * Begins to check the draft, to run its fixtures and to compare it, in threads of its own. Resolves to a token by which to ask; undefined:
   * too much is under way.
   */
  start(site: PublicationSite, draft: DraftToPublish, patience: number): Promise<string | undefined> {
    return this.#begin(draft.owner, patience, (folder, options) => planDraft(site, draft, folder, options));
  }

  /** The same of an earlier version, which is put back as a new one. */
  startRestore(
    site: PublicationSite,
    version: VersionToRestore,
    patience: number,
  ): Promise<string | undefined> {
    return this.#begin(version.owner, patience, (folder, options) =>
      planEarlier(site, version, folder, options),
    );
  }

  async #begin(
    { who, mapping: subject }: DraftOwner,
    patience: number,
    plan: (folder: string, options: CompareOptions) => Promise<DraftOutcome>,
  ): Promise<string | undefined> {
    const folder = await mkdtemp(join(tmpdir(), 'draft-'));
    const dispose = () => rm(folder, { recursive: true, force: true });
    const token = await this.#jobs.start({
      ...{ who, subject, patience, dispose },
      work: ({ signal, report }) => plan(folder, { signal, progress: (done, of) => report({ done, of }) }),
    });
    if (token === undefined) await dispose();
    return token;
  }

  /** Undefined: there is none of that token, person and mapping any more. Throws as planning did. */
  look(token: string, { who, mapping }: DraftOwner): JobState<DraftOutcome> | undefined {
    return this.#jobs.look(token, who, mapping);
  }

  /** What was compared by then counts; publishing then needs a reason. */
  stop(token: string, { who, mapping }: DraftOwner): boolean {
    return this.#jobs.stop(token, who, mapping);
  }

  /** Undefined: there is none, or it has not come to one. */
  findPlan(token: string, owner: DraftOwner): Extract<DraftOutcome, { kind: 'plan' }> | undefined {
    const state = this.look(token, owner);
    return state?.kind === 'done' && state.outcome.kind === 'plan' ? state.outcome : undefined;
  }

  /** Puts a plan in place; `decision` begins once every gateway that runs uses it. Undefined: there is none of that token, person and mapping any more. */
  async publish(
    site: Pick<PublicationSite, 'access'>,
    token: string,
    owner: DraftOwner,
    author: DecisionAuthor,
    decision?: NewBulkDecision,
  ): Promise<PublishedDraft | PublishRefusal | undefined> {
    const plan = this.findPlan(token, owner);
    if (plan === undefined) return undefined;
    const done = await publishPlanned(site, plan, author, decision);
    // who is asked for a reason still has the plan
    if (done.kind === 'published' || done.code === 'folder-changed') await this.#jobs.drop(token);
    const { edition } = plan;
    return done.kind === 'published' && edition !== undefined ? { ...done, edition } : done;
  }

  close(): Promise<void> {
    return this.#jobs.close();
  }
}

async function planDraft(
  site: PublicationSite,
  { base, texts, edition, since, onto }: DraftToPublish,
  folder: string,
  options: CompareOptions,
): Promise<DraftOutcome> {
  const began = await readKeptFolder(site.access.journal, base);
  if (began === undefined) return { kind: 'refused', code: 'base-unknown' };
  await writeFolder(folder, applyDraft(began, texts));
  await noteOrigin(folder, base);
  // a draft takes away what it says alone: files that others have added since stay
  const request = { edited: folder, since, onto, mayDelete: true };
  const outcome = await planPublication(site, request, options);
  const planned = isApart(outcome, texts)
    ? await planPublication(site, { ...request, onto: true }, options)
    : outcome;
  return planned.kind === 'plan' ? { ...planned, edition } : planned;
}

async function planEarlier(
  site: PublicationSite,
  { owner: { mapping }, version, since }: VersionToRestore,
  folder: string,
  options: CompareOptions,
): Promise<DraftOutcome> {
  const earlier = await planEarlierFolder(site, mapping, version);
  if (earlier.kind === 'refused') return earlier;
  const { hash, artifacts } = buildFolderState(earlier.before);
  await site.access.write((journal) => journal.saveArtifacts(artifacts));
  await writeFolder(folder, earlier.after);
  await noteOrigin(folder, hash);
  const request = { edited: folder, since, onto: false, mayDelete: true };
  const outcome = await planPublication(site, request, options);
  return outcome.kind === 'plan' ? { ...outcome, restores: { mapping, number: version } } : outcome;
}

async function planEarlierFolder(
  site: PublicationSite,
  mapping: string,
  version: number,
): Promise<RestorePlan | Extract<DraftOutcome, { readonly kind: 'refused' }>> {
  try {
    return await planRestore(site, { mapping, version: `v${version}` });
  } catch (error) {
    return { kind: 'refused', code: 'not-restorable', reason: explainFailure(error) };
  }
}

/** Others have changed other files alone: both stay as they are. */
const isApart = (outcome: DraftOutcome, texts: DraftTexts): boolean =>
  outcome.kind === 'refused' &&
  outcome.code === 'others-changed' &&
  outcome.theirs.every(({ file }) => !(file in texts));
