import { randomUUID } from 'node:crypto';
import type { FixtureResult } from '../../mapping/fixtures/run-fixtures.ts';
import type { LayeredLine } from '../overlay/layer-rules.ts';
import type { TreeRow } from '../preview/read-by-format.ts';
import type { SampleFiles } from '../sample/sample-files.ts';
import type { KeptQuestion } from '../sample/try-kept-format.ts';
import type { SampleQuestion, SampleTrial } from '../sample/try-sample.ts';
import type { Suggestions } from './list-suggestions.ts';
import type { ResultValues, ValuesQuestion } from './list-values.ts';
import type {
  FixturesTask,
  LayersTask,
  PreviewFolders,
  RowsTask,
  RuleReply,
  RuleTask,
  SampleTask,
  ShownTables,
  SuggestTask,
  TablesTask,
  TraceTask,
  TreeBranches,
  TreeTask,
  TrialTask,
  ValuesTask,
} from './preview-thread.ts';
import { ThreadPair } from './thread-pair.ts';
import type { Trace, TracePlace } from './trace-place.ts';
import { TrialQueue } from './trial-queue.ts';
import type { TrialReply } from './trial-reply.ts';
import { type ThreadCall, TrialThread } from './trial-thread.ts';
import type { TrialAnswer, TrialQuestion } from './try-draft.ts';

export interface PreviewLimits {
  /** MB for the objects of the thread. */
  readonly megabytes: number;
  /** Milliseconds after which a thread that nobody used goes away. */
  readonly idle: number;
  /** Milliseconds for a document of so many bytes. */
  patience(bytes: number): number;
}

/** 1 s for an order of 20 lines (54 kB), 5 s for one of 500 (1.2 MB), 20 s at most. */
export const computePatience = (bytes: number): number =>
  Math.min(20_000, 1000 + Math.max(0, bytes - 54_000) / 290);

const usualLimits: PreviewLimits = { megabytes: 800, idle: 300_000, patience: computePatience };

/** Edits are tried in threads apart from those that work for the gateway, so that no mapping can hold those up. One trial at a time. */
export class PreviewWorker {
  readonly #limits: PreviewLimits;
  readonly #queue = new TrialQueue(() => this.#rest());
  readonly #threads: ThreadPair;
  #timer: NodeJS.Timeout | undefined;

  constructor(folders: PreviewFolders, limits: Partial<PreviewLimits> = {}) {
    this.#limits = { ...usualLimits, ...limits };
    this.#threads = new ThreadPair(
      () => new TrialThread(folders, this.#limits),
      () => !this.#queue.isEmpty,
    );
  }

  /** Begins the thread, so that the first key finds it warm: a trial whose answer nobody waits for. */
  async warm(question: TrialQuestion): Promise<void> {
    const call = warmingCall({ page: 'warm', question });
    if (!this.isOpen) this.#threads.warmBy(call);
    await this.#ask('warm', call);
  }

  /** `page`: who types; a newer question of the same page takes the place of one that waits. */
  async tryEdit(page: string, question: TrialQuestion): Promise<TrialReply<TrialAnswer>> {
    const task: TrialTask = { page, question };
    const patience = this.#patienceFor(question);
    const reply = await this.#ask<TrialAnswer>(page, { name: 'tryEdit', task, patience });
    if (reply.kind === 'answer') this.#threads.warmBy(warmingCall(task));
    return reply;
  }

  traceEdit(page: string, question: TrialQuestion, place: TracePlace): Promise<TrialReply<Trace>> {
    const task: TraceTask = { page, question, place };
    return this.#ask(`trace ${page}`, { name: 'traceEdit', task, patience: this.#patienceFor(question) });
  }

  /** The result as a table. */
  listValues(
    page: string,
    question: TrialQuestion,
    wanted: ValuesQuestion,
  ): Promise<TrialReply<ResultValues>> {
    const task: ValuesTask = { page, question, ...wanted };
    const patience = this.#patienceFor(question);
    return this.#ask(`values ${page}`, { name: 'listEditedValues', task, patience });
  }

