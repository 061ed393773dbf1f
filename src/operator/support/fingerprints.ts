import type { Masker } from '../../mapping/mask/masker.ts';
import { NotMasked } from '../../mapping/mask/source.ts';
import { parseState } from '../../pipeline/prepare/order-state.ts';
import { type Ready, readied, type Site } from '../../replay/again.ts';
import { maskedInput } from '../../replay/masked.ts';
import type { Result } from '../../replay/result.ts';
import { Tracer } from './trace.ts';

/** Deliveries of one order that are looked back over. */
const mostEarlier = 20;

/**
 * Fingerprints of what was delivered before, with those that the masked documents have: the order state names them, and by them a
 * document is known to say nothing new. Each delivery is run twice, as it was and masked.
 */
export class Fingerprints {
  readonly masked = new Map<string, string>();
  readonly #site: Site;
  readonly #masker: Masker;
  readonly #asItWas: Tracer;
  readonly #looked = new Set<number>();

  constructor(site: Site, masker: Masker) {
    [this.#site, this.#masker] = [site, masker];
    this.#asItWas = new Tracer(site);
  }

  /** Learns those that the state of a message names. `run`: with masked documents. */
  async learn(ready: Ready, run: (ready: Ready) => Promise<Result>, depth = 0): Promise<void> {
    for (const id of deliveriesIn(ready.record.seen.state)) {
      if (this.#looked.has(id) || id === ready.record.message.id || depth > mostEarlier) continue;
      this.#looked.add(id);
      const earlier = await readied(this.#site, id);
      if (earlier === undefined || typeof earlier === 'string') continue;
      await this.learn(earlier, run, depth + 1);
      await this.#compare(earlier, run);
    }
  }

  async #compare(earlier: Ready, run: (ready: Ready) => Promise<Result>): Promise<void> {
    try {
      const { given, snapshot } = await maskedInput(this.#site, earlier, this.#masker, this.masked);
      const name = `masked ${earlier.task.version}`;
      const version = { ...earlier.version, snapshot, channel: given.check.channel };
      const { result } = await this.#asItWas.run(earlier);
      this.#pair(result, await run({ ...earlier, version, task: { version: name, given } }));
    } catch (error) {
      // what cannot be masked or run has no fingerprint: the bundle says that something else comes of it
      if (!(error instanceof NotMasked)) throw error;
    }
  }

  #pair({ change: was }: Result, { change: is }: Result): void {
    if (was?.delivered && is?.delivered) {
      this.masked.set(was.delivered.fingerprint, is.delivered.fingerprint);
      for (const [key, print] of Object.entries(was.delivered.lines)) {
        const other = is.delivered.lines[key] ?? is.delivered.lines[this.#masker.text(key)];
        if (other !== undefined) this.masked.set(print, other);
      }
    }
  }

  async close(): Promise<void> {
    await this.#asItWas.close();
  }
}

/** Messages that delivered what the state says, on both sides. */
function deliveriesIn(state: string | undefined): readonly number[] {
  const { sent, exported, published } = parseState(state);
  return [...new Set([sent, exported, ...Object.values(published)].flatMap((side) => side?.message ?? []))];
}
