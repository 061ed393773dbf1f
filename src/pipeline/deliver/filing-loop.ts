import { isDryRunMessage } from '../../dry-run-names.ts';
import { explainFailure } from '../../findings/localized-error.ts';
import { type LocalizedText, localize } from '../../findings/localized-text.ts';
import { FolderError } from '../../folders/folder-error.ts';
import type {
  ClaimedFile,
  InboundFolder,
  OutboundFolder,
  Placement,
  ReadSource,
} from '../../folders/folder-types.ts';
import { requireFormat } from '../../formats/find-format.ts';
import type { Journal } from '../../journal/journal.ts';
import { JournalNotWritten } from '../../journal/model/journal-errors.ts';
import type { Message } from '../../journal/model/message.ts';
import { crashAt } from '../../system/crash-point.ts';
import { WakeSignal } from '../../time/wake-up.ts';
import type { Language } from '../../types.ts';
import { type Channel, type InboundChannel, isInboundChannel } from '../channel/channel.ts';
import type { PipelineParts } from '../pipeline-parts.ts';
import { renderAnswer, renderReport } from './document-report.ts';
import { buildReceipt } from './receipt.ts';
import { buildSplitReport, resolveSplitPlacement } from './split-placement.ts';

/** Files of one channel that are moved at once: a server far away takes its time for each call. */
const movesAtOnce = 8;

/** Tried again this often when a move failed, in milliseconds. */
const retryEvery = 5_000;

/**
 * Moves files to where their messages' outcome says, with their reports. It works from the journal alone: what a crash
 * or a full disk interrupted is done again. Channels do not wait for each other: one folder may not answer.
 */
export class FilingLoop {
  readonly #parts: PipelineParts;
  readonly #wakeUp = new WakeSignal();
  readonly #busy = new Map<string, Promise<void>>();
  readonly #troubles = new Map<string, LocalizedText>();
  #stopped = false;

  constructor(parts: PipelineParts) {
    this.#parts = parts;
  }

  /** Why files of a channel cannot be moved to where they belong, by channel. */
  get troubles(): ReadonlyMap<string, LocalizedText> {
    return this.#troubles;
  }

  wake(): void {
    this.#wakeUp.call();
  }

  async run(stopping: () => boolean): Promise<void> {
    do {
      await this.#round();
      if (!stopping()) await this.#wakeUp.wait(retryEvery);
    } while (!stopping());
    await this.#finish();
  }

  /** What ended just now is moved too, once; what cannot be moved is found again at the next start. */
  async #finish(): Promise<void> {
    await Promise.all(this.#busy.values());
    await this.#round();
    this.#stopped = true;
    await Promise.all(this.#busy.values());
  }

  /** Starts every channel that has something to move and is not at it, each at most once. */
  async #round(): Promise<void> {
    const started = new Set<string>();
    try {
      while (await this.#start(started));
    } catch (error) {
      if (!(error instanceof JournalNotWritten))
        this.#parts.log.error({ err: error }, 'could not read which files are to be moved');
    }
  }

  /** False: there is nothing more that nobody is at. */
  async #start(started: Set<string>): Promise<boolean> {
    const except = new Set([...this.#busy.keys(), ...started]);
    if (this.#parts.channels.every(({ name }) => except.has(name))) return false;
    const found = await this.#parts.journal.listUnfiled([...except]);
    const messages = Map.groupBy(found, ({ channel }) => channel);
    if (messages.size === 0) this.#forget(except);
    for (const [channel, open] of messages) {
      this.#busy.set(channel, this.#fileAll(channel, open));
      started.add(channel);
    }
    return messages.size > 0;
  }

  /** Of the other channels nothing is left to move: another gateway has moved it, or has it in hand and tells what is in the way. */
  #forget(except: ReadonlySet<string>): void {
    for (const channel of this.#troubles.keys()) if (!except.has(channel)) this.#troubles.delete(channel);
  }

  /** Another look follows when all could be moved: more may have ended meanwhile. */
  async #fileAll(channel: string, messages: readonly Message[]): Promise<void> {
    const left = [...messages];
    let moved = 0;
    const lane = async (): Promise<void> => {
      for (let next = left.shift(); next; next = left.shift()) if (await this.#fileOne(next)) moved += 1;
    };
    await Promise.all(Array.from({ length: movesAtOnce }, lane));
    this.#busy.delete(channel);
    if (moved === messages.length) this.#troubles.delete(channel);
    if (moved === messages.length && !this.#stopped) this.#wakeUp.call();
  }

  async #fileOne(message: Message): Promise<boolean> {
    try {
      crashAt('before-archive');
      const place = await this.#placeOrNone(message);
      crashAt('after-archive');
      await this.#parts.journal.noteFiled(message, place);
      return true;
    } catch (error) {
      this.#noteFailure(message, error);
      return false;
    }
  }

  /** Told once a channel, until all could be moved again: the next thousand files meet the same full disk. */
  #noteFailure({ id, name, channel }: Message, error: unknown): void {
    const level = this.#troubles.has(channel) ? 'debug' : 'error';
    this.#troubles.set(channel, localize('file-not-filed', { name, why: explainFailure(error) }));
    this.#parts.log[level](
      { code: 'file-not-moved', err: error, message: id, channel },
      'file could not be moved; it is tried again',
    );
  }

  /** Nothing can be moved that somebody took away: the journal has its bytes, and its place stays empty. */
  async #placeOrNone(message: Message): Promise<string> {
    try {
      return await this.#place(message);
    } catch (error) {
      if (!(error instanceof FolderError && error.code === 'file-missing')) throw error;
      const about = { code: error.code, message: message.id, channel: message.channel };
      this.#parts.log.error(about, `${error.message} Its bytes are in the journal.`);
      return '';
    }
  }