  /** The document as a tree, branch by branch: who opens several of them sees them all. */
  readTree(page: string, task: TreeTask): Promise<TrialReply<TreeBranches>> {
    const what = 'key' in task.open ? `branch ${task.open.key} of` : 'place';
    const patience = this.#patienceFor(task.question);
    return this.#ask(`${what} ${page}`, { name: 'readTree', task, patience });
  }

  planRule(page: string, task: RuleTask): Promise<TrialReply<RuleReply>> {
    const patience = this.#patienceFor(task.question);
    return this.#ask(`rule ${page}`, { name: 'planEditedRule', task, patience });
  }

  layerRules(task: LayersTask, gone: AbortSignal): Promise<TrialReply<readonly LayeredLine[] | undefined>> {
    return this.#askAlone(gone, { name: 'layerEditedRules', task, patience: this.#limits.patience(0) });
  }

  suggest(task: SuggestTask, gone: AbortSignal): Promise<TrialReply<Suggestions>> {
    return this.#askAlone(gone, { name: 'suggestEdit', task, patience: loadingPatience });
  }

  /** Milliseconds of `patience` for all of them. */
  testFixtures(task: FixturesTask, patience: number): Promise<TrialReply<readonly FixtureResult[]>> {
    return this.#ask('fixtures', { name: 'testFixtures', task, patience });
  }

  showTables(task: TablesTask, gone: AbortSignal): Promise<TrialReply<ShownTables>> {
    return this.#askAlone(gone, { name: 'showEditedTables', task, patience: loadingPatience });
  }

  /** A document as its format reads it, in rows. */
  readRows(task: RowsTask, gone: AbortSignal): Promise<TrialReply<readonly TreeRow[]>> {
    const patience = this.#limits.patience(task.bytes.length);
    return this.#askAlone(gone, { name: 'readRows', task, patience });
  }

  /** What a file is that no format describes yet, or beside the format that is kept. `page`: whose newer question takes the place of one that waits. */
  recogniseSample(page: string, question: SampleQuestion | KeptQuestion): Promise<TrialReply<SampleTrial>> {
    return this.#ask(`sample ${page}`, this.#sampleCall('recogniseSample', question));
  }

  draftSample(question: SampleQuestion, gone: AbortSignal): Promise<TrialReply<SampleFiles | undefined>> {
    return this.#askAlone(gone, this.#sampleCall('draftSample', question));
  }

  get isOpen(): boolean {
    return this.#threads.isOpen;
  }

  /** Its thread has run something: the next key needs load nothing. */
  get isWarm(): boolean {
    return this.#threads.isWarm;
  }

  async close(): Promise<void> {
    await this.#queue.close();
    clearTimeout(this.#timer);
    await this.#threads.close();
  }

  #ask<T>(page: string, call: ThreadCall): Promise<TrialReply<T>> {
    clearTimeout(this.#timer);
    return this.#queue.ask(page, () => this.#threads.run<T>(call));
  }

  /** Nobody's question takes its turn, in a second window neither: only who went away before it gets no answer. */
  #askAlone<T>(gone: AbortSignal, call: ThreadCall): Promise<TrialReply<T>> {
    clearTimeout(this.#timer);
    return this.#queue.ask(randomUUID(), async () =>
      gone.aborted ? { kind: 'superseded' } : await this.#threads.run<T>(call),
    );
  }

  #rest(): void {
    this.#timer = setTimeout(() => void this.#threads.close(), this.#limits.idle).unref();
  }

  #patienceFor({ source }: Pick<TrialQuestion, 'source'>): number {
    return this.#limits.patience(source.bytes.length);
  }

  #sampleCall(name: 'recogniseSample' | 'draftSample', question: SampleQuestion | KeptQuestion): ThreadCall {
    const patience = samplePatience + this.#limits.patience(question.bytes.length);
    return { name, task: { question } satisfies SampleTask, patience };
  }
}

const warmingCall = (task: TrialTask): ThreadCall => ({
  ...{ name: 'tryEdit', task, patience: loadingPatience },
});

/** Milliseconds that recognising takes beside what reading does. */
const samplePatience = 3000;

/** Milliseconds for a trial that warms the thread, which loads schemas and the code of everything. */
const loadingPatience = 30_000;
