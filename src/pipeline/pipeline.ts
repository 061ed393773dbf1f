import { setTimeout } from 'node:timers/promises';
import type { Told } from '../findings/troubles.ts';
import { JournalNotWritten, LeaseLost } from '../journal/errors.ts';
import type { HandsQuery, Occasion } from '../journal/interface.ts';
import { largeFrom, type Message, type NewMessage } from '../journal/message.ts';
import { pause } from '../pause.ts';
import { steadyNow } from '../steady-clock.ts';
import type { Direction } from '../types.ts';
import { Ending } from './deliver/ending.ts';
import { FileSettler } from './deliver/file-settler.ts';
import { type Count, deliveriesAt, Hands, hands } from './hands.ts';
import { lanesOf } from './lanes.ts';
import type { PipelineParts } from './parts.ts';
import { RightOfWay } from './right-of-way.ts';
import { Steps } from './steps.ts';

/** Commands of the command line are taken up this often, and what failed is tried again, in milliseconds. */
const heartbeat = 1000;

/** Small documents and large ones have hands of their own. */
type HandsOfSize = Readonly<Record<'check' | Direction, Hands>>;

/**
 * The picture of the chapter "Architecture" of docs/design.md, once, for every channel in both directions:
 * receive -> journal -> check -> gather -> prepare -> journal -> attempt -> settle.
 * Everything is found in the journal: memory holds only what is under way.
 */
export class Pipeline {
  readonly #parts: PipelineParts;
  readonly #steps: Steps;
  readonly #files: FileSettler;
  readonly #lanes: ReadonlyMap<string, string>;
  readonly #rightOfWay = new RightOfWay();
  readonly #small: HandsOfSize;
  readonly #large: HandsOfSize;
  #loops: readonly Promise<void>[] = [];
  #filing: Promise<void> = Promise.resolve();
  readonly #stopping = new AbortController();

  constructor(parts: PipelineParts) {
    this.#parts = parts;
    this.#files = new FileSettler(parts);
    this.#steps = new Steps(parts, new Ending(parts, () => this.#files.wake()), this.#stopping.signal);
    this.#lanes = lanesOf(parts.channels);
    this.#small = this.#handsFor(false, hands.checks, deliveriesAt(parts.perSecond));
    this.#large = this.#handsFor(true, hands.largeChecks, hands.largeDeliveries);
  }

  #handsFor(large: boolean, checks: Count, deliveries: Count): HandsOfSize {
    const delivering = (direction: Direction): Hands =>
      new Hands({
        ...deliveries,
        large,
        take: (wanted) => this.#parts.journal.claim({ ...wanted, direction, due: steadyNow() }),
        work: async (message) => {
          await this.#work(message);
          this.#freed(large, direction);
        },
      });
    const next = { inbound: delivering('inbound'), outbound: delivering('outbound') };
    const check = new Hands({
      ...checks,
      large,
      take: (wanted) => this.#nextToCheck(wanted),
      work: async (message) => {
        await this.#check(message);
        next[message.direction].wake();
        this.#freed(large, message.direction);
      },
    });
    return { check, ...next };
  }

  /** A large one may have held back small ones of its lane or order. (The other way round, the next heartbeat is soon enough.) */
  #freed(large: boolean, direction: Direction): void {
    if (large) this.#small[direction].wake();
  }

  start(): void {
    this.#loops = [...this.#allHands.map((each) => this.#workLoop(each)), this.#commandLoop()];
    this.#filing = this.#files.loop(() => this.#stopped);
  }

  /** Finishes what is under way; the rest is found again in the journal on the next start. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#wakeAll();
    // in this order: a loop may still begin work, and work ends with a file to move
    await Promise.all(this.#loops);
    await Promise.all(this.#allHands.map((each) => each.drained()));
    this.#files.wake();
    await this.#filing;
  }

  /** Step 1, for a call of the exchange. Resolves when the bytes are in the journal. */
  take(documents: readonly NewMessage[]): Promise<void> {
    return this.#rightOfWay.call(() => this.receive(documents));
  }

  /** Step 1. Resolves when the bytes are in the journal. */
  async receive(documents: readonly NewMessage[], occasion?: Occasion): Promise<void> {
    const inLanes = documents.map((document) => ({
      ...document,
      lane: this.#lanes.get(document.channel) ?? '',
    }));
    await this.#parts.journal.receive(inLanes, occasion);
    for (const { bytes } of documents) this.#forSize(bytes.length).check.wake();
  }

  /** Why files of a channel cannot be moved to where they belong, by channel. */
  filingTroubles(): ReadonlyMap<string, Told> {
    return this.#files.troubles;
  }

  get #stopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  #forSize(size: number): HandsOfSize {
    return size >= largeFrom ? this.#large : this.#small;
  }

  async #nextToCheck(wanted: HandsQuery): Promise<readonly Message[]> {
    await this.#rightOfWay.give();
    const except = [...this.#parts.workers.waiting.keys()];
    return await this.#parts.journal.nextToCheck({ ...wanted, except });
  }

  /** What cannot be checked, because the journal cannot be written, say, is found again. */
  async #check(message: Message): Promise<void> {
    await this.#surely('check', () =>
      this.#steps.check(message).catch((error: unknown) => this.#unlessLost(message, error)),
    );
    this.#files.wake();
  }

  async #workLoop(each: Hands): Promise<void> {
    while (!this.#stopped) {
      const took = await this.#surely('find the next messages', () => each.take());
      if (!took) await each.wait(heartbeat);
      if (!this.#stopped) await each.room();
    }
  }

  async #commandLoop(): Promise<void> {
    while (!this.#stopped) {
      await this.#surely('carry out commands', () => this.#takeCommands());
      await pause(heartbeat, this.#stopping.signal);
    }
  }

  /** As long as the journal cannot be written, the message stays in hand and is tried again; when this stops, the next claim finds it. */
  async #work(message: Message): Promise<void> {
    const done = async (): Promise<true> => {
      await this.#steps.work(message).catch((error: unknown) => this.#unlessLost(message, error));
      return true;
    };
    while (!(await this.#surely(`work on message ${message.id}`, done)) && !this.#stopped);
  }

  /** Another gateway has it in hand, because this one gave no sign of life for too long; or a person ended it. */
  #unlessLost({ id, channel }: Message, error: unknown): void {
    if (!(error instanceof LeaseLost)) throw error;
    this.#parts.log.warn({ code: error.code, message: id, channel }, error.message);
  }

  get #allHands(): readonly Hands[] {
    return [this.#small, this.#large].flatMap(({ check, inbound, outbound }) => [check, inbound, outbound]);
  }

  async #takeCommands(): Promise<void> {
    for (const command of await this.#parts.journal.takeCommands()) {
      this.#parts.log.info({ command }, 'command carried out');
      this.#wakeAll();
      this.#files.wake();
    }
  }

  #wakeAll(): void {
    for (const each of this.#allHands) each.wake();
  }

  /**
   * A loop goes on whatever happens: the error is logged, and what met it is tried again. That the journal cannot be
   * written (a full disk, say) is told once, by the journal.
   */
  async #surely<T>(what: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof JournalNotWritten))
        this.#parts.log.error({ err: error }, `could not ${what}; it is tried again`);
      await setTimeout(heartbeat);
      return undefined;
    }
  }
}
