import { setTimeout } from 'node:timers/promises';
import type { LocalizedText } from '../findings/localized-text.ts';
import type { CapacityQuery, ReceiveTrigger } from '../journal/journal.ts';
import { JournalNotWritten, LeaseLost } from '../journal/model/journal-errors.ts';
import { largeDocumentSize, type Message, type NewMessage } from '../journal/model/message.ts';
import { repeat } from '../time/repeating.ts';
import { steadyNow } from '../time/steady-clock.ts';
import type { Direction } from '../types.ts';
import { assignLanes, resolveLanes } from './channel/channel-lanes.ts';
import {
  type ConcurrencyLimit,
  ConcurrencyLimiter,
  computeDeliveryLimit,
  concurrencyLimits,
} from './concurrency-limits.ts';
import { ExchangeBreaker } from './deliver/exchange-breaker.ts';
import { FilingLoop } from './deliver/filing-loop.ts';
import { MessageTransitions } from './deliver/transitions.ts';
import { MessageSteps } from './message-steps.ts';
import type { PipelineParts } from './pipeline-parts.ts';
import { WebhookPriority } from './webhook-priority.ts';

/** The journal is asked this often whether there is work or a command that nobody here was told of, and what failed is tried again, in milliseconds. */
const heartbeatEvery = 1000;

/** Milliseconds after which work is looked for, whatever the heartbeat says. */
const longestRest = 60_000;

/** Small documents and large ones have limits of their own. */
type LimitersOfSize = Readonly<Record<'check' | Direction, ConcurrencyLimiter>>;

/**
 * The picture of the chapter "Architecture" of docs/design.md, once, for every channel in both directions:
 * receive -> journal -> check -> gather -> prepare -> journal -> attempt -> settle.
 * Everything is found in the journal: memory holds only what is under way.
 */
export class Pipeline {
  readonly #parts: PipelineParts;
  readonly #steps: MessageSteps;
  readonly #files: FilingLoop;
  readonly #lanes: ReadonlyMap<string, string>;
  readonly #webhookPriority = new WebhookPriority();
  readonly #small: LimitersOfSize;
  readonly #large: LimitersOfSize;
  #loops: readonly Promise<void>[] = [];
  #filing: Promise<void> = Promise.resolve();
  readonly #stopping = new AbortController();

  constructor(parts: PipelineParts) {
    this.#parts = parts;
    this.#files = new FilingLoop(parts);
    this.#steps = new MessageSteps(
      parts,
      new MessageTransitions(parts, () => this.#files.wake()),
      new ExchangeBreaker(parts, () => this.#wakeAll()),
      this.#stopping.signal,
    );
    this.#lanes = resolveLanes(parts.channels);
    this.#small = this.#buildLimiters(false, concurrencyLimits.checks, computeDeliveryLimit(parts.perSecond));
    this.#large = this.#buildLimiters(true, concurrencyLimits.largeChecks, concurrencyLimits.largeDeliveries);
  }

  #buildLimiters(large: boolean, checks: ConcurrencyLimit, deliveries: ConcurrencyLimit): LimitersOfSize {
    const delivering = (direction: Direction): ConcurrencyLimiter =>
      new ConcurrencyLimiter({
        ...deliveries,
        large,
        take: (wanted) => this.#parts.journal.claim({ ...wanted, direction, due: steadyNow() }),
        work: async (message) => {
          await this.#work(message);
          this.#wakeHeldBack(large, direction);
        },
      });
    const next = { inbound: delivering('inbound'), outbound: delivering('outbound') };
    const check = new ConcurrencyLimiter({
      ...checks,
      large,
      take: (wanted) => this.#nextToCheck(wanted),
      work: async (message) => {
        await this.#check(message);
        next[message.direction].wake();
        this.#wakeHeldBack(large, message.direction);
      },
    });
    return { check, ...next };
  }

