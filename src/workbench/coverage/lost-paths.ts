import type { ReplayCandidate } from '../../journal/journal.ts';

/** A path whose values messages of a channel lost, as the journal noted it: with the mappings of then. */
export interface LostChannelPath {
  readonly channel: string;
  readonly path: string;
  readonly class: 'commercial' | 'other';
  /** Messages, and values in all of them. */
  readonly messages: number;
  readonly count: number;
  /** Number of the first of them. */
  readonly example: number;
}

/** Different paths that are kept: a JSON may have any names. */
const mostLostPaths = 1000;

/** Counts what the messages of a journal lost. */
export class LostCounts {
  readonly #found = new Map<string, LostChannelPath>();

  add({ id, channel, lost = [] }: Pick<ReplayCandidate, 'id' | 'channel' | 'lost'>): void {
    for (const { path, class: kind, count } of lost) {
      const key = `${channel} ${path}`;
      const known = this.#found.get(key);
      if (known === undefined && this.#found.size >= mostLostPaths) continue;
      const { messages = 0, count: before = 0, example = id } = known ?? {};
      const sum = { messages: messages + 1, count: before + count, example: Math.min(example, id) };
      this.#found.set(key, { channel, path, class: kind, ...sum });
    }
  }

  /** The commercial ones first, then those of most messages. */
  report(): readonly LostChannelPath[] {
    const weight = ({ class: kind, messages }: LostChannelPath): number =>
      messages + (kind === 'commercial' ? 1e9 : 0);
    return [...this.#found.values()].sort((a, b) => weight(b) - weight(a) || (a.path < b.path ? -1 : 1));
  }
}
