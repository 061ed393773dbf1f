import { dirname } from 'node:path';
import type { Logger } from 'pino';
import { atMost } from './at-most.ts';
import type { Config } from './config/schema.ts';
import { crashPoint } from './crash-point.ts';
import { DiskWatch } from './disk-watch.ts';
import type { ExchangeClient } from './exchange/interface.ts';
import { openExchange } from './exchange/open.ts';
import type { TakeTurns } from './exchange/turns.ts';
import { folderName } from './folders/endpoint.ts';
import type { InboundFolder, OutboundFolder } from './folders/interface.ts';
import { Folders } from './folders/open.ts';
import type { Closable, Readiness } from './http/operator.ts';
import type { Receive } from './http/webhook.ts';
import type { Journal } from './journal/interface.ts';
import { openJournal } from './journal/open.ts';
import { type Channel, channelsOf, type InboundChannel, type OutboundChannel } from './pipeline/channel.ts';
import { type CollectionLoop, collectionLoops } from './pipeline/collection-loop.ts';
import { InboundLoop } from './pipeline/inbound-loop.ts';
import { isDead } from './pipeline/leftovers.ts';
import { MappingWatch } from './pipeline/mapping-watch.ts';
import { Pipeline } from './pipeline/pipeline.ts';
import { RetentionLoop } from './pipeline/retention-loop.ts';
import { SearchLoop } from './pipeline/search-loop.ts';
import { usedMappings } from './pipeline/used-mappings.ts';
import { documentsOf } from './pipeline/webhook-routes.ts';
import { Workers } from './pipeline/workers.ts';

export interface Gateway {
  readonly journal: Journal;
  /** Where webhooks arrive and where health is answered, when they are configured. */
  readonly webhookUrl: string | undefined;
  readonly operatorUrl: string | undefined;
  readiness(): Promise<readonly Readiness[]>;
  /** Stops taking work, finishes what is under way, logs out, closes everything. */
  stop(): Promise<void>;
}

