import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DecisionAuthor } from '../../journal/journal.ts';
import type { CompareOptions } from '../../replay/compare/compare-messages.ts';
import { applyDraft, type DraftTexts } from '../drafts/draft-files.ts';
import type { DraftOwner } from '../drafts/keep-draft.ts';
import { JobDesk, type JobState } from '../jobs/job-desk.ts';
import { noteOrigin, readKeptFolder, writeFolder } from './mappings-folder.ts';
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
  /** RFC 3339, UTC: compared with messages that were received from then on. */
  readonly since: string;
  /** On top of what others have changed in the same files since it began: whoever says so has seen that. */
  readonly onto: boolean;
}

/** What planning a draft came to. `base-unknown`: the state that it began from is not kept. */
export type DraftOutcome =
  | PublicationPlan
  | PublicationRefusal
  | { readonly kind: 'same' }
  | { readonly kind: 'refused'; readonly code: 'base-unknown' };

/** Publishes drafts of pages: what they began from, with their files in it, becomes the folder that runs. */
export class DraftPublisher {
  readonly #jobs = new JobDesk<DraftOutcome>();

  /**
   * Begins to check the draft, to run its fixtures and to compare it, in threads of its own. Resolves to a token by which to ask; undefined:
   * too much is under way.
   */
  async start(site: PublicationSite, draft: DraftToPublish, patience: number): Promise<string | undefined> {
    const folder = await mkdtemp(join(tmpdir(), 'draft-'));
    const dispose = () => rm(folder, { recursive: true, force: true });
    const token = await this.#jobs.start({
      ...{ who: draft.owner.who, subject: draft.owner.mapping, patience, dispose },
      work: ({ signal, report }) =>
        planDraft(site, draft, folder, { signal, progress: (done, of) => report({ done, of }) }),
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

  /** Puts a plan in place. Undefined: there is none of that token, person and mapping any more. */
  async publish(
    site: Pick<PublicationSite, 'access'>,
    token: string,
    owner: DraftOwner,
    author: DecisionAuthor,
  ): Promise<PublishedEdit | PublishRefusal | undefined> {
    const state = this.look(token, owner);
    if (state?.kind !== 'done' || state.outcome.kind !== 'plan') return undefined;
    const done = await publishPlanned(site, state.outcome, author);
    // who is asked for a reason still has the plan
    if (done.kind === 'published' || done.code === 'folder-changed') await this.#jobs.drop(token);
    return done;
  }

  close(): Promise<void> {
    return this.#jobs.close();
  }
}

async function planDraft(
  site: PublicationSite,
  { base, texts, since, onto }: DraftToPublish,
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
  return isApart(outcome, texts) ? await planPublication(site, { ...request, onto: true }, options) : outcome;
}

/** Others have changed other files alone: both stay as they are. */
const isApart = (outcome: DraftOutcome, texts: DraftTexts): boolean =>
  outcome.kind === 'refused' &&
  outcome.code === 'others-changed' &&
  outcome.theirs.every(({ file }) => !(file in texts));
