import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { type RequestHandler, Router } from 'express';
import { pino } from 'pino';
import type { Desk } from '../../../src/api/desk.ts';
import { createEntrance } from '../../../src/api/entrance/create-entrance.ts';
import type { UserRole } from '../../../src/api/model/common-model.ts';
import { buildPagesHandler } from '../../../src/api/pages-handler.ts';
import { openEntrance } from '../../../src/api/testkit/open-entrance.ts';
import { loadConfig } from '../../../src/config/load/load-config.ts';
import type { Config } from '../../../src/config/schema/config-schema.ts';
import { openDescriptions } from '../../../src/formats/description-folders.ts';
import { buildFileFormats } from '../../../src/formats/format-registry.ts';
import { checkChannel } from '../../../src/gateway/checks/check-channel.ts';
import { startOperator } from '../../../src/http/operator-server.ts';
import type { Journal } from '../../../src/journal/journal.ts';
import { openJournal } from '../../../src/journal/open/open-journal.ts';
import { computeHealth, type Health } from '../../../src/operator/health/health.ts';
import { DocumentMasks } from '../../../src/operator/masking/document-masks.ts';
import { addSystemLink } from '../../../src/operator/users/manage-users.ts';
import { readSiteKey } from '../../../src/operator/users/secrets.ts';
import { buildFile } from '../../../src/package.ts';
import { buildChannels, type Channel } from '../../../src/pipeline/channel/channel.ts';
import { mappingFolders } from '../../../src/pipeline/channel/mapping-folders.ts';
import { resolveOwnFolders } from '../../../src/pipeline/runtime/runtime-snapshot.ts';
import { Workers } from '../../../src/pipeline/workers/workers.ts';
import { version } from '../../../src/version.ts';
import { TrialDesk } from '../../../src/workbench/trial/trial-desk.ts';

/** The pages over the journal of a folder, with nobody at the door. Decisions are carried out, and nothing is sent. */
export interface PagesServer {
  readonly url: string;
  readonly journal: Journal;
  /** Of everybody who asks from now on. */
  role: UserRole;
  health: Health;
  config: () => Config;
  /** As the folder has it. */
  readonly startConfig: Config;
  /** How late it is for the pages. */
  now: () => Date;
  close(): Promise<void>;
}

const folderOfPages = (): string => {
  const folder = buildFile('web');
  if (folder === undefined) throw new Error('There is no build with pages: GATEWAY_BUILD is not set.');
  return folder;
};

/** A way in that asks who comes. */
interface Guarded {
  /** As browsers see it. */
  readonly url: string;
  readonly proxies: readonly string[];
}

/** `folder`: with `gateway.yaml` and its journal, as `copyDemoSite` makes one. `guarded`: one has to log in, else nobody is at the door. */
export async function startPagesServer(folder: string, guarded?: Guarded): Promise<PagesServer> {
  const { config, findings } = await loadConfig(join(folder, 'gateway.yaml'));
  if (!config)
    throw new Error(`The config cannot be used: ${findings.map(({ message }) => message).join('; ')}`);
  const log = pino({ level: 'silent' });
  const journal = await openJournal(config.journal, log);
  const state = {
    ...{ role: 'administer' as UserRole, health: computeHealth([]), now: () => new Date() },
    ...{ config: () => config, startConfig: config },
  };
  const access = {
    journal,
    write: <T>(use: (one: Journal) => Promise<T>) => use(journal),
    isGatewayRunning: async () => true,
  };
  const trials = new TrialDesk();
  const masks = new DocumentMasks(() =>
    readSiteKey({ accounts: journal.accounts, random: randomBytes }, 'masked documents'),
  );
  let workers: Workers | undefined;
  // threads that few pages need
  const startWorkers = () => (workers ??= new Workers(resolveOwnFolders(config)));
  const channels = memoizeChannels();
  const desk: Desk = {
    ...{ journal, access, log, trials, masks },
    checker: () => ({ workers: startWorkers(), channels: channels(config) }),
    config: () => state.config(),
    channels: () => channels(state.config()),
    formats: () => buildFileFormats(openDescriptions(mappingFolders(state.config().mappings))),
    health: () => state.health,
    now: () => state.now(),
    disks: () => [{ folder, free: 41_000_000_000 }],
    certificates: () => [{ about: 'http.operator.tls.cert', until: '2027-06-03T12:00:00.000Z' }],
    alarmsSent: () => [],
    runsGateway: true,
    checkChannel: (name) =>
      checkChannel({ config: state.config(), channels: channels(state.config()) }, name),
  };
  const pages = guarded
    ? buildGuardedPages(desk, guarded.url)
    : buildPagesHandler({ desk, entrance: openEntrance(() => state.role), folder: folderOfPages() });
  const operator = { live: () => true, readiness: async () => [], health: async () => state.health, pages };
  const server = await startOperator(
    { listen: '127.0.0.1:0', proxies: guarded?.proxies ?? [] },
    operator,
    log,
  );
  const carrying = setInterval(() => void journal.carryOutCommands(), 100);
  return Object.assign(state, {
    url: server.address,
    journal,
    close: async () => {
      clearInterval(carrying);
      await server.close();
      await trials.close();
      await masks.close();
      await workers?.close();
      await journal.close();
    },
  });
}

/** Built once for a config, as a gateway does. */
function memoizeChannels(): (config: Config) => readonly Channel[] {
  const built = new WeakMap<Config, readonly Channel[]>();
  return (config) => {
    const channels = built.get(config) ?? buildChannels(config);
    built.set(config, channels);
    return channels;
  };
}

function buildGuardedPages(desk: Desk, url: string): RequestHandler {
  const { accounts, id: instance } = desk.journal;
  const site = {
    name: 'erp-1',
    gateway: 'gateway b',
    version,
    timeZone: 'Europe/Amsterdam',
    language: 'en',
  } as const;
  const cost = { ln: 4, r: 8, p: 1 };
  const entrance = createEntrance({ accounts, url, names: [], instance, site: () => site, cost });
  const pages = buildPagesHandler({ desk, entrance, folder: folderOfPages(), prefix: new URL(url).pathname });
  return Router().use(entrance.guard, pages);
}

/** The token of a link that lets one in once. */
export async function tokenOfLink({ accounts }: Journal): Promise<string> {
  const root = { kind: 'system', name: 'root', address: 'erp-1' } as const;
  return (await addSystemLink({ accounts, random: randomBytes }, root)).token;
}
