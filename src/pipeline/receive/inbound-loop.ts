import type { Logger } from 'pino';
import { FolderError } from '../../folders/folder-error.ts';
import {
  type ClaimedFile,
  type InboundFolder,
  NothingTakenError,
  type TakeResult,
} from '../../folders/folder-types.ts';
import type { Formats } from '../../formats/document-format.ts';
import type { Inbox, Leases } from '../../journal/journal.ts';
import { JournalNotWritten } from '../../journal/model/journal-errors.ts';
import type { NewMessage } from '../../journal/model/message.ts';
import { cutMessageName } from '../../limits.ts';
import { crashAt } from '../../system/crash-point.ts';
import { reasonOf } from '../../text/reason-of.ts';
import { pause } from '../../time/pause.ts';
import type { InboundChannel } from '../channel/channel.ts';
import { nameFolderByChannel } from '../channel/channel-lanes.ts';
import { resolveFileChannel } from '../channel/match-channel.ts';
import type { Pipeline } from '../pipeline.ts';
import { releaseMemory } from '../workers/transfer.ts';
import { Lease } from './lease.ts';

export interface InboundLoopParts {
  /** All that take files from this folder. */
  readonly channels: readonly [InboundChannel, ...InboundChannel[]];
  readonly formats: Formats;
  readonly folder: InboundFolder;
  readonly journal: Pick<Inbox, 'findKnownFiles'> & Omit<Leases, 'reserveTurns' | 'releaseOtherLeases'>;
  readonly pipeline: Pick<Pipeline, 'receive'>;
  readonly log: Logger;
}

/** Milliseconds. */
const usualTimes = {
  /** Until a folder that failed is tried again. */
  retryAfter: 5000,
  /** Between two looks for what was claimed late. */
  lookAgain: 10_000,
  /** After which a claim that is not in the journal is nobody's who is well. */
  longestInHand: 30_000,
  /** Whoever picks up asks this often whether it still may, the others whether they may now. */
  askEvery: 3000,
  /** After so much trouble with its folder a gateway leaves it to another one, for so long at least. */
  longestTrouble: 30_000,
  leftFor: 12_000,
};

/** A folder that is away, or a journal that cannot be written, is told once by itself. */
const tellsItself = (error: unknown): boolean =>
  error instanceof JournalNotWritten || (error instanceof FolderError && error.code === 'folder-unavailable');

/**
 * Takes files from one inbound folder into the journal. Where several gateways share it, one at a time does: two would claim
 * two versions of an order side by side, and whoever was quicker would journal its own first.
 */
export class InboundLoop {
  readonly #parts: InboundLoopParts;
  readonly #times: typeof usualTimes;
  readonly #lease: Lease;
  readonly #abort = new AbortController();

  constructor(parts: InboundLoopParts, times = usualTimes) {
    this.#parts = parts;
    this.#times = times;
    this.#lease = new Lease(`pickup ${nameFolderByChannel(parts.channels)}`, parts.journal, parts.log);
  }

  stop(): void {
    this.#abort.abort();
  }