  /** A large one may have held back small ones of its lane or order. (The other way round, the next heartbeat is soon enough.) */
  #wakeHeldBack(large: boolean, direction: Direction): void {
    if (large) this.#small[direction].wake();
  }

  start(): void {
    this.#loops = [...this.#limiters.map((limiter) => this.#workLoop(limiter)), this.#heartbeat()];
    this.#filing = this.#files.run(() => this.#stopped);
  }

  /** Finishes what is under way; the rest is found again in the journal on the next start. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#wakeAll();
    // in this order: a loop may still begin work, and work ends with a file to move
    await Promise.all(this.#loops);
    await Promise.all(this.#limiters.map((limiter) => limiter.waitUntilIdle()));
    this.#files.wake();
    await this.#filing;
  }

  /** Step 1, for a call of the exchange. Resolves when the bytes are in the journal. */
  receiveFromWebhook(documents: readonly NewMessage[]): Promise<void> {
    return this.#webhookPriority.runFirst(() => this.receive(documents));
  }

  /** Step 1. Resolves when the bytes are in the journal. */
  async receive(documents: readonly NewMessage[], trigger?: ReceiveTrigger): Promise<void> {
    await this.#parts.journal.receive(assignLanes(documents, this.#lanes), trigger);
    for (const { bytes } of documents) this.#forSize(bytes.length).check.wake();
  }

  /** Why files of a channel cannot be moved to where they belong, by channel. */
  filingTroubles(): ReadonlyMap<string, LocalizedText> {
    return this.#files.troubles;
  }

  get #stopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  #forSize(size: number): LimitersOfSize {
    return size >= largeDocumentSize ? this.#large : this.#small;
  }

  async #nextToCheck(wanted: CapacityQuery): Promise<readonly Message[]> {
    await this.#webhookPriority.giveWay();
    const except = [...this.#parts.workers.waitingChannels.keys()];
    return await this.#parts.journal.takeNextToCheck({ ...wanted, except });
  }

  /** What cannot be checked, because the journal cannot be written, say, is found again. */
  async #check(message: Message): Promise<void> {
    await this.#runSafely('check', () =>
      this.#steps.check(message).catch((error: unknown) => this.#unlessLost(message, error)),
    );
    this.#files.wake();
  }

  async #workLoop(limiter: ConcurrencyLimiter): Promise<void> {
    while (!this.#stopped) {
      const took = await this.#runSafely('find the next messages', () => limiter.take());
      if (!took) await limiter.wait(longestRest);
      if (!this.#stopped) await limiter.waitForRoom();
    }
  }

  /** Once for all kinds of work: at rest one question a second is all that is asked. */
  async #heartbeat(): Promise<void> {
    await repeat(this.#stopping.signal, heartbeatEvery, () =>
      this.#runSafely('look for work', async () => {
        const { messages, commands, decisions } = await this.#parts.journal.lookForWork(steadyNow());
        if (messages) this.#wakeAll();
        if (commands) await this.#takeCommands();
        if (decisions) await this.#parts.journal.advanceBulkDecisions();
      }),
    );
  }

  /** As long as the journal cannot be written, the message stays in hand and is tried again; when this stops, the next claim finds it. */
  async #work(message: Message): Promise<void> {
    const done = async (): Promise<true> => {
      await this.#steps.work(message).catch((error: unknown) => this.#unlessLost(message, error));
      return true;
    };
    while (!(await this.#runSafely(`work on message ${message.id}`, done)) && !this.#stopped);
  }

  /** Another gateway has it in hand, because this one gave no sign of life for too long; or a person ended it. */
  #unlessLost({ id, channel }: Message, error: unknown): void {
    if (!(error instanceof LeaseLost)) throw error;
    this.#parts.log.warn({ code: error.code, message: id, channel }, error.message);
  }

  get #limiters(): readonly ConcurrencyLimiter[] {
    return [this.#small, this.#large].flatMap(({ check, inbound, outbound }) => [check, inbound, outbound]);
  }

  async #takeCommands(): Promise<void> {
    for (const command of await this.#parts.journal.carryOutCommands()) {
      this.#parts.log.info({ command }, 'command carried out');
      this.#wakeAll();
      this.#files.wake();
    }
  }

  #wakeAll(): void {
    for (const limiter of this.#limiters) limiter.wake();
  }

  /**
   * A loop goes on whatever happens: the error is logged, and what met it is tried again. That the journal cannot be
   * written (a full disk, say) is told once, by the journal.
   */
  async #runSafely<T>(what: string, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof JournalNotWritten))
        this.#parts.log.error({ err: error }, `could not ${what}; it is tried again`);
      await setTimeout(heartbeatEvery);
      return undefined;
    }
  }
}
