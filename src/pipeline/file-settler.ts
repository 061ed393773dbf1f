import type { ClaimedFile, InboundFolder, OutboundFolder, Place } from '../folders/interface.ts';
import type { Journal, Message } from '../journal/interface.ts';
import { Nudge } from './nudge.ts';
import type { PipelineParts } from './parts.ts';
import { reportOf, tellAnswer } from './report.ts';

/** Tried again this often when a move failed, in milliseconds. */
const retryEvery = 10_000;

/**
 * Moves files to where their messages' outcome says, with their reports. It works from the journal alone: what a crash
 * or a full disk interrupted is done again.
 */
export class FileSettler {
  readonly #parts: PipelineParts;
  readonly #nudge = new Nudge();

  constructor(parts: PipelineParts) {
    this.#parts = parts;
  }

  nudge(): void {
    this.#nudge.nudge();
  }

  async loop(stopping: () => boolean): Promise<void> {
    do {
      await this.#round();
      if (!stopping()) await this.#nudge.wait(retryEvery);
    } while (!stopping());
    await this.#round();
  }

  async #round(): Promise<void> {
    try {
      for (const message of await this.#parts.journal.unfiled()) await this.#fileOne(message);
    } catch (error) {
      this.#parts.log.error({ err: error }, 'could not read which files are to be moved');
    }
  }

  async #fileOne(message: Message): Promise<void> {
    try {
      await this.#parts.journal.filed(message.id, await this.#place(message));
    } catch (error) {
      this.#parts.log.error(
        { err: error, message: message.id, channel: message.channel },
        'file could not be moved; it is tried again',
      );
    }
  }

  async #place(message: Message): Promise<string> {
    const inbound = this.#parts.inbound.get(message.channel);
    if (inbound && message.source.kind === 'file')
      return moveFile(this.#parts.journal, inbound, message, message.source);
    const outbound = this.#parts.outbound.get(message.channel);
    if (outbound) await outboundReport(outbound, message);
    return publishedName(this.#parts.journal, message);
  }
}

async function moveFile(
  journal: Journal,
  folder: InboundFolder,
  message: Message,
  source: ClaimedFile,
): Promise<string> {
  const place = placeOf(message);
  const answer = place === 'archive' ? undefined : await journal.part(message.id, 'answer');
  const report = place === 'archive' ? undefined : reportOf(message, answer && tellAnswer(answer));
  return folder.file(source, place, report);
}

function placeOf(message: Message): Place {
  if (message.state === 'parked') return 'parked';
  return message.outcome === 'rejected' ? 'error' : 'archive';
}

/** A message that cannot be written leaves a report in `parked/`, for as long as it is parked. */
async function outboundReport(folder: OutboundFolder, message: Message): Promise<void> {
  const name = `message-${message.id}`;
  await folder.report(name, message.state === 'parked' ? reportOf(message) : undefined);
}

async function publishedName(journal: Journal, message: Message): Promise<string> {
  if (message.outcome !== 'delivered') return '';
  const attempts = await journal.attempts(message.id);
  return attempts.findLast(({ staged }) => staged)?.staged?.name ?? '';
}
