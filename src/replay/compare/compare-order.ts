import type { Message } from '../../journal/model/message.ts';
import type { SideState } from '../../pipeline/order-state/order-state.ts';
import {
  type MessageRecord,
  type ReplayJournal,
  readMessageRecord,
  readStepInput,
} from '../rerun/message-record.ts';
import { notReplayableReasons } from '../rerun/not-replayable.ts';
import { matchesRecord } from '../rerun/replay-message.ts';
import type { ReplayPool } from '../rerun/replay-pool.ts';
import type { HashedResult } from '../rerun/replay-result.ts';
import {
  type ComparedMessage,
  isFreed,
  isStopped,
  judgeMessage,
  type SkippedMessage,
} from './judge-message.ts';
import { buildReplayTimeline, type ReplayTimelineStep, readSeenRevision } from './replay-timeline.ts';
import type { ComparedResults, CompareTask } from './run-both.ts';
import type { TwoVersions } from './two-versions.ts';
import { rebuildSide, serializeState, VersionStates } from './version-states.ts';

/** What the messages of one order came to. */
export interface OrderComparisonResult {
  readonly compared: readonly ComparedMessage[];
  readonly notRun: readonly SkippedMessage[];
  /** What was delivered last, and would be sent once more when it comes again, though it says nothing new. */
  readonly onceMore: readonly Message[];
}

interface OrderComparisonParts {
  readonly journal: ReplayJournal;
  readonly versions: TwoVersions;
  readonly pool: Pick<ReplayPool, 'run'>;
  /** Of this message what both make is kept. */
  readonly example?: number;
}

/** Runs both versions over the messages of one order, each on the state that its own results make. */
export class OrderComparer {
  readonly #parts: OrderComparisonParts;
  readonly #wanted: ReadonlySet<number>;
  readonly #sides = new VersionStates();
  readonly #records = new Map<number, MessageRecord>();
  readonly #results = new Map<number, ComparedResults>();
  readonly #compared: ComparedMessage[] = [];
  readonly #notRun: SkippedMessage[] = [];
  /** Revisions that messages which are kept have made. */
  readonly #revisions = new Set<number>();
  #taken = 0;
  /** Something before was made by another version than the running one. */
  #mixed = false;

  /** `wanted`: of these it is told; the others make the state. */
  constructor(parts: OrderComparisonParts, wanted: ReadonlySet<number>) {
    this.#parts = parts;
    this.#wanted = wanted;
  }

  /** Rejects with ReplayTimeout where a mapping does not. */
  async run(ids: readonly number[]): Promise<OrderComparisonResult> {
    for (const id of ids) await this.#read(id);
    for (const moment of buildReplayTimeline([...this.#records.values()])) await this.#pass(moment);
    return {
      compared: this.#compared,
      notRun: this.#notRun,
      onceMore: this.#sides.lost ? [] : await this.#onceMore(),
    };
  }

  /** What both made of a message; undefined: it was not run. */
  resultsOf(id: number): ComparedResults | undefined {
    return this.#results.get(id);
  }

  /** Of channels that the edit touches, and what it does not stop. */
  async #onceMore(): Promise<readonly Message[]> {
    const { journal, versions } = this.#parts;
    const messages = await Promise.all(this.#sides.onceMore.map((id) => journal.message(id)));
    return messages.flatMap((message) => {
      if (message === undefined || !versions.differIn(message.channel)) return [];
      const again = this.#results.get(message.id);
      return again && isStopped(again.edited) ? [] : message;
    });
  }

  async #read(id: number): Promise<void> {
    const record = await readMessageRecord(this.#parts.journal, id);
    if (record === undefined) return;
    if (typeof record === 'string') return this.#without(id, notReplayableReasons[record]);
    if (record.seen.said === 'failed') return this.#without(id, notReplayableReasons['did not end']);
    this.#records.set(id, record);
    if (record.message.revision !== undefined) this.#revisions.add(record.message.revision);
  }

  #without(id: number, why: string): void {
    if (this.#wanted.has(id)) this.#notRun.push({ id, why });
  }

  async #pass({ what, record, revision }: ReplayTimelineStep): Promise<void> {
    if (what === 'prepared') {
      await this.#catchUp(record, revision);
      return await this.#prepare(record);
    }
    const results = this.#results.get(record.message.id);
    if (results === undefined) this.#sides.lost = true;
    else this.#apply(record, revision, results);
  }

  /** Changes up to that revision whose messages are not kept: the state of then says what they were. */
  async #catchUp(record: MessageRecord, revision: number): Promise<void> {
    const isWhole = listNumbers(this.#taken + 1, revision).every((one) => this.#revisions.has(one));
    this.#taken = Math.max(this.#taken, revision);
    if (isWhole || record.seen.state === undefined || readSeenRevision(record) < revision) return;
    await this.#sides.takeOver(record.seen.state, {
      isKnown: (message) => this.#results.has(message),
      rebuild: (side) => this.#rebuild(side),
      areKept: (bodies) => this.#areKept(bodies),
    });
  }

