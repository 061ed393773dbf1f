import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Config } from '../../config/schema/config-schema.ts';
import { openDescriptions } from '../../formats/description-folders.ts';
import { buildFileFormats } from '../../formats/format-registry.ts';
import { checkChannel } from '../../gateway/checks/check-channel.ts';
import { configIn } from '../../gateway/testkit/config.ts';
import type { Journal } from '../../journal/journal.ts';
import { openSqliteJournal } from '../../journal/sqlite/open-sqlite.ts';
import { computeHealth, type Health } from '../../operator/health/health.ts';
import { DocumentMasks } from '../../operator/masking/document-masks.ts';
import { buildChannels } from '../../pipeline/channel/channel.ts';
import { mappingFolders } from '../../pipeline/channel/mapping-folders.ts';
import { resolveOwnFolders } from '../../pipeline/runtime/runtime-snapshot.ts';
import { Workers } from '../../pipeline/workers/workers.ts';
import { TrialDesk } from '../../workbench/trial/trial-desk.ts';
import type { Desk } from '../desk.ts';

/** What routes work with, over an empty journal of its own. Decisions are left, and carried out by whoever calls the journal. */
export interface OpenDesk extends Desk {
  readonly folder: string;
  readonly journal: Journal;
  /** As `health()` tells it. */
  standing: Health;
  close(): Promise<void>;
}

/** `change`: of the config. */
export function openDesk(change: Readonly<Record<string, unknown>> = {}): OpenDesk {
  const folder = mkdtempSync(join(tmpdir(), 'desk-'));
  const config: Config = configIn(folder, change);
  const channels = buildChannels(config);
  const journal = openSqliteJournal(join(folder, 'journal.db'));
  const trials = new TrialDesk();
  const masks = new DocumentMasks(async () => 'seed');
  let workers: Workers | undefined;
  // threads that few tests need
  const startWorkers = () => (workers ??= new Workers(resolveOwnFolders(config)));
  const desk: OpenDesk = {
    ...{ folder, journal, trials, masks, log: pino({ level: 'silent' }), standing: computeHealth([]) },
    access: { journal, write: (use) => use(journal), isGatewayRunning: async () => false },
    checker: () => ({ workers: startWorkers(), channels }),
    config: () => config,
    channels: () => channels,
    formats: () => buildFileFormats(openDescriptions(mappingFolders(config.mappings))),
    health: () => desk.standing,
    now: () => new Date(),
    disks: () => [],
    certificates: () => [],
    alarmsSent: () => [],
    runsGateway: true,
    checkChannel: (name) => checkChannel({ config, channels }, name),
    close: async () => {
      await Promise.all([trials.close(), masks.close(), workers?.close()]);
      await journal.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return desk;
}
