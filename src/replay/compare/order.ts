import type { Message } from '../../journal/message.ts';
import type { SideState } from '../../pipeline/prepare/order-state.ts';
import { isSame } from '../again.ts';
import type { ReplayPool } from '../pool.ts';
import { givenOf, type Reading, type Record, recordOf } from '../record.ts';
import type { Made } from '../result.ts';
import { whyNot } from '../words.ts';
import type { Both, BothTask } from './both.ts';
import { Sides, sideRemade, stateText } from './sides.ts';
import { type Moment, seenRevision, timelineOf } from './timeline.ts';
import { type Compared, isFreed, isStopped, type NotRun, verdictOf } from './verdict.ts';
import type { TwoVersions } from './versions.ts';

/** What the messages of one order came to. */
export interface OrderCompared {
  readonly compared: readonly Compared[];
  readonly notRun: readonly NotRun[];
  /** What was delivered last, and would be sent once more when it comes again, though it says nothing new. */
  readonly onceMore: readonly Message[];
}

interface Parts {
  readonly journal: Reading;
  readonly versions: TwoVersions;
  readonly pool: Pick<ReplayPool, 'run'>;
}

/** Runs both versions over the messages of one order, each on the state that its own results make. */
export class OrderCompare {
  readonly #parts: Parts;
  readonly #wanted: ReadonlySet<number>;
  readonly #sides = new Sides();
  readonly #records = new Map<number, Record>();
  readonly #results = new Map<number, Both>();
  readonly #compared: Compared[] = [];
  readonly #notRun: NotRun[] = [];
  /** Revisions that messages which are kept have made. */
  readonly #revisions = new Set<number>();
  #taken = 0;
  /** Something before was made by another version than the running one. */
  #mixed = false;

  /** `wanted`: of these it is told; the others make the state. */
  constructor(parts: Parts, wanted: ReadonlySet<number>) {
    this.#parts = parts;
    this.#wanted = wanted;
  }

  /** Rejects with DoesNotEnd where a mapping does not. */
  async run(ids: readonly number[]): Promise<OrderCompared> {
    for (const id of ids) await this.#read(id);
    for (const moment of timelineOf([...this.#records.values()])) await this.#pass(moment);
    return {
      compared: this.#compared,
      notRun: this.#notRun,
      onceMore: this.#sides.lost ? [] : await this.#onceMore(),
    };
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
    const record = await recordOf(this.#parts.journal, id);
    if (record === undefined) return;
    if (typeof record === 'string') return this.#without(id, whyNot[record]);
    if (record.seen.said === 'failed') return this.#without(id, whyNot['did not end']);
    this.#records.set(id, record);
    if (record.message.revision !== undefined) this.#revisions.add(record.message.revision);
  }

  #without(id: number, why: string): void {
    if (this.#wanted.has(id)) this.#notRun.push({ id, why });
  }

  async #pass({ what, record, revision }: Moment): Promise<void> {
    if (what === 'prepared') {
      await this.#catchUp(record, revision);
      return await this.#prepare(record);
    }
    const results = this.#results.get(record.message.id);
    if (results === undefined) this.#sides.lost = true;
    else this.#apply(record, revision, results);
  }

  /** Changes up to that revision whose messages are not kept: the state of then says what they were. */
  async #catchUp(record: Record, revision: number): Promise<void> {
    const isWhole = range(this.#taken + 1, revision).every((one) => this.#revisions.has(one));
    this.#taken = Math.max(this.#taken, revision);
    if (isWhole || record.seen.state === undefined || seenRevision(record) < revision) return;
    await this.#sides.takeOver(
      record.seen.state,
      (message) => this.#results.has(message),
      (side) => this.#remade(side),
      (bodies) => this.#areKept(bodies),
    );
  }

  async #areKept(hashes: readonly string[]): Promise<boolean> {
    const bodies = await Promise.all(hashes.map((hash) => this.#parts.journal.body(hash)));
    return bodies.every((body) => body !== undefined);
  }

  async #remade(side: SideState): Promise<SideState | undefined> {
    const { journal, versions } = this.#parts;
    const message = await journal.message(side.message);
    if (message === undefined) return undefined;
    if (!versions.differIn(message.channel)) return side;
    const at = message.settledAt ?? message.receivedAt;
    const seen = { step: 'prepare', at, forced: true, said: 'deliver', lost: false } as const;
    const both = await this.#both({ message, seen }, undefined, undefined);
    return typeof both === 'string'
      ? undefined
      : sideRemade(side, both.running.change?.delivered, both.edited.change?.delivered);
  }

  async #prepare(record: Record): Promise<void> {
    const { id, channel, revision } = record.message;
    const isTouched = this.#parts.versions.differIn(channel);
    if (!isTouched && revision === undefined) return;
    if (this.#sides.lost && isTouched)
      return this.#tell(record, {
        kind: 'not comparable',
        why: 'what was delivered of its order before is not kept',
      });
    const both = await this.#both(record, stateText(this.#sides.running), stateText(this.#sides.edited));
    if (typeof both === 'string') return this.#without(id, both);
    this.#results.set(id, both);
    if (isTouched) this.#conclude(record, both);
    if (revision === undefined) this.#apply(record, this.#taken + 1, both);
  }

  /** Both versions of one message, or why it cannot be run. */
  async #both(
    record: Record,
    running: string | undefined,
    edited: string | undefined,
  ): Promise<Both | string> {
    const { journal, versions, pool } = this.#parts;
    const channel = versions.channel(record.message.channel);
    if (channel === undefined) return whyNot['no channel'];
    const { state: _, ...seen } = record.seen;
    const own = { ...record, seen: { ...seen, ...(running === undefined ? {} : { state: running }) } };
    const given = await givenOf(journal, own, channel);
    if (typeof given === 'string') return whyNot[given];
    const task: BothTask = { given, edited, once: !versions.differIn(channel.name) };
    return await pool.run<Both>('compared', task);
  }

  #conclude(record: Record, { running, edited, differences }: Both): void {
    const isOwn = record.message.generation === this.#parts.versions.running(record.message.channel);
    const reproduces = isSame(record, running);
    const controlled = isOwn && !this.#mixed;
    this.#mixed ||= !isOwn;
    if (controlled && !reproduces)
      this.#tell(record, { kind: 'not reproducible', why: whyOther(record, running) });
    else
      this.#tell(record, verdictOf(record, running, edited, differences), {
        controlled,
        freed: isFreed(record, running, edited),
      });
  }

  #tell(record: Record, verdict: Compared['verdict'], more = { controlled: false, freed: false }): void {
    if (this.#wanted.has(record.message.id)) this.#compared.push({ record, verdict, ...more });
  }

  /** What the exchange refused, or what never came to its end, changed nothing: with the edited version neither. */
  #apply({ seen, ...record }: Record, revision: number, { running, edited }: Both): void {
    const isDone = record.message.revision !== undefined || seen.said !== 'deliver';
    const change = (made: Made) => (made.said === 'deliver' && !isDone ? undefined : made.change);
    this.#sides.apply({ ...record, seen }, revision, { running: change(running), edited: change(edited) });
  }
}

const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, n) => from + n);

function whyOther({ seen }: Record, running: Made): string {
  if (running.said !== seen.said)
    return `the running version says ${running.said} now, and said ${seen.said} then`;
  return running.said === 'deliver'
    ? 'the running version makes other bytes of it now'
    : `the running version says ${running.said} for another reason now`;
}