  async #areKept(hashes: readonly string[]): Promise<boolean> {
    const bodies = await Promise.all(hashes.map((hash) => this.#parts.journal.body(hash)));
    return bodies.every((body) => body !== undefined);
  }

  async #rebuild(side: SideState): Promise<SideState | undefined> {
    const { journal, versions } = this.#parts;
    const message = await journal.message(side.message);
    if (message === undefined) return undefined;
    if (!versions.differIn(message.channel)) return side;
    const at = message.settledAt ?? message.receivedAt;
    const seen = { step: 'prepare', at, forced: true, said: 'deliver', lost: false } as const;
    const both = await this.#both({ message, seen }, undefined, undefined);
    return typeof both === 'string'
      ? undefined
      : rebuildSide(side, both.running.change?.delivered, both.edited.change?.delivered);
  }

  async #prepare(record: MessageRecord): Promise<void> {
    const { id, channel, revision } = record.message;
    const isTouched = this.#parts.versions.differIn(channel);
    if (!isTouched && revision === undefined) return;
    if (this.#sides.lost && isTouched)
      return this.#tell(record, {
        kind: 'not comparable',
        why: 'what was delivered of its order before is not kept',
      });
    const both = await this.#both(
      record,
      serializeState(this.#sides.running),
      serializeState(this.#sides.edited),
    );
    if (typeof both === 'string') return this.#without(id, both);
    this.#results.set(id, both);
    if (isTouched) this.#conclude(record, both);
    if (revision === undefined) this.#apply(record, this.#taken + 1, both);
  }

  /** Both versions of one message, or why it cannot be run. */
  async #both(
    record: MessageRecord,
    running: string | undefined,
    edited: string | undefined,
  ): Promise<ComparedResults | string> {
    const { journal, versions, pool, example } = this.#parts;
    const channel = versions.channel(record.message.channel);
    if (channel === undefined) return notReplayableReasons['no channel'];
    const { state: _, ...seen } = record.seen;
    const own = { ...record, seen: { ...seen, ...(running === undefined ? {} : { state: running }) } };
    const given = await readStepInput(journal, own, channel);
    if (typeof given === 'string') return notReplayableReasons[given];
    const once = !versions.differIn(channel.name);
    const task: CompareTask = { given, edited, once, withBytes: record.message.id === example };
    return await pool.run<ComparedResults>('compareStep', task);
  }

  #conclude(record: MessageRecord, { running, edited, differences }: ComparedResults): void {
    const isOwn = record.message.generation === this.#parts.versions.running(record.message.channel);
    const reproduces = matchesRecord(record, running);
    const controlled = isOwn && !this.#mixed;
    this.#mixed ||= !isOwn;
    if (controlled && !reproduces)
      this.#tell(record, { kind: 'not reproducible', why: explainOther(record, running) });
    else
      this.#tell(record, judgeMessage(record, running, edited, differences), {
        controlled,
        freed: isFreed(record, running, edited, differences),
      });
  }

  #tell(
    record: MessageRecord,
    verdict: ComparedMessage['verdict'],
    more = { controlled: false, freed: false },
  ): void {
    if (this.#wanted.has(record.message.id)) this.#compared.push({ record, verdict, ...more });
  }

  /** What the exchange refused, or what never came to its end, changed nothing: with the edited version neither. */
  #apply({ seen, ...record }: MessageRecord, revision: number, { running, edited }: ComparedResults): void {
    const isDone = record.message.revision !== undefined || seen.said !== 'deliver';
    const change = (made: HashedResult) => (made.said === 'deliver' && !isDone ? undefined : made.change);
    this.#sides.apply({ ...record, seen }, revision, { running: change(running), edited: change(edited) });
  }
}

const listNumbers = (from: number, to: number): readonly number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, n) => from + n);

function explainOther({ seen }: MessageRecord, running: HashedResult): string {
  if (running.said !== seen.said)
    return `the running version says ${running.said} now, and said ${seen.said} then`;
  return running.said === 'deliver'
    ? 'the running version makes other bytes of it now'
    : `the running version says ${running.said} for another reason now`;
}
