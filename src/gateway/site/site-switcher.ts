import type { Config } from '../../config/schema/config-schema.ts';
import { openExchange } from '../../exchange/open-exchange.ts';
import type { TakeTurns } from '../../exchange/transport/shared-rate-limit.ts';
import type { ReceiveCall } from '../../http/webhook-server.ts';
import type { Journal } from '../../journal/journal.ts';
import { JournalNotWritten } from '../../journal/model/journal-errors.ts';
import type { NewMessage } from '../../journal/model/message.ts';
import { type Channel, isOutboundChannel } from '../../pipeline/channel/channel.ts';
import { assignLanes, resolveLanes } from '../../pipeline/channel/channel-lanes.ts';
import { buildWebhookMessages } from '../../pipeline/receive/webhook-routes.ts';
import { resolveOwnFolders } from '../../pipeline/runtime/runtime-snapshot.ts';
import { Workers } from '../../pipeline/workers/workers.ts';
import { crashAt } from '../../system/crash-point.ts';
import { pause } from '../../time/pause.ts';
import { assertJournalNotOlder } from './journal-serial-notes.ts';
import { openSite, readChannels, type Site, type SiteBase, type SiteParts } from './site.ts';

/** Milliseconds between two looks whether the journal can be written. */
const lookEvery = 1_000;

/** Where several gateways may run, they share the exchange's rate. */
const turnsOf = (journal: Journal): TakeTurns | undefined =>
  journal.shared ? (count, interval) => journal.reserveTurns(count, interval) : undefined;

const around = ({ journal, meter }: Pick<SiteParts, 'journal' | 'meter'>) => ({
  turns: turnsOf(journal),
  meter,
});

/**
 * Holds the site that works now, and puts another one in its place: never do two of them work, since both would take the
 * messages of one owner. Webhooks are received all the while.
 */
export class SiteSwitcher {
  #site: Site;
  /** By whose routes webhooks are received. */
  #channels: readonly Channel[];
  /** Undefined while one site drains and the next one begins: what comes then goes into the journal alone. */
  #serving: Site | undefined;

  private constructor(site: Site) {
    this.#site = site;
    this.#channels = site.channels;
    this.#serving = site;
  }

  /** Opens a site, which works when it is started. */
  static async open(config: Config, parts: Omit<SiteParts, 'exchange'>): Promise<SiteSwitcher> {
    const channels = await readChannels(config, parts.workers);
    const exchange = await openExchange(config.exchange, parts.log, around(parts));
    try {
      const { journal } = parts;
      const proves: SiteBase['prove'] = (folders) => assertJournalNotOlder({ journal, ...folders });
      return new SiteSwitcher(
        await openSite(config, { parts: { ...parts, exchange }, channels, prove: proves }),
      );
    } catch (error) {
      await exchange.close();
      throw error;
    }
  }

  /** The one that works, or worked last. */
  get site(): Site {
    return this.#site;
  }

