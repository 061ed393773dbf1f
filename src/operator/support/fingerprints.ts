import { NotMaskable } from '../../mapping/mask/maskable-document.ts';
import { parseState } from '../../pipeline/order-state/order-state.ts';
import { type MaskedVersions, maskedInput } from '../../replay/masked.ts';
import { type PreparedReplay, prepareReplay, type ReplaySite } from '../../replay/rerun/replay-message.ts';
import type { ReplayResult } from '../../replay/rerun/replay-result.ts';
import { ProvenanceReporter } from './message-provenance.ts';

/** Deliveries of one order that are looked back over. */
const mostEarlier = 20;

/**
 * Fingerprints of what was delivered before, with those that the masked documents have: the order state names them, and by them a
 * document is known to say nothing new. Each delivery is run twice, as it was and masked.
 */
export class Fingerprints {
  readonly masked = new Map<string, string>();
  readonly #site: ReplaySite;
  readonly #versions: MaskedVersions;
  readonly #asItWas: ProvenanceReporter;
  readonly #looked = new Set<number>();

  constructor(site: ReplaySite, versions: MaskedVersions) {
    [this.#site, this.#versions] = [site, versions];
    this.#asItWas = new ProvenanceReporter(site);
  }

  /** Learns those that the state of a message names. `run`: with masked documents. */
  async learn(
    ready: PreparedReplay,
    run: (ready: PreparedReplay) => Promise<ReplayResult>,
    depth = 0,
  ): Promise<void> {
    for (const id of deliveriesIn(ready.record.seen.state)) {
      if (this.#looked.has(id) || id === ready.record.message.id || depth > mostEarlier) continue;
      this.#looked.add(id);
      const earlier = await prepareReplay(this.#site, id);
      if (earlier === undefined || typeof earlier === 'string') continue;
      await this.learn(earlier, run, depth + 1);
      await this.#compare(earlier, run);
    }
  }

  async #compare(
    earlier: PreparedReplay,
    run: (ready: PreparedReplay) => Promise<ReplayResult>,
  ): Promise<void> {
    try {
      const { given, snapshot } = await maskedInput(this.#site, earlier, this.#versions, this.masked);
      const name = `masked ${earlier.task.version}`;
      const version = { ...earlier.version, snapshot, channel: given.check.channel };
      const { result } = await this.#asItWas.run(earlier);
      this.#pair(result, await run({ ...earlier, version, task: { version: name, given } }));
    } catch (error) {
      // what cannot be masked or run has no fingerprint: the bundle says that something else comes of it
      if (!(error instanceof NotMaskable)) throw error;
    }
  }

  #pair({ change: was }: ReplayResult, { change: is }: ReplayResult): void {
    if (was?.delivered && is?.delivered) {
      this.masked.set(was.delivered.fingerprint, is.delivered.fingerprint);
      for (const [key, print] of Object.entries(was.delivered.lines)) {
        const other = is.delivered.lines[key] ?? is.delivered.lines[this.#versions.masker.text(key)];
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
