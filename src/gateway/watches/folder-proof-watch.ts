import type { LocalizedText } from '../../findings/localized-text.ts';
import { folderTitleOf } from '../../folders/endpoint-settings.ts';
import type { Channel } from '../../pipeline/channel/channel.ts';
import type { Log } from '../../system/log.ts';
import { pause } from '../../time/pause.ts';
import { findFolderTrouble } from '../checks/check-folders.ts';

/** Milliseconds until folders that failed are tried again. */
const every = 10_000;

/**
 * Tries on the folders of channels that a changed config brings what pickup and publishing need, as `gateway check` does: before
 * the first file, and again until it works. Before a start `gateway check` itself was asked.
 */
export class ProofWatch {
  readonly #channels: readonly Channel[];
  readonly #journal: string;
  readonly #log: Log;
  readonly #abort = new AbortController();
  #troubles: ReadonlyMap<string, LocalizedText> = new Map();

  /** `journal`: the id of ours. */
  constructor(channels: readonly Channel[], journal: string, log: Log) {
    this.#channels = channels;
    this.#journal = journal;
    this.#log = log;
  }

  async run(): Promise<void> {
    const { signal } = this.#abort;
    let left = this.#channels;
    while (left.length > 0 && !signal.aborted) {
      left = await this.#prove(left);
      if (left.length > 0) await pause(every, signal);
    }
  }

  stop(): void {
    this.#abort.abort();
  }

  /** By channel. */
  troubles(): ReadonlyMap<string, LocalizedText> {
    return this.#troubles;
  }

  /** Those that cannot be used; one after the other, since channels may share a folder, or a server. */
  async #prove(channels: readonly Channel[]): Promise<readonly Channel[]> {
    const found = new Map<string, LocalizedText>();
    for (const channel of channels) {
      if (this.#abort.signal.aborted) return channels;
      const why = await findFolderTrouble(channel, this.#journal);
      if (why !== undefined) found.set(channel.name, why);
    }
    this.#tell(found);
    this.#troubles = found;
    return channels.filter(({ name }) => found.has(name));
  }

  #tell(found: ReadonlyMap<string, LocalizedText>): void {
    for (const [channel, { en }] of found)
      if (!this.#troubles.has(channel)) this.#log.error({ code: 'folder-unavailable', channel }, en);
    for (const channel of this.#troubles.keys())
      if (!found.has(channel)) this.#log.info({ channel }, 'the folder can be used now');
  }
}

/** Channels whose folder the config before did not have, or had otherwise. */
export function listWithOtherFolder(
  channels: readonly Channel[],
  before: readonly Channel[],
): readonly Channel[] {
  const known = new Set(before.map(endOf));
  return channels.filter((channel) => !known.has(endOf(channel)));
}

function endOf({ direction, settings }: Channel): string {
  const end = direction === 'inbound' ? settings.from : settings.to;
  return JSON.stringify([direction, folderTitleOf(end), end]);
}
