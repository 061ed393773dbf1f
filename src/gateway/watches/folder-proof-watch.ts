import type { LocalizedText } from '../../findings/localized-text.ts';
import { folderTitleOf } from '../../folders/endpoint-settings.ts';
import type { Channel } from '../../pipeline/channel/channel.ts';
import type { Log } from '../../system/log.ts';
import { Repeating } from '../../time/repeating.ts';
import { findFolderTrouble } from '../checks/check-folders.ts';

/** Milliseconds until folders that failed are tried again. */
const every = 10_000;

/**
 * Tries on the folders of channels that a changed config brings what pickup and publishing need, as `gateway check` does: before
 * the first file, and again until it works. Before a start `gateway check` itself was asked.
 */
export class ProofWatch extends Repeating {
  /** Those that are not proved yet. */
  #left: readonly Channel[];
  readonly #journal: string;
  readonly #log: Log;
  #troubles: ReadonlyMap<string, LocalizedText> = new Map();

  /** `journal`: the id of ours. */
  constructor(channels: readonly Channel[], journal: string, log: Log) {
    super(every);
    this.#left = channels;
    this.#journal = journal;
    this.#log = log;
  }

  protected override async round(): Promise<unknown> {
    this.#left = await this.#prove(this.#left);
    return this.#left.length === 0 ? 'done' : undefined;
  }

  /** By channel. */
  troubles(): ReadonlyMap<string, LocalizedText> {
    return this.#troubles;
  }

  /** Those that cannot be used; one after the other, since channels may share a folder, or a server. */
  async #prove(channels: readonly Channel[]): Promise<readonly Channel[]> {
    const found = new Map<string, LocalizedText>();
    for (const channel of channels) {
      if (this.stopping.aborted) return channels;
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