  /** A call of the exchange: it is in the journal when this resolves. */
  readonly receive: ReceiveCall = async (call) => {
    const documents = buildWebhookMessages(call, this.#channels.filter(isOutboundChannel));
    if (documents.length === 0) return 'unknown-path';
    await (this.#serving ? this.#serving.pipeline.receiveFromWebhook(documents) : this.#store(documents));
    crashAt('webhook-stored');
    return 'accepted';
  };

  async #store(documents: readonly NewMessage[]): Promise<void> {
    await this.#site.parts.journal.receive(assignLanes(documents, resolveLanes(this.#channels)));
  }

  /**
   * Drains the site and starts one of this config, which must be of the same journal and exchange. Rejects, and the site works
   * on, when what the config names cannot be had; rejects too when the new one cannot begin: then the one before begins again.
   * While the journal cannot be written neither could begin: that is waited for until the signal aborts, first by the one that
   * works, so that nothing is sent again whose answer only waits to be written.
   */
  async switchTo(config: Config, signal: AbortSignal): Promise<void> {
    await waitUntilWritable(this.#site.parts, signal);
    signal.throwIfAborted();
    const before = this.#site;
    const parts = await nextParts(before, config);
    const isOther = parts.exchange !== before.parts.exchange;
    const prepare = async () => {
      const channels = await readChannels(config, parts.workers);
      // another way to the exchange need not wait for what the one before has met
      if (isOther) await whenWritable(before.parts, signal, () => parts.journal.askSoon());
      return channels;
    };
    const channels = await prepare().catch(async (error: unknown) => {
      await closeUnused(parts, before.parts);
      throw error;
    });
    parts.log.debug({ code: 'config-drains' }, 'what is under way ends with the config before');
    this.#serving = undefined;
    this.#channels = channels;
    await before.stop(async () => {
      if (isOther) await before.parts.exchange.close();
    });
    // who has another config may do what this one does no more
    await parts.journal
      .releaseOtherLeases('alarms')
      .catch((error: unknown) => parts.log.debug({ err: error }, 'leases run out'));
    try {
      this.#begin(await openSiteWhenWritable(config, { parts, channels, before: before.channels }, signal));
    } catch (error) {
      await (signal.aborted ? closeUnused(parts, before.parts) : this.#beginAgain(before, parts, signal));
      throw error;
    }
    if (parts.workers !== before.parts.workers) await before.parts.workers.close();
  }

  /** The one before, since the next could not begin. */
  async #beginAgain(
    { config, channels, parts: before }: Site,
    next: SiteParts,
    signal: AbortSignal,
  ): Promise<void> {
    const { log } = before;
    const isOther = next.exchange !== before.exchange;
    const exchange = isOther ? await openExchange(config.exchange, log, around(before)) : before.exchange;
    this.#begin(await openSiteWhenWritable(config, { parts: { ...before, exchange }, channels }, signal));
    await closeUnused(next, before);
  }

  #begin(site: Site): void {
    this.#site = site;
    this.#channels = site.channels;
    this.#serving = site;
    site.parts.workers.forgetWaiting();
    site.start();
  }

  async stop(): Promise<void> {
    const { exchange, workers } = this.#site.parts;
    await this.#site.stop(() => exchange.close());
    await workers.close();
  }
}

const openSiteWhenWritable = (config: Config, base: SiteBase, signal: AbortSignal): Promise<Site> =>
  whenWritable(base.parts, signal, () => openSite(config, base));

/** While the journal cannot be written it is tried again. */
async function whenWritable<T>(parts: SiteParts, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof JournalNotWritten) || signal.aborted) throw error;
    }
    await waitUntilWritable(parts, signal);
    await pause(lookEvery, signal);
  }
}

/** Resolves when the journal can be written, as far as it knows, or when the signal aborts. */
async function waitUntilWritable({ journal, log }: SiteParts, signal: AbortSignal): Promise<void> {
  if (journal.trouble() === undefined) return;
  log.warn({ code: 'config-waits' }, 'the changed config waits until the journal can be written');
  while (journal.trouble() !== undefined && !signal.aborted) await pause(lookEvery, signal);
}

/** What was made for a config that is not used. */
async function closeUnused(next: SiteParts, before: SiteParts): Promise<void> {
  if (next.exchange !== before.exchange) await next.exchange.close();
  if (next.workers !== before.workers) await next.workers.close();
}

/** What has not changed is used on: an exchange stays logged in, threads keep what they have loaded. */
async function nextParts({ config: before, parts }: Site, config: Config): Promise<SiteParts> {
  const sameFolders = JSON.stringify(resolveOwnFolders(before)) === JSON.stringify(resolveOwnFolders(config));
  const exchange = isSame(before, config)
    ? parts.exchange
    : await openExchange(config.exchange, parts.log, around(parts));
  return {
    ...parts,
    exchange,
    workers: sameFolders ? parts.workers : new Workers(resolveOwnFolders(config)),
  };
}

/** The file of an authority may hold another one now. */
const isSame = ({ exchange: one }: Config, { exchange: other }: Config): boolean =>
  other.certificateAuthority === undefined && JSON.stringify(one) === JSON.stringify(other);
