import { setTimeout } from 'node:timers/promises';
import { JournalNotWritten, LeaseLost } from '../journal/errors.ts';
import type { CursorMove } from '../journal/interface.ts';
import type { Message, NewMessage } from '../journal/message.ts';
import { Ending } from './ending.ts';
import { FileSettler } from './file-settler.ts';
import type { PipelineParts } from './parts.ts';
import { Steps } from './steps.ts';
import { WakeUp } from './wake-up.ts';

/** Messages under way at once; the exchange's own rate and parallel limits lie below this. */
const concurrency = 16;
/** While there are more, so many ends are waited for (milliseconds at most): the next are claimed together, by one commit. */
const together = { messages: 4, patience: 20 };
const checksAtOnce = 4;
/** Commands of the command line are taken up this often, and what failed is tried again, in milliseconds. */
const heartbeat = 1000;

/**
 * The picture of the README's architecture chapter, once, for every channel in both directions:
 * receive -> journal -> check -> gather -> prepare -> journal -> attempt -> settle.
 * Everything is found in the journal: memory holds only what is under way.
 */
export class Pipeline {
  readonly #parts: PipelineParts;
  readonly #steps: Steps;
  readonly #files: FileSettler;
  readonly #toCheck = new WakeUp();
  readonly #toWork = new WakeUp();
  readonly #checking = new Set<number>();
  readonly #working = new Map<number, Promise<void>>();
  #loops: readonly Promise<void>[] = [];
  #filing: Promise<void> = Promise.resolve();
  readonly #stopping = new AbortController();

  constructor(parts: PipelineParts) {
    this.#parts = parts;
    this.#files = new FileSettler(parts);
    this.#steps = new Steps(parts, new Ending(parts, () => this.#files.wake()), this.#stopping.signal);
  }

  start(): void {
    const checks = Array.from({ length: checksAtOnce }, () => this.#checkLoop());
    this.#loops = [...checks, this.#workLoop()];
    this.#filing = this.#files.loop(() => this.#stopped);
  }

  /** Finishes what is under way; the rest is found again in the journal on the next start. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const loop of [this.#toCheck, this.#toWork]) loop.call();
    // in this order: a loop may still begin work, and work ends with a file to move
    await Promise.all(this.#loops);
    await Promise.all(this.#working.values());
    this.#files.wake();
    await this.#filing;
  }

  /** Step 1. Resolves when the bytes are in the journal. */
  async receive(documents: readonly NewMessage[], cursor?: CursorMove, lead?: string): Promise<void> {
    await this.#parts.journal.receive(documents, cursor, lead);
    this.#toCheck.call();
  }

  /** Why files of a channel cannot be moved to where they belong, by channel. */
  filingTroubles(): ReadonlyMap<string, string> {
    return this.#files.troubles;
  }

  get #stopped(): boolean {
    return this.#stopping.signal.aborted;
  }

  async #checkLoop(): Promise<void> {
    while (!this.#stopped) {
      const checked = await this.#surely('check', () => this.#checkNext());
      if (!checked) await this.#toCheck.wait(heartbeat);
    }
  }

  /** False: there is nothing to check. */
  async #checkNext(): Promise<boolean> {
    const message = await this.#parts.journal.nextToCheck([...this.#checking]);
    if (!message) return false;
    // the other loop was given the same one meanwhile
    if (this.#checking.has(message.id)) return true;
    this.#checking.add(message.id);
    try {
      await this.#steps.check(message);
    } finally {
      this.#checking.delete(message.id);
    }
    this.#toWork.call();
    this.#files.wake();
    return true;
  }

  async #workLoop(): Promise<void> {
    while (!this.#stopped) {
      await this.#surely('carry out commands', () => this.#takeCommands());
      const full = await this.#surely('claim messages', () => this.#claim());
      if (!full) await this.#toWork.wait(heartbeat);
      else await this.#room();
    }
  }

  /** Resolves when there is room for some messages, or at least for one: those under way may take long. */
  async #room(): Promise<void> {
    const late = setTimeout(together.patience, 'late');
    const free = () => concurrency - this.#working.size;
    while (free() < together.messages && !this.#stopped) {
      const over = (await Promise.race([late, ...this.#working.values()])) === 'late';
      if (over && free() > 0) return;
      if (over) return await Promise.race(this.#working.values());
    }
  }

  /** True: there may be more. */
  async #claim(): Promise<boolean> {
    const room = concurrency - this.#working.size;
    const claimed =
      room > 0 ? await this.#parts.journal.claim(room, Date.now(), [...this.#working.keys()]) : [];
    for (const message of claimed) this.#working.set(message.id, this.#work(message));
    return claimed.length === room;
  }

  /** As long as the journal cannot be written, the message stays in hand and is tried again. */
  async #work(message: Message): Promise<void> {
    const done = async (): Promise<true> => {
      await this.#steps.work(message).catch((error: unknown) => this.#unlessLost(message, error));
      return true;
    };
    while (!(await this.#surely(`work on message ${message.id}`, done)) && !this.#stopped);
    this.#working.delete(message.id);
    this.#toWork.call();
  }

  /** Another gateway has it in hand, because this one gave no sign of life for too long. */
  #unlessLost({ id, channel }: Message, error: unknown): void {
    if (!(error instanceof LeaseLost)) throw error;
    this.#parts.log.warn({ code: error.code, message: id, channel }, error.message);
  }

  async #takeCommands(): Promise<void> {
    for (const command of await this.#parts.journal.takeCommands()) {
      this.#parts.log.info({ command }, 'command carried out');
      this.#toCheck.call();
      this.#files.wake();
    }
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
