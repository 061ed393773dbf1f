import type { MessageUsage } from '../../replay/rerun/message-usage.ts';

/** A path of which messages lose values. Plain data. */
export interface LostPathCount {
  readonly path: string;
  readonly class: 'commercial' | 'other';
  readonly messages: number;
  /** Values in all of them. */
  readonly values: number;
  /** Different parties whose messages these are; a message may be of none that is known. */
  readonly parties: number;
  /** Different values that stood there, and the message of each. */
  readonly examples: readonly { readonly text: string; readonly message: number }[];
}

/** Different paths that are kept: a JSON may have any names. */
const mostPaths = 1000;
const mostExamples = 3;

interface Counting {
  readonly class: LostPathCount['class'];
  readonly messages: Set<number>;
  values: number;
  readonly parties: Set<string>;
  readonly examples: Map<string, number>;
}

/** Counts what messages lose at one mapping, as they come. */
export class LostValueCounts {
  readonly #found = new Map<string, Counting>();

  add(message: number, lost: MessageUsage['lost'], parties: readonly string[]): void {
    for (const { path, class: kind, count, text } of lost) {
      const counting = this.#get(path, kind);
      if (counting === undefined) continue;
      counting.messages.add(message);
      counting.values += count;
      for (const party of parties) counting.parties.add(party);
      if (counting.examples.size < mostExamples && !counting.examples.has(text))
        counting.examples.set(text, message);
    }
  }

  /** The commercial ones first, then those of most messages. */
  report(): readonly LostPathCount[] {
    const all = [...this.#found].map(([path, { class: kind, messages, values, parties, examples }]) => ({
      ...{ path, class: kind, messages: messages.size, values, parties: parties.size },
      examples: [...examples].map(([text, message]) => ({ text, message })),
    }));
    const weight = ({ class: kind, messages }: LostPathCount): number =>
      messages + (kind === 'commercial' ? 1e9 : 0);
    return all.sort((a, b) => weight(b) - weight(a) || (a.path < b.path ? -1 : 1));
  }

  #get(path: string, kind: Counting['class']): Counting | undefined {
    const known = this.#found.get(path);
    if (known !== undefined || this.#found.size >= mostPaths) return known;
    const fresh: Counting = {
      ...{ class: kind, messages: new Set<number>(), values: 0 },
      ...{ parties: new Set<string>(), examples: new Map<string, number>() },
    };
    this.#found.set(path, fresh);
    return fresh;
  }
}
