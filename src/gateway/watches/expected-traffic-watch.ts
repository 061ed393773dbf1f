import { type LocalizedText, localize } from '../../findings/localized-text.ts';
import type { TroubleStore } from '../../journal/trouble-store.ts';
import { isSilent } from '../../operator/alarms/expected-traffic.ts';
import type { Channel } from '../../pipeline/channel/channel.ts';
import type { Log } from '../../system/log.ts';
import { Repeating } from '../../time/repeating.ts';
import { steadyNow } from '../../time/steady-clock.ts';

/** Milliseconds between two looks. */
const every = 60_000;

/** Looks whether channels still receive what is usual there (`expect`). */
export class ExpectedTrafficWatch extends Repeating {
  readonly #channels: readonly Channel[];
  readonly #watching: Pick<TroubleStore, 'findLastReceived'>;
  readonly #log: Log;
  #troubles: ReadonlyMap<string, LocalizedText> = new Map();

  constructor(channels: readonly Channel[], watching: Pick<TroubleStore, 'findLastReceived'>, log: Log) {
    super(every);
    this.#channels = channels.filter(({ settings }) => settings.expect !== undefined);
    this.#watching = watching;
    this.#log = log;
  }

  protected override async round(): Promise<unknown> {
    if (this.#channels.length === 0) return 'done';
    // the journal tells its own trouble
    const untold = (error: unknown): void =>
      this.#log.debug({ err: error }, 'it cannot be told what was received last');
    return await this.#look().catch(untold);
  }

  /** By channel, in words. */
  troubles(): ReadonlyMap<string, LocalizedText> {
    return this.#troubles;
  }

  async #look(): Promise<void> {
    const last = await this.#watching.findLastReceived(this.#channels.map(({ name }) => name));
    const found = this.#channels.flatMap(({ name, settings: { expect, timeZone } }) => {
      const at = last.get(name);
      if (expect === undefined || at === undefined) return [];
      const silent = isSilent(expect, Date.parse(at), steadyNow(), timeZone);
      return silent ? [[name, localize('silent', { channel: name, at })] as const] : [];
    });
    this.#troubles = new Map(found);
  }
}
