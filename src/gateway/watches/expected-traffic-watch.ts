import { type LocalizedText, localize } from '../../findings/localized-text.ts';
import type { TroubleStore } from '../../journal/trouble-store.ts';
import { isSilent } from '../../operator/alarms/expected-traffic.ts';
import type { Channel } from '../../pipeline/channel/channel.ts';
import type { Log } from '../../system/log.ts';
import { pause } from '../../time/pause.ts';
import { steadyNow } from '../../time/steady-clock.ts';

/** Milliseconds between two looks. */
const every = 60_000;

/** Looks whether channels still receive what is usual there (`expect`). */
export class ExpectedTrafficWatch {
  readonly #channels: readonly Channel[];
  readonly #watching: Pick<TroubleStore, 'findLastReceived'>;
  readonly #log: Log;
  readonly #abort = new AbortController();
  #troubles: ReadonlyMap<string, LocalizedText> = new Map();

  constructor(channels: readonly Channel[], watching: Pick<TroubleStore, 'findLastReceived'>, log: Log) {
    this.#channels = channels.filter(({ settings }) => settings.expect !== undefined);
    this.#watching = watching;
    this.#log = log;
  }

  async run(): Promise<void> {
    if (this.#channels.length === 0) return;
    while (!this.#abort.signal.aborted) {
      await this.#look().catch((error: unknown) =>
        // the journal tells its own trouble
        this.#log.debug({ err: error }, 'it cannot be told what was received last'),
      );
      await pause(every, this.#abort.signal);
    }
  }

  stop(): void {
    this.#abort.abort();
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
