import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DecisionAuthor } from '../../journal/journal.ts';
import type { CompareOptions } from '../../replay/compare/compare-messages.ts';
import { copyRunningFolder } from './copy-running-folder.ts';
import { type FolderFiles, writeFolder } from './mappings-folder.ts';
import { type PublicationSite, requireOwnFolder } from './publication-site.ts';
import {
  type PublicationPlan,
  type PublicationRefusal,
  type PublishedEdit,
  type PublishRefusal,
  planPublication,
  publishPlanned,
} from './publish-edit.ts';

export interface DraftToPublish {
  readonly who: string;
  /** Files of the draft by their paths in the folder of mappings. */
  readonly files: FolderFiles;
  /** RFC 3339, UTC: compared with messages that were received from then on. */
  readonly since: string;
}

/** What planning a draft came to. */
export type DraftOutcome = PublicationPlan | PublicationRefusal | { readonly kind: 'same' };

interface PlanJob {
  readonly who: string;
  /** The copy of the folder with the draft in it. */
  readonly folder: string;
  readonly stop: AbortController;
  readonly done: Promise<DraftOutcome>;
  outcome?: DraftOutcome;
  error?: unknown;
}

/** Drafts that are planned, or wait for an answer; each has a copy of the folder. */
const mostJobs = 4;

/** Publishes drafts of pages: the running folder with the files of a draft in it becomes the one that runs. */
export class DraftPublisher {
  readonly #jobs = new Map<string, PlanJob>();

  /** Begins to check the draft, to run its fixtures and to compare it, in threads of its own. Resolves to a token by which to ask. */
  async start(site: PublicationSite, draft: DraftToPublish, patience: number): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'draft-'));
    const stop = new AbortController();
    const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(patience)]);
    const done = planDraft(site, draft, folder, { signal });
    const job: PlanJob = { who: draft.who, folder, stop, done };
    done.then(
      (outcome) => {
        job.outcome = outcome;
      },
      (error: unknown) => {
        job.error = error;
      },
    );
    const token = randomUUID();
    this.#jobs.set(token, job);
    const [oldest] = this.#jobs.keys();
    if (this.#jobs.size > mostJobs && oldest !== undefined) await this.#drop(oldest);
    return token;
  }

  /** Undefined: there is none of that token and person any more. Rejects as planning did. */
  async look(token: string, who: string): Promise<DraftOutcome | { readonly kind: 'working' } | undefined> {
    const job = this.#jobs.get(token);
    if (job === undefined || job.who !== who) return undefined;
    if (job.error !== undefined) throw job.error;
    return job.outcome ?? { kind: 'working' };
  }

  /** Puts a plan in place. Undefined: there is none of that token and person any more. */
  async publish(
    site: Pick<PublicationSite, 'access'>,
    { token, ...by }: DecisionAuthor & { readonly token: string },
  ): Promise<PublishedEdit | PublishRefusal | undefined> {
    const plan = await this.look(token, by.who);
    if (plan?.kind !== 'plan') return undefined;
    const done = await publishPlanned(site, plan, by);
    // who is asked for a reason still has the plan
    if (done.kind === 'published' || done.code === 'folder-changed') await this.#drop(token);
    return done;
  }

  async close(): Promise<void> {
    for (const token of [...this.#jobs.keys()]) await this.#drop(token);
  }

  async #drop(token: string): Promise<void> {
    const job = this.#jobs.get(token);
    this.#jobs.delete(token);
    job?.stop.abort();
    await job?.done.catch(() => undefined);
    if (job) await rm(job.folder, { recursive: true, force: true });
  }
}

async function planDraft(
  site: PublicationSite,
  { files, since }: DraftToPublish,
  folder: string,
  options: CompareOptions,
): Promise<DraftOutcome> {
  await copyRunningFolder(site.access, requireOwnFolder(site.folders), folder);
  await writeFolder(folder, files);
  return await planPublication(site, { edited: folder, since, onto: false, mayDelete: false }, options);
}