  #channel(message: Message): Channel | undefined {
    return this.#parts.channels.find(({ name }) => name === message.channel);
  }

  async #place(message: Message): Promise<string> {
    if (isDryRunMessage(message)) return message.place ?? '';
    const channel = this.#channel(message);
    const inbound = this.#parts.inbound.get(message.channel);
    if (channel && isInboundChannel(channel) && inbound && message.source.kind === 'file')
      return moveFile({ ...this.#parts, channel }, inbound, message, message.source);
    const outbound = this.#parts.outbound.get(message.channel);
    if (outbound && (await mayHaveReport(this.#parts.journal, message)))
      await writeOutboundReport(outbound, message, channel?.language);
    return message.place ?? '';
  }
}

/** Documents above this many bytes are not quoted: to decode them would hold everything else up. */
const quotedUpToBytes = 1_000_000;

async function readSourceText(
  { journal, formats, channel }: FilingParts,
  { id }: Message,
): Promise<string | undefined> {
  const received = (await journal.parts(id)).find(({ role }) => role === 'received');
  const bytes = received && received.size <= quotedUpToBytes ? await journal.body(received.hash) : undefined;
  return bytes && requireFormat(formats, channel.settings.document).decodeText(bytes);
}

interface FilingParts extends Pick<PipelineParts, 'journal' | 'formats' | 'workers'> {
  readonly channel: InboundChannel;
}

async function moveFile(
  parts: FilingParts,
  folder: InboundFolder,
  message: Message,
  source: ClaimedFile,
): Promise<string> {
  const { journal, channel } = parts;
  const bytes = source.inPlace ? () => journal.part(message.id, 'received') : undefined;
  if (message.outcome === 'split') return moveSplitFile(parts, folder, message, source, bytes);
  const place = resolvePlacement(message);
  if (place === 'archive' && message.outcome !== 'outdated')
    return folder.putInPlacement(source, place, await buildReceipt(journal, channel, message), bytes);
  const answer = await journal.part(message.id, 'answer');
  const report = renderReport(message, {
    answer: answer && renderAnswer(answer),
    language: channel.language,
    source: await readSourceText(parts, message),
  });
  return folder.putInPlacement(source, place, report, bytes);
}

/** By the ends of its documents. */
async function moveSplitFile(
  parts: FilingParts,
  folder: InboundFolder,
  message: Message,
  source: ClaimedFile,
  bytes: ReadSource | undefined,
): Promise<string> {
  const documents = await parts.journal.documents(message.id);
  const place = resolveSplitPlacement(documents);
  const receipt = place === 'archive' ? await buildReceipt(parts.journal, parts.channel, message) : undefined;
  const isOutdated = documents.some(({ outcome }) => outcome === 'outdated');
  // programs wait for the receipt; the journal tells what is outdated
  if (place === 'archive' && (receipt || !isOutdated))
    return folder.putInPlacement(source, place, receipt, bytes);
  const text = await readSourceText(parts, message);
  const report = await buildSplitReport(parts, parts.channel, message, documents, text);
  return folder.putInPlacement(source, place, report, bytes);
}

/** What is outdated lies in the archive, with a report: nothing has to be done, but whoever looks for it is told. */
function resolvePlacement(message: Message): Placement {
  if (message.state === 'parked') return 'parked';
  return message.outcome === 'rejected' ? 'error' : 'archive';
}

/** Is there one to be written, or may there be one from before? The ERP's folder is not asked about those that never were. */
async function mayHaveReport(journal: Journal, { id, state, outcome }: Message): Promise<boolean> {
  if (state === 'parked' || outcome === 'superseded') return true;
  // what is parked goes on by a decision alone
  return (await journal.history(id)).length > 0;
}

/** A message that cannot be written leaves a report in `parked/`, for as long as it is parked. */
async function writeOutboundReport(
  folder: OutboundFolder,
  message: Message,
  language: Language | undefined,
): Promise<void> {
  const name = `message-${message.id}`;
  await folder.report(name, message.state === 'parked' ? renderReport(message, { language }) : undefined);
}
