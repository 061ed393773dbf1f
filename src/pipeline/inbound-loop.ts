import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { crashPoint } from '../crash-point.ts';
import { reasonOf } from '../folders/error.ts';
import { type ClaimedFile, type InboundFolder, NothingTaken, type TakenFiles } from '../folders/interface.ts';
import type { Journal } from '../journal/interface.ts';
import type { NewMessage } from '../journal/message.ts';
import type { InboundChannel } from './channel.ts';
import { release } from './hand-over.ts';
import { ownerOf } from './owner.ts';
import type { Pipeline } from './pipeline.ts';

export interface InboundParts {
  /** All that take files from this folder. */
  readonly channels: readonly [InboundChannel, ...InboundChannel[]];
  readonly folder: InboundFolder;
  readonly journal: Journal;
  readonly pipeline: Pick<Pipeline, 'receive'>;
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
        await Promise.all([folder.watch((files) => this.#take(files), this.#abort.signal), this.#takeOver()]);
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
    for (const file of claimed) {
      if (mayGoBack) await folder.giveBack(file);
      else {
        const { taken, error } = await this.#take([file]);
        if (taken === 0) throw error;
      }
    }
  }

  /** The bytes of those taken are in the journal, by one commit. A file that is there already is not taken twice. */
  async #take(files: readonly ClaimedFile[]): Promise<TakenFiles> {
    const known = await this.#parts.journal.knownFiles(files.map(({ id }) => id));
    const reads = await Promise.allSettled(files.map((file) => (known.has(file.id) ? [] : this.#read(file))));
    const failed = reads.findIndex(({ status }) => status === 'rejected');
    const readable = failed === -1 ? reads : reads.slice(0, failed);
    const documents = readable.flatMap((read) => (read.status === 'fulfilled' ? read.value : []));
    const stored = await this.#store(documents);
    if (stored) return { taken: 0, error: stored };
    const unread = reads[failed];
    return unread?.status === 'rejected' ? { taken: failed, error: unread.reason } : { taken: files.length };
  }

  async #read(file: ClaimedFile): Promise<readonly [NewMessage]> {
    const { folder, channels } = this.#parts;
    crashPoint('file-claimed');
    const bytes = await folder.read(file);
    return [
      {
        channel: ownerOf(channels, file.name, bytes).name,
        direction: 'inbound',
        name: file.name,
        source: { kind: 'file', ...file },
        bytes,
        ...(file.inPlace ? { remember: folder.identity } : {}),
      },
    ];
  }

  /** All or none: no later file may pass an earlier one, and a smaller one may still find room. */
  async #store(documents: readonly NewMessage[]): Promise<NothingTaken | undefined> {
    try {
      if (documents.length > 0) await this.#parts.pipeline.receive(documents);
    } catch (cause) {
      return new NothingTaken(reasonOf(cause), { cause });
    }
    if (documents.length > 0) crashPoint('file-stored');
    for (const { bytes } of documents) release(bytes);
    return undefined;
  }
}
