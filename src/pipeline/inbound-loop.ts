import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { crashPoint } from '../crash-point.ts';
import { reasonOf } from '../folders/error.ts';
import { type ClaimedFile, type InboundFolder, NothingTaken } from '../folders/interface.ts';
import type { Journal, NewMessage } from '../journal/interface.ts';
import type { InboundChannel } from './channel.ts';
import { release } from './hand-over.ts';
import { ownerOf } from './owner.ts';
import type { Pipeline } from './pipeline.ts';

export interface InboundParts {
  /** All that take files from this folder. */
  readonly channels: readonly [InboundChannel, ...InboundChannel[]];
  readonly folder: InboundFolder;
  readonly journal: Journal;
  readonly pipeline: Pipeline;
  readonly log: Logger;
}

/** Milliseconds until a folder that failed is tried again. */
const retryAfter = 5000;

/** Milliseconds between two looks for what a dead gateway had claimed. */
const lookAgain = 10_000;

/** Takes files from one inbound folder into the journal. */
export class InboundLoop {
  readonly #parts: InboundParts;
  readonly #abort = new AbortController();

  constructor(parts: InboundParts) {
    this.#parts = parts;
  }

  stop(): void {
    this.#abort.abort();
  }

  /** First what a crash left in the work folder, then what comes; whatever goes wrong, it is tried again. */
  async run(): Promise<void> {
    const { folder, log } = this.#parts;
    while (!this.#abort.signal.aborted) {
      try {
        await this.#takeClaimed();
        await Promise.all([folder.watch((file) => this.#take(file), this.#abort.signal), this.#takeOver()]);
      } catch (error) {
        if (this.#abort.signal.aborted) return;
        log.error(
          { err: error, folder: folder.identity },
          'the inbound folder cannot be watched; it is tried again',
        );
        await setTimeout(retryAfter, undefined, { signal: this.#abort.signal }).catch(() => undefined);
      }
    }
  }

  /**
   * Where several gateways share the folder, one may die between the claim and the journal. Two that take the same claim
   * do no harm: the journal knows each claim once.
   */
  async #takeOver(): Promise<void> {
    const { folder, log, journal } = this.#parts;
    while (journal.shared && !this.#abort.signal.aborted) {
      await setTimeout(lookAgain, undefined, { signal: this.#abort.signal }).catch(() => undefined);
      try {
        if (!this.#abort.signal.aborted) await this.#takeClaimed();
      } catch (error) {
        log.warn(
          { err: error, folder: folder.identity },
          'a claimed file could not be taken over; tried again',
        );
      }
    }
  }

  /**
   * What lies in the work folder and never came into the journal. Files of one batch are claimed side by side, so a crash
   * may leave the claim of a later version and not that of an earlier one: all go back and settle anew, in their order.
   * Not where another gateway may have them in hand, nor where the done-file that they would need is gone.
   */
  async #takeClaimed(): Promise<void> {
    const { folder, journal, channels } = this.#parts;
    const claimed = await folder.claimed((ids) => journal.knownFiles(ids));
    const signalled = channels[0].settings.from.done !== undefined;
    const mayGoBack = !journal.shared && !signalled;
    for (const file of claimed) await (mayGoBack ? folder.giveBack(file) : this.#take(file));
  }

  /** The bytes are in the journal when this resolves. A file that is there already is not taken twice. */
  async #take(file: ClaimedFile): Promise<void> {
    const { folder, journal, pipeline, channels } = this.#parts;
    if ((await journal.knownFiles([file.id])).size > 0) return;
    crashPoint('file-claimed');
    const bytes = await folder.read(file);
    const document: NewMessage = {
      channel: ownerOf(channels, file.name, bytes).name,
      direction: 'inbound',
      name: file.name,
      source: { kind: 'file', ...file },
      bytes,
      ...(file.inPlace ? { remember: folder.identity } : {}),
    };
    await pipeline.receive([document]).catch((cause: unknown) => {
      // no later file may pass it: a smaller one may still find room
      throw new NothingTaken(reasonOf(cause), { cause });
    });
    crashPoint('file-stored');
    release(bytes);
  }
}
