import type { Logger } from 'pino';
import type { Config } from '../config/schema.ts';
import { openExchange } from '../exchange/open.ts';
import type { TakeTurns } from '../exchange/turns.ts';
import { Folders } from '../folders/open.ts';
import { isScsn } from '../formats/registry.ts';
import type { Readiness } from '../http/operator.ts';
import type { Journal } from '../journal/interface.ts';
import { openJournal } from '../journal/open.ts';
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
    journal = await openJournal(config.journal, log);
    await journal.bind(identityOf(config));
    return await run(config, { workers, journal, folders }, log);
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

async function run(config: Config, { workers, journal, folders }: Base, log: Logger): Promise<Gateway> {
  const channels = channelsOf(config);
  const { formats } = workers;
  // to tell whether a file is whole and whose it is takes the description of its format
  if (channels.some(({ settings }) => !isScsn(settings.document))) await workers.stamps();
  const { inbound, outbound } = await openFolders(folders, { channels, formats, journal, log });
  const exchange = await openExchange(config.exchange, log, turnsOf(journal));
  const exchangeHost = new URL(config.exchange.baseUrl).host;
  const parts = { journal, workers, exchange, exchangeHost, channels, formats, inbound, outbound, log };
  const pipeline = new Pipeline(parts);
  const loops = loopsOf(config, parts, pipeline);
  const untaken = new UntakenWatch(inbound);
  const expected = new ExpectWatch(channels, journal.watching, log);
  const { alarms: settings, language } = config;
  const alarms = new AlarmWatch({ settings, language, health: () => watch.current(), journal, log });
  const watched = { exchange, journal, pipeline, untaken, expected, alarms, inbound, outbound, ...loops };
  const watch = new HealthWatch({ noticed: () => noticed(watched), journal, exchange, log });
  const before = await alarms.before();
  watch.remember(before.flatMap(({ code, ...rest }) => (isTrouble(code) ? { code, ...rest } : [])));
  const receivers: Receivers = {};
  const listens = () => (config.http.webhook ? receivers.webhook !== undefined : undefined);
  const state = {
    live: () => journal.alive(),
    readiness: () => readinessOf(watched, listens()),
    health: () => watch.health(),
  };

  pipeline.start();
  const all = [...loops.all, untaken, expected, watch, alarms];
  const running = all.map((loop) => loop.run());
  const stopWork = async (): Promise<void> => {
    const { webhook } = receivers;
    delete receivers.webhook;
    await webhook?.close();
    for (const loop of all) loop.stop();
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