const isInbound = (channel: Channel): channel is InboundChannel => channel.direction === 'inbound';
const isOutbound = (channel: Channel): channel is OutboundChannel => channel.direction === 'outbound';

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
  workers = new Workers(config.mappings),
): Promise<Gateway> {
  const folders = new Folders(log);
  let journal: Journal | undefined;
  try {
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

/** All state belongs to one exchange identity. */
const identityOf = ({ exchange }: Config): string =>
  [exchange.baseUrl, ...(exchange.companyId ? [`company ${exchange.companyId}`] : [])].join(', ');

async function run(config: Config, { workers, journal, folders }: Base, log: Logger): Promise<Gateway> {
  const channels = channelsOf(config);
  const { inbound, outbound } = await openFolders(folders, channels, journal, log);
  const exchange = await openExchange(config.exchange, log, turnsOf(journal));
  const pipeline = new Pipeline({
    exchangeHost: new URL(config.exchange.baseUrl).host,
    journal,
    workers,
    exchange,
    channels,
    inbound,
    outbound,
    log,
  });
  const searches = channels
    .filter(isOutbound)
    .map((channel) => new SearchLoop({ channel, exchange, journal, pipeline, log }));
  const pickups = foldersOf(channels, inbound).map(
    ([folder, sharing]) => new InboundLoop({ channels: sharing, folder, journal, pipeline, log }),
  );
  const collections = collectionLoops(channels.filter(isOutbound), outbound, { journal, log });
  const mappings = config.mappings
    ? new MappingWatch({ folder: config.mappings, used: usedMappings(channels), workers, log })
    : undefined;
  const disks = new DiskWatch(writtenFolders(config, channels), log);
  const readiness = async (): Promise<readonly Readiness[]> =>
    readinessOf({ exchange, journal, pipeline, inbound, outbound, searches, collections, mappings, disks });

  pipeline.start();
  const retention = new RetentionLoop({ keep: config.journal.keep, journal, log });
  const more = mappings ? [disks, retention, mappings] : [disks, retention];
  const loops = [...pickups, ...searches, ...collections, ...more].map((loop) => loop.run());
  const receivers: Receivers = {};
  const stopWork = async (): Promise<void> => {
    await receivers.webhook?.close();
    for (const loop of [...pickups, ...searches, ...collections]) loop.stop();
    for (const loop of more) loop.stop();
    await pipeline.stop();
    await exchange.close();
    await Promise.all(loops);
    await folders.close();
    await receivers.operator?.close();
  };
  try {
    await startReceivers(receivers, config, channels.filter(isOutbound), pipeline, readiness, log);
  } catch (error) {
    await stopWork();
    throw error;
  }
  return {
    journal,
    webhookUrl: receivers.webhook?.address,
    operatorUrl: receivers.operator?.address,
    readiness,
    async stop() {
      await stopWork();
      await workers.close();
      await journal.close();
    },
  };
}

/** The folders on this machine's disks that the gateway writes to. */
const writtenFolders = ({ journal }: Config, channels: readonly Channel[]): readonly string[] => [
  ...(journal.postgres === undefined ? [dirname(journal.sqlite)] : []),
  ...channels.flatMap((channel) => {
    const end = isInbound(channel) ? channel.settings.from : channel.settings.to;
    return end.folder ?? [];
  }),
];

async function openFolders(folders: Folders, channels: readonly Channel[], journal: Journal, log: Logger) {
  const openInbound = async (sharing: readonly InboundChannel[]) => {
    const sources = sharing.map(({ settings }) => settings.from);
    const folder = await folders.inbound(sources, journal);
    return sharing.map(({ name }) => [name, folder] as const);
  };
  const openTarget = async (channel: OutboundChannel) =>
    [channel.name, await openOutbound(folders, channel, journal, log)] as const;
  const [inbound, outbound] = await Promise.all([
    Promise.all(bySource(channels).map(openInbound)),
    Promise.all(channels.filter(isOutbound).map(openTarget)),
  ]);
  return { inbound: new Map(inbound.flat()), outbound: new Map(outbound) };
}

/** Milliseconds that the start waits for an outbound folder to be looked through; that goes on beside the work then. */
const longestSweep = 2_000;

/** Temporary files that a crash left before they were journalled were never promised to anybody. */
async function openOutbound(
  folders: Folders,
  { name, settings }: OutboundChannel,
  journal: Journal,
  log: Logger,
): Promise<OutboundFolder> {
  const folder = await folders.outbound(settings.to, `${journal.id} ${name}`);
  const swept = folder
    .sweep((left) => isDead(journal, left))
    .catch((error: unknown) =>
      log.warn({ err: error, channel: name }, 'the outbound folder cannot be looked through now'),
    );
  await atMost(longestSweep, swept);
  return folder;
}

/** Channels that share a folder: it is scanned once. */
const bySource = (channels: readonly Channel[]): readonly InboundChannel[][] => [
  ...Map.groupBy(channels.filter(isInbound), ({ settings }) => folderName(settings.from)).values(),
];

/** Each inbound folder with its channels. */
const foldersOf = (channels: readonly Channel[], inbound: ReadonlyMap<string, InboundFolder>) =>
  [...Map.groupBy(channels.filter(isInbound), ({ name }) => inbound.get(name))].flatMap(
    ([folder, [first, ...others]]) => (folder && first ? [[folder, [first, ...others]] as const] : []),
  );

/** What listens. */
interface Receivers {
  webhook?: Closable;
  operator?: Closable;
}

/** Their code is loaded now, when sending has begun. */
async function startReceivers(
  receivers: Receivers,
  { http }: Config,
  channels: readonly OutboundChannel[],
  pipeline: Pipeline,
  readiness: () => Promise<readonly Readiness[]>,
  log: Logger,
): Promise<void> {
  const receive: Receive = async (call) => {
    const documents = documentsOf(call, channels);
    if (documents.length === 0) return 'unknown-path';
    await pipeline.receive(documents);
    crashPoint('webhook-stored');
    return 'accepted';
  };
  if (http.operator) {
    const { startOperator } = await import('./http/operator.ts');
    receivers.operator = await startOperator(http.operator, { live: () => true, readiness }, log);
  }
  if (http.webhook) {
    const { startWebhook } = await import('./http/webhook.ts');
    receivers.webhook = await startWebhook(http.webhook, receive, log);
  }
}

interface Watched {
  readonly exchange: ExchangeClient;
  readonly journal: Journal;
  readonly pipeline: Pipeline;
  readonly inbound: ReadonlyMap<string, InboundFolder>;
  readonly outbound: ReadonlyMap<string, OutboundFolder>;
  readonly searches: readonly SearchLoop[];
  readonly collections: readonly CollectionLoop[];
  readonly mappings: MappingWatch | undefined;
  readonly disks: DiskWatch;
}

/** Everything that can keep the gateway from its work, each with its reason. */
async function readinessOf({
  exchange,
  journal,
  pipeline,
  inbound,
  outbound,
  searches,
  collections,
  mappings,
  disks,
}: Watched): Promise<readonly Readiness[]> {
  const checks = [
    named('exchange', exchange.trouble()),
    named('journal', journal.trouble() ?? (await journal.message(0).then(() => undefined, String))),
    { ...named('disks', disks.trouble()), ok: true },
    ...[...inbound, ...outbound].map(([name, folder]) =>
      named(`folder of ${name}`, folder.trouble() ?? pipeline.filingTroubles().get(name)),
    ),
    ...searches.map((search) => named(`search of ${search.channelName}`, search.trouble())),
    // an ERP that does not collect does not keep the gateway from its work
    ...collections.map((loop) => ({ ...named(`collection of ${loop.name}`, loop.trouble()), ok: true })),
    ...(mappings ? [{ name: 'mappings', ...mappings.state() }] : []),
  ];
  return checks;
}

const named = (name: string, reason: string | undefined): Readiness =>
  reason === undefined ? { name, ok: true } : { name, ok: false, reason };