  async run(): Promise<void> {
    const { signal } = this.#abort;
    while (!signal.aborted) {
      if (await this.#lease.acquire()) await this.#turn();
      else await this.#standBy();
    }
  }

  /** What was in the way while it was ours says nothing any more: nobody here would see that it is over. */
  async #standBy(): Promise<void> {
    const { folder } = this.#parts;
    if (folder.trouble() !== undefined) await folder.lookWithoutTurn();
    await pause(this.#times.askEvery, this.#abort.signal);
  }

  /** First what a crash left in the work folder, then what comes; whatever goes wrong, it is tried again. */
  async #turn(): Promise<void> {
    const { folder, journal, log } = this.#parts;
    const over = new AbortController();
    const signal = AbortSignal.any([this.#abort.signal, over.signal]);
    try {
      await this.#takeClaimed();
      const watching = folder.watch(
        (files) => this.#take(files),
        signal,
        () => this.#lease.isHeld(),
      );
      await Promise.all([watching, this.#takeLate(signal), this.#keepLead(over, signal)]);
    } catch (error) {
      if (signal.aborted) return;
      if (!tellsItself(error))
        log.error(
          { err: error, folder: folder.identity },
          'the inbound folder cannot be watched; it is tried again',
        );
      if (journal.shared) await this.#lease.release();
      await pause(this.#times.retryAfter, signal);
    }
  }

  /** Ends the turn when it is another gateway's, and when this one can't use the folder: another one may. */
  async #keepLead(over: AbortController, signal: AbortSignal): Promise<void> {
    const { folder, journal, log } = this.#parts;
    let well = performance.now();
    while (journal.shared && !signal.aborted) {
      await pause(this.#times.askEvery, signal);
      if (signal.aborted) return;
      if (!(await this.#lease.renew()) && !this.#lease.isHeld()) return over.abort();
      if (folder.trouble() === undefined) well = performance.now();
      if (performance.now() - well < this.#times.longestTrouble) continue;
      log.warn({ code: 'pickup-left', folder: folder.identity }, 'left to another gateway for now');
      over.abort();
      await this.#lease.release();
      await pause(this.#times.leftFor, this.#abort.signal);
    }
  }

  /**
   * What was claimed late: by a gateway that stood still and did not know that its turn was over, or by a server for one that
   * is dead.
   */
  async #takeLate(signal: AbortSignal): Promise<void> {
    const { folder, journal, channels, log } = this.#parts;
    while (!signal.aborted) {
      await pause(this.#times.lookAgain, signal);
      if (signal.aborted) return;
      try {
        const { longestInHand } = this.#times;
        const claimed = await folder.listClaimed((ids) => journal.findKnownFiles(ids), longestInHand);
        await this.#takeEach(claimed);
      } catch (error) {
        if (!tellsItself(error))
          log.warn(
            { err: error, folder: folder.identity, channel: channels[0].name },
            'a claimed file could not be taken over; tried again',
          );
      }
    }
  }

  /**
   * What lies in the work folder and never came into the journal, and so is in nobody's hands: the lease is ours. Files of one
   * batch are claimed side by side, so a crash may leave the claim of a later version and not that of an earlier one: all go
   * back and settle anew, in their order.
   */
  async #takeClaimed(): Promise<void> {
    const { folder, journal } = this.#parts;
    const claimed = await folder.listClaimed((ids) => journal.findKnownFiles(ids));
    for (const file of claimed) await folder.giveBack(file);
  }

  async #takeEach(files: readonly ClaimedFile[]): Promise<void> {
    for (const file of files) {
      const { taken, error } = await this.#take([file]);
      if (taken === 0) throw error;
    }
  }

  /** The bytes of those taken are in the journal, by one commit. A file that is there already is not taken twice. */
  async #take(files: readonly ClaimedFile[]): Promise<TakeResult> {
    const known = await this.#known(files);
    if (known instanceof NothingTakenError) return { taken: 0, error: known };
    const reads = await Promise.allSettled(files.map((file) => (known.has(file.id) ? [] : this.#read(file))));
    const failed = reads.findIndex(({ status }) => status === 'rejected');
    const readable = failed === -1 ? reads : reads.slice(0, failed);
    const documents = readable.flatMap((read) => (read.status === 'fulfilled' ? read.value : []));
    const stored = await this.#store(documents);
    if (stored) return { taken: 0, error: stored };
    const unread = reads[failed];
    return unread?.status === 'rejected' ? { taken: failed, error: unread.reason } : { taken: files.length };
  }

  /** A journal that does not answer is no trouble of these files: nothing passes them. */
  async #known(files: readonly ClaimedFile[]): Promise<ReadonlySet<string> | NothingTakenError> {
    try {
      return await this.#parts.journal.findKnownFiles(files.map(({ id }) => id));
    } catch (cause) {
      return new NothingTakenError(reasonOf(cause), { cause });
    }
  }

  async #read(file: ClaimedFile): Promise<readonly [NewMessage]> {
    const { folder, channels, formats } = this.#parts;
    crashAt('file-claimed');
    const bytes = await folder.read(file);
    return [
      {
        channel: resolveFileChannel(channels, formats, file.name, bytes).name,
        direction: 'inbound',
        name: cutMessageName(file.name),
        source: { kind: 'file', ...file },
        bytes,
        ...(file.inPlace ? { remember: folder.identity } : {}),
      },
    ];
  }

  /** All or none: no later file may pass an earlier one, and a smaller one may still find room. */
  async #store(documents: readonly NewMessage[]): Promise<NothingTakenError | undefined> {
    try {
      if (documents.length > 0) await this.#parts.pipeline.receive(documents, { lease: this.#lease.name });
    } catch (cause) {
      return new NothingTakenError(reasonOf(cause), { cause });
    }
    if (documents.length > 0) crashAt('file-stored');
    for (const { bytes } of documents) releaseMemory(bytes);
    return undefined;
  }
}
