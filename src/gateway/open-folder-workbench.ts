import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Config, configSchema } from '../config/schema/config-schema.ts';
import { operatorSchema } from '../config/schema/operator-schema.ts';
import { openDescriptions } from '../formats/description-folders.ts';
import { buildFileFormats } from '../formats/format-registry.ts';
import { startOperator } from '../http/operator-server.ts';
import type { Author, Journal } from '../journal/journal.ts';
import { openJournal } from '../journal/open/open-journal.ts';
import { restoreJournal } from '../journal/sqlite/restore-journal.ts';
import { computeHealth } from '../operator/health/health.ts';
import { addSystemLink } from '../operator/users/manage-users.ts';
import { buildChannels } from '../pipeline/channel/channel.ts';
import { mappingFolders } from '../pipeline/channel/mapping-folders.ts';
import type { Log } from '../system/log.ts';
import { findFreePort } from './free-port.ts';
import { openOperatorPages } from './open-operator-pages.ts';
import { findPages } from './pages-later.ts';

/** What the workbench of a folder is opened with. */
export interface FolderWorkbenchSettings {
  /** The folder of mappings; it need not be there yet. */
  readonly mappings: string;
  /** A backup of an embedded journal: a copy of it is used. */
  readonly journal?: string | undefined;
  /** Whose channels the messages of the journal went through. Nothing of it is run. */
  readonly config?: Config | undefined;
  /** On 127.0.0.1; 0: any that is free. */
  readonly port: number;
  readonly by: Author;
}

export interface FolderWorkbench {
  /** With a slash at its end. */
  readonly url: string;
  /** Logs in once. */
  readonly token: string;
  close(): Promise<void>;
}

/**
 * The pages over a folder of mappings, on loopback and without a gateway: nothing is received, sent or moved. Drafts and the copy of a
 * journal lie in a folder of their own, which goes when it is closed. Throws an Error in words.
 */
export async function openFolderWorkbench(
  settings: FolderWorkbenchSettings,
  log: Log,
): Promise<FolderWorkbench> {
  const folder = await mkdtemp(join(tmpdir(), 'workbench-'));
  try {
    return await openIn(folder, settings, log);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function openIn(folder: string, settings: FolderWorkbenchSettings, log: Log): Promise<FolderWorkbench> {
  const { mappings, journal: backup, by } = settings;
  const file = join(folder, 'journal.db');
  if (backup !== undefined) {
    if (!existsSync(backup)) throw new Error(`There is no file ${backup}.`);
    await restoreJournal(file, backup);
  }
  await mkdir(mappings, { recursive: true });
  const config = buildConfig(settings.config, mappings, file);
  const journal = await openJournal(config.journal, log);
  await discardDrafts(journal, by.name);
  const operator = operatorSchema.parse({ listen: `127.0.0.1:${await findFreePort(settings.port)}` });
  const health = computeHealth([]);
  const channels = buildChannels(config);
  const seen = {
    ...{ journal, log, config: () => config, channels: () => channels, health: () => health },
    // files of the folder are edited all the while
    formats: () => buildFileFormats(openDescriptions(mappingFolders(mappings))),
    ...{ disks: () => [], certificates: () => [], alarmsSent: () => [], generation: () => config },
    runsGateway: false,
  };
  const built = findPages(operator, log);
  if (built === undefined) {
    await journal.close();
    throw new Error('There are no pages in this program: they are not built.');
  }
  const pages = openOperatorPages(operator, built, seen);
  const state = { live: () => true, readiness: async () => [], health: async () => health };
  const server = await startOperator(operator, { ...state, pages: pages.handler }, log);
  const { token } = await addSystemLink({ accounts: journal.accounts, random: randomBytes }, by);
  return {
    ...{ url: `http://${operator.listen}/`, token },
    close: async () => {
      await server.close();
      await pages.close();
      await journal.close();
      // a virus scanner may have a file open for a moment, which Windows does not remove then
      await rm(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** What somebody of that name typed at the gateway that was copied began from other files than those of this folder. */
async function discardDrafts({ drafts }: Journal, who: string): Promise<void> {
  for (const subject of await drafts.listDraftSubjects(who)) await drafts.removeDraft(who, subject);
}

/** Nothing of the exchange is asked: its address leads nowhere. */
const nowhere = {
  baseUrl: 'http://127.0.0.1:9',
  auth: { email: 'nobody', password: 'none' },
} as const;

function buildConfig(given: Config | undefined, mappings: string, sqlite: string): Config {
  const empty = { exchange: nowhere, journal: { sqlite }, channels: {} };
  const { journal, exchange, ...rest } = configSchema.parse(empty);
  return given === undefined
    ? { ...rest, journal, exchange, mappings }
    : { ...given, journal, exchange, mappings, http: rest.http, alarms: rest.alarms, workbench: 'edit' };
}
