import type { JournalReader } from '../../journal/journal.ts';
import type { FixtureResult } from '../../mapping/fixtures/run-fixtures.ts';
import type { Channel } from '../../pipeline/channel/channel.ts';
import { sha256 } from '../../text/sha256.ts';
import type { UsageReport } from '../coverage/journal-usage.ts';
import { JobDesk } from '../jobs/job-desk.ts';
import { foldersOf } from '../overlay/list-mappings.ts';
import { MappingEndsReader } from '../overlay/mapping-ends-reader.ts';
import type { DraftComparison } from '../publish/compare-draft.ts';
import { DraftPublisher } from '../publish/publish-draft.ts';
import type { SourceReference } from '../sources/list-sources.ts';
import { type OpenedSource, openSource, type Situation, type SourceRefusal } from '../sources/open-source.ts';
import { MissingKeyFinder } from '../tables/missing-keys.ts';
import { RunningVersions } from '../versions/running-version.ts';
import { PreviewWorker } from './preview-worker.ts';
import type { TrialReply } from './trial-reply.ts';

/** What trials work with. */
export interface TrialSite {
  readonly journal: JournalReader;
  readonly channels: readonly Channel[];
  /** One's own folder of mappings, if any; it need not be there yet. */
  readonly own?: string | undefined;
}

/** A document that is kept open, by a key of its content. */
export interface KeptSource extends OpenedSource {
  readonly key: string;
}

/** Documents that are kept open. */
const mostSources = 12;

/** What was counted, and when it began (RFC 3339, UTC). */
export interface DatedUsageReport extends UsageReport {
  readonly at: string;
}

/** Everything that stays between two keys: the thread, and the documents that pages have open. */
export class TrialDesk {
  #worker: { readonly key: string; readonly worker: PreviewWorker } | undefined;
  /** Of those that another one has taken the place of: a trial of theirs may be under way. */
  #closing: Promise<unknown> = Promise.resolve();
  /** Drafts on their way to what runs. */
  readonly publisher = new DraftPublisher();
  /** What messages use of a mapping, and what that loses of them. */
  readonly usages = new JobDesk<DatedUsageReport>();
  /** Drafts held against what ran. */
  readonly comparisons = new JobDesk<DraftComparison>();
  readonly running = new RunningVersions();
  /** Fixtures with a draft. */
  readonly fixtures = new JobDesk<TrialReply<readonly FixtureResult[]>>();
  /** Values of messages that are in no table. */
  readonly missing = new MissingKeyFinder();
  /** What mappings read and make. */
  readonly ends = new MappingEndsReader();
  readonly #sources = new Map<string, Promise<KeptSource | SourceRefusal>>();

  /** The thread for these folders: another one, once the config names others. */
  workerFor({ own }: Pick<TrialSite, 'own'>): PreviewWorker {
    const folders = foldersOf(own);
    const key = folders.join('\n');
    if (this.#worker?.key === key) return this.#worker.worker;
    this.#closing = Promise.all([this.#closing, this.#worker?.worker.close()]);
    const worker = new PreviewWorker({ folders });
    this.#worker = { key, worker };
    return worker;
  }

  /** Begins the thread, so that the first key finds it warm. */
  warm(mapping: string, site: Pick<TrialSite, 'own'>): void {
    const worker = this.workerFor(site);
    if (worker.isOpen) return;
    const source = { key: 'none', path: 'none.xml', bytes: new Uint8Array() };
    const question = {
      mappings: [mapping],
      edits: {},
      source,
      context: {},
      language: 'en',
      document: 0,
    } as const;
    // who asks next is told what keeps it from starting
    worker.warm(question).catch(() => undefined);
  }

  /** A document of a message does not change: it is read and told apart once. `mapping`: the first of the chain. */
  open(
    reference: SourceReference,
    situation: Situation,
    mapping: string,
    site: TrialSite,
  ): Promise<KeptSource | SourceRefusal> {
    const name = JSON.stringify([reference, situation, mapping]);
    const known = this.#sources.get(name);
    if (known) return known;
    const opened = this.#open(reference, situation, mapping, site);
    // somebody may edit a fixture
    if (reference.kind === 'fixture') return opened;
    this.#sources.set(name, opened);
    opened.then(
      (source) => typeof source === 'string' && this.#sources.delete(name),
      () => this.#sources.delete(name),
    );
    for (const key of this.#sources.keys()) if (this.#sources.size > mostSources) this.#sources.delete(key);
    return opened;
  }

  async #open(
    reference: SourceReference,
    situation: Situation,
    mapping: string,
    { journal, channels, own }: TrialSite,
  ): Promise<KeptSource | SourceRefusal> {
    const site = { journal, channels, xsds: {}, folders: foldersOf(own) };
    const { from = '' } = (await this.ends.read(mapping, site.folders)) ?? {};
    const source = await openSource(reference, situation, { mapping, from }, site);
    return typeof source === 'string' ? source : keepSource(source);
  }

  async close(): Promise<void> {
    await Promise.all([
      this.publisher.close(),
      this.usages.close(),
      this.comparisons.close(),
      this.fixtures.close(),
      this.missing.close(),
      this.ends.close(),
    ]);
    await Promise.all([this.#closing, this.#worker?.worker.close()]);
  }
}

/** With a key of its content. */
export const keepSource = (source: OpenedSource): KeptSource => ({
  ...source,
  key: sha256(Buffer.concat([Buffer.from(`${source.path}\0`), source.bytes])),
});
