import type { Logger } from 'pino';
import type { Config } from '../config/schema.ts';
import { openExchange } from '../exchange/open.ts';
import type { TakeTurns } from '../exchange/turns.ts';
import { Folders } from '../folders/open.ts';
import { isScsn } from '../formats/registry.ts';
import type { MetricsState, Readiness } from '../http/operator.ts';
import type { Journal } from '../journal/interface.ts';
import { openJournal } from '../journal/open.ts';
import { statusOf } from '../metrics/facts.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { isTrouble } from '../operator/alarms/raised.ts';
import type { Health } from '../operator/health.ts';
import { channelsOf, isOutbound } from '../pipeline/channel.ts';
import { Pipeline } from '../pipeline/pipeline.ts';
import { ownFolders } from '../pipeline/workers/snapshot.ts';
import { Workers } from '../pipeline/workers/workers.ts';
import { AlarmWatch } from './alarm-watch.ts';
import { openFolders } from './channel-folders.ts';
import { lookForPlaceholders } from './checks/placeholders.ts';
import { ExpectWatch } from './expect-watch.ts';
import { HealthWatch } from './health-watch.ts';
import { identityOf } from './identity.ts';
import { loopsOf } from './loops.ts';
import { MetricFactsOf } from './metric-facts.ts';
import { noticed } from './noticing.ts';
import { readinessOf } from './readiness.ts';
import { type Receivers, startReceivers } from './receivers.ts';
import { UntakenWatch } from './untaken-watch.ts';

export interface Gateway {
  readonly journal: Journal;
  /** Where webhooks arrive and where health is answered, when they are configured. */
  readonly webhookUrl: string | undefined;
  readonly operatorUrl: string | undefined;
  readiness(): Promise<readonly Readiness[]>;
  health(): Promise<Health>;
  /** Stops taking work, finishes what is under way, logs out, closes everything. */
  stop(): Promise<void>;
}

/** What a gateway begins with, and closes at its end. */
interface Base {
  readonly workers: Workers;
  readonly journal: Journal;
  readonly folders: Folders;
  /** Where somebody can ask for them. */
  readonly metrics: Metrics | undefined;
}

/**
 * The composition root: config in, running gateway out. Throws when the journal, a folder or a port cannot be had: then
 * nothing runs, and `workers` are closed too.
 */
export async function startGateway(
  config: Config,
  log: Logger,
  workers = new Workers(ownFolders(config)),
): Promise<Gateway> {
  const folders = new Folders(log);
  let journal: Journal | undefined;
  try {
    const [example] = lookForPlaceholders(config);
    if (example !== undefined) throw new Error(`${example.about}: ${example.what}`);
    const metrics = await metricsOf(config);
    journal = await openJournal(config.journal, log, metrics);
    await journal.bind(identityOf(config));
    return await run(config, { workers, journal, folders, metrics }, log);
  } catch (error) {
    await folders.close();
    await journal?.close();
    await workers.close();
    throw error;
  }
}

/** Where several gateways may run, they share the exchange's rate. */
const turnsOf = (journal: Journal): TakeTurns | undefined =>
  journal.shared ? (count, interval) => journal.turns(count, interval) : undefined;

/** Loaded where there is somebody to ask. */
async function metricsOf({ http }: Config): Promise<Metrics | undefined> {
  if (http.operator === undefined) return undefined;
  const { Metrics } = await import('../metrics/metrics.ts');
  return new Metrics();
}

async function run(config: Config, base: Base, log: Logger): Promise<Gateway> {
  const { workers, journal, folders, metrics: meter } = base;
  const channels = channelsOf(config);
  const { formats } = workers;
  // to tell whether a file is whole and whose it is takes the description of its format
  if (channels.some(({ settings }) => !isScsn(settings.document))) await workers.stamps();
  const { inbound, outbound } = await openFolders(folders, { channels, formats, journal, log });
  const exchange = await openExchange(config.exchange, log, { turns: turnsOf(journal), meter });
  const exchangeHost = new URL(config.exchange.baseUrl).host;
  const parts = {
    journal,
    workers,
    exchange,
    exchangeHost,
    channels,
    formats,
    inbound,
    outbound,
    log,
    meter,
  };
  const pipeline = new Pipeline(parts);
  const loops = loopsOf(config, parts, pipeline);
  const untaken = new UntakenWatch(inbound);
  const expected = new ExpectWatch(channels, journal.watching, log);
  const { alarms: settings, language } = config;
  const alarms = new AlarmWatch({ settings, language, health: () => watch.current(), journal, log });
  const watched = { exchange, journal, pipeline, untaken, expected, alarms, inbound, outbound, ...loops };
  const watch = new HealthWatch({ noticed: () => noticed(watched), journal, exchange, log });
  const file = config.journal.postgres === undefined ? config.journal.sqlite : undefined;
  const facts = new MetricFactsOf({ watched, journal, file, health: () => watch.current() });
  const before = await alarms.before();
  watch.remember(before.flatMap(({ code, ...rest }) => (isTrouble(code) ? { code, ...rest } : [])));
  const receivers: Receivers = {};
  const listens = () => (config.http.webhook ? receivers.webhook !== undefined : undefined);
  const state = {
    live: () => journal.alive(),
    readiness: () => readinessOf(watched, listens()),
    health: () => watch.health(),
    ...(meter ? { metrics: metricsState(meter, facts) } : {}),
  };

  pipeline.start();
  const all = [...loops.all, untaken, expected, watch, alarms];
  const running = all.map((loop) => loop.run());
  const stopWork = async (): Promise<void> => {
    const { webhook } = receivers;
    delete receivers.webhook;
    await webhook?.close();
    for (const loop of all) loop.stop();
    facts.stop();
    await pipeline.stop();
    await exchange.close();
    await Promise.all(running);
    await folders.close();
    await receivers.operator?.close();
  };
  try {
    await startReceivers(receivers, config, channels.filter(isOutbound), pipeline, state, log);
  } catch (error) {
    await stopWork();
    throw error;
  }
  return {
    journal,
    webhookUrl: receivers.webhook?.address,
    operatorUrl: receivers.operator?.address,
    readiness: state.readiness,
    health: state.health,
    async stop() {
      await stopWork();
      await workers.close();
      await journal.close();
    },
  };
}

const metricsState = (metrics: Metrics, facts: MetricFactsOf): MetricsState => ({
  contentType: metrics.contentType,
  page: async () => await metrics.page(await facts.now()),
  status: async () => statusOf(await facts.now()),
});
