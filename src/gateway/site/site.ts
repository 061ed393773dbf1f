import { dirname } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from '../../config/schema/config-schema.ts';
import type { openExchange } from '../../exchange/open-exchange.ts';
import { Folders } from '../../folders/open/open-folders.ts';
import type { Journal } from '../../journal/journal.ts';
import type { Meter } from '../../metrics/meter.ts';
import {
  buildChannels,
  buildChannelsInTurns,
  type Channel,
  needsFormats,
} from '../../pipeline/channel/channel.ts';
import { resolveLanes } from '../../pipeline/channel/channel-lanes.ts';
import { Pipeline } from '../../pipeline/pipeline.ts';
import type { Workers } from '../../pipeline/workers/workers.ts';
import { waitAtMost } from '../../time/deadline.ts';
import type { SiteTroubleSources } from '../health/trouble-sources.ts';
import { CompanyWatch } from '../watches/company-watch.ts';
import { ExpectedTrafficWatch } from '../watches/expected-traffic-watch.ts';
import { listWithOtherFolder, ProofWatch } from '../watches/folder-proof-watch.ts';
import { LoginWatch } from '../watches/login-watch.ts';
import { UnmatchedFilesWatch } from '../watches/unmatched-files-watch.ts';
import { type ChannelFolders, openFolders } from './channel-folders.ts';
import { JournalSerialNotes } from './journal-serial-notes.ts';
import { findRemovedChannels, type RemovedChannel, warnOfMissingChannels } from './removed-channels.ts';
import { buildSiteLoops } from './site-loops.ts';

export type Exchange = Awaited<ReturnType<typeof openExchange>>;

export interface SiteParts {
  readonly journal: Journal;
  readonly workers: Workers;
  readonly exchange: Exchange;
  readonly log: Logger;
  readonly meter?: Meter | undefined;
}

/** Milliseconds that are waited for what only looks: a share that hangs holds up nobody else. */
const longestLook = 5_000;

/** Everything that one version of the config makes: folders, pipeline, loops. What lives longer is given to it. */
export interface Site {
  readonly config: Config;
  readonly channels: readonly Channel[];
  readonly parts: SiteParts;
  readonly pipeline: Pipeline;
  readonly watched: SiteTroubleSources;
  /** What the channels hold that a next config has no more. */
  findRemovedChannels(next: Config): Promise<readonly RemovedChannel[]>;
  start(): void;
  /**
   * Takes no more work from now on, also before it resolves; resolves when all that was under way has ended and its files
   * are moved. `ends`: called when nothing more is sent.
   */
  stop(ends: () => Promise<void>): Promise<void>;
}

export interface SiteBase {
  readonly parts: SiteParts;
  readonly channels: readonly Channel[];
  /** The channels of the config that this one follows on while the gateway runs. */
  readonly before?: readonly Channel[];
  /** Called with the inbound folders, before anything is changed in the journal or an outbound folder; may reject. */
  readonly prove?: (folders: ChannelFolders) => Promise<void>;
}

/**
 * The channels of a config. To tell the ending of files, whether one is whole and whose it is, takes the descriptions of formats: as the
 * workers have read them, since a share of mappings may hang.
 */
export async function readChannels(config: Config, workers: Workers): Promise<readonly Channel[]> {
  if (!needsFormats(config)) return buildChannels(config);
  const files = await workers.readFiles();
  return await buildChannelsInTurns(config, { files, formats: workers.formats });
}

/**
 * A folder that is away, or a mapping that cannot be used, is no error here: it keeps its own channel from work. `before`: the channels
 * of the config that this one follows on while the gateway runs.
 */
export async function openSite(config: Config, base: SiteBase): Promise<Site> {
  const { parts, channels } = base;
  const { journal, exchange, log } = parts;
  const { formats } = parts.workers;
  const folders = new Folders(log, findJournalFolder(config));
  const { inbound, outbound } = await openSiteFolders(folders, base).catch(async (error: unknown) => {
    await folders.close();
    throw error;
  });
  const exchangeHost = new URL(config.exchange.baseUrl).host;
  const { perSecond } = config.exchange.rate;
  const all = { ...parts, exchangeHost, perSecond, channels, formats, inbound, outbound };
  const pipeline = new Pipeline(all);
  const loops = buildSiteLoops(config, all, pipeline);
  const watches = buildWatches(base, { inbound, outbound });
  const looks = [...loops.watches, ...Object.values(watches)];
  let working: readonly Promise<void>[] = [];
  let looking: readonly Promise<void>[] = [];
  return {
    ...{ config, channels, parts, pipeline },
    watched: { exchange, pipeline, inbound, outbound, ...watches, ...loops },
    findRemovedChannels: (next) => findRemovedChannels({ channels, journal, folders }, next),
    start() {
      void warnOfMissingChannels(journal, channels, log);
      pipeline.start();
      working = loops.work.map((loop) => loop.run());
      looking = looks.map((loop) => loop.run());
    },
    async stop(ends) {
      for (const loop of [...loops.work, ...looks]) loop.stop();
      await pipeline.stop();
      await ends();
      await Promise.all(working);
      await waitAtMost(longestLook, Promise.all(looking));
      await waitAtMost(longestLook, watches.serials.writeNotes());
      await folders.close();
    },
  };
}

/** Of an embedded journal. */
const findJournalFolder = ({ journal }: Config): string | undefined =>
  journal.postgres === undefined ? dirname(journal.sqlite) : undefined;

/** Proved, and with their lanes and what waits for their channels in the journal. */
async function openSiteFolders(
  folders: Folders,
  { parts: { journal, workers, log }, channels, prove }: SiteBase,
): Promise<ChannelFolders> {
  const { formats } = workers;
  const opened = await openFolders(folders, { channels, formats, journal, log }, prove);
  await journal.joinLanes(resolveLanes(channels));
  await journal.returnToChannels(channels.map(({ name }) => name));
  return opened;
}

/** What looks for troubles beside the work. */
const buildWatches = (
  { parts: { journal, log }, channels, before }: SiteBase,
  { inbound, outbound }: ChannelFolders,
) => ({
  unmatched: new UnmatchedFilesWatch(inbound),
  expected: new ExpectedTrafficWatch(channels, journal.troubles, log),
  companies: new CompanyWatch(channels, journal, log),
  logins: new LoginWatch(journal.accounts, log),
  proofs: new ProofWatch(before ? listWithOtherFolder(channels, before) : [], journal.id, log),
  serials: new JournalSerialNotes({ journal, inbound, outbound, log }),
});
