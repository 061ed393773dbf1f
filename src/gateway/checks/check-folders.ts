import { statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pino } from 'pino';
import type { Config } from '../../config/schema/config-schema.ts';
import { explainFailure } from '../../findings/localized-error.ts';
import { joinTexts, keepUntranslated, type LocalizedText, localize } from '../../findings/localized-text.ts';
import { folderTitleOf } from '../../folders/endpoint-settings.ts';
import { Folders, folderPathOf } from '../../folders/open/open-folders.ts';
import { type Proof, type Purpose, proveFolder } from '../../folders/proof/prove-folder.ts';
import { checkPlacements } from '../../folders/proof/prove-placements.ts';
import { readJournal } from '../../journal/open/open-journal.ts';
import { readJournalId } from '../../journal/sqlite/open-sqlite.ts';
import {
  buildChannels,
  type Channel,
  type InboundChannel,
  isInboundChannel,
} from '../../pipeline/channel/channel.ts';
import { renderUnmatchedFiles } from '../watches/unmatched-files-watch.ts';
import type { CheckResult } from './check-result.ts';

/** Tries on each channel's folder what pickup and publishing need, and whether files can be put where they end. */
export const checkFolders = (config: Config): Promise<readonly CheckResult[]> =>
  checkChannelFolders(config, buildChannels(config));

/** Of these channels of the config. */
export async function checkChannelFolders(
  config: Config,
  channels: readonly Channel[],
): Promise<readonly CheckResult[]> {
  const folders = new Folders(pino({ level: 'silent' }));
  try {
    const journal = await journalId(config);
    const found: CheckResult[] = [];
    // one after the other: channels may share a folder, or a server
    for (const channel of channels) found.push(...(await checkFolder(folders, channel, journal)));
    return [...found, ...(await checkUnmatched(folders, channels.filter(isInboundChannel)))];
  } finally {
    await folders.close();
  }
}

/** Why the folder of a channel cannot be used; undefined: it can. Never rejects. `journal`: the id of ours. */
export async function findFolderTrouble(
  channel: Channel,
  journal: string,
): Promise<LocalizedText | undefined> {
  const folders = new Folders(pino({ level: 'silent' }));
  try {
    return (await checkFolder(folders, channel, journal)).find(({ level }) => level === 'wrong')?.what;
  } catch (error) {
    return explainFailure(error);
  } finally {
    await folders.close();
  }
}

/** Files that lie in an inbound folder and that no channel takes. */
async function checkUnmatched(
  folders: Folders,
  channels: readonly InboundChannel[],
): Promise<readonly CheckResult[]> {
  const sources = Map.groupBy(
    channels.map(({ settings }) => settings.from),
    folderTitleOf,
  );
  const found: CheckResult[] = [];
  for (const [identity, [from, ...others]] of sources) {
    if (!from) continue;
    const what = await renderUnmatchedFiles({
      identity,
      countUnmatched: () => folders.countUnmatched([from, ...others]),
    });
    if (what !== undefined) found.push({ level: 'warn', about: localize('found-files'), what });
  }
  return found;
}

/** Undefined before the first start, empty where it cannot be read. */
async function journalId({ journal: settings }: Config): Promise<string | undefined> {
  try {
    if (settings.postgres === undefined) return readJournalId(settings.sqlite);
    const journal = await readJournal(settings);
    await journal.close();
    return journal.id;
  } catch {
    // whoever looks at the journal tells
    return settings.postgres === undefined && isMissing(settings.sqlite) ? undefined : '';
  }
}

/** A folder that this account may not enter says nothing of what lies in it. */
function isMissing(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) === undefined;
  } catch {
    return false;
  }
}

async function checkFolder(
  folders: Folders,
  channel: Channel,
  journal: string | undefined,
): Promise<readonly CheckResult[]> {
  const end = channel.direction === 'inbound' ? channel.settings.from : channel.settings.to;
  const files = folders.fileStoreOf(end);
  const path = folderPathOf(end);
  const purpose = purposeOf(channel, journal);
  const reports = channel.direction === 'inbound' ? channel.settings.from.reports : undefined;
  const proof = (await noFolder(end.folder)) ?? (await proveFolder(path, purpose, files));
  const wrong = proof.wrong ?? (await checkPlacements(path, { ...purpose, reports }, files));
  const about = localize('found-folder', { channel: channel.name });
  const level = wrong === undefined ? 'ok' : 'wrong';
  const more = proof.observations.length > 0 ? [joinTexts(proof.observations, '; ')] : [];
  return [
    { level, about, what: wrong ?? keepUntranslated(folderTitleOf(end)), more },
    ...proof.warnings.map((what) => ({ level: 'warn', about, what }) as const),
  ];
}

/** A file at its place looks like a matter of rights. */
async function noFolder(path: string | undefined): Promise<Proof | undefined> {
  const isFile = path !== undefined && (await stat(path).catch(() => undefined))?.isFile();
  return isFile ? { wrong: localize('folder-is-file', { path }), observations: [], warnings: [] } : undefined;
}

function purposeOf({ direction, settings }: Channel, journal: string | undefined): Purpose {
  if (direction === 'outbound') return { direction, mode: settings.to.fileMode ?? settings.to.mode };
  const { claim, work, sftp, settle, fileMode: mode } = settings.from;
  return { direction, journal, claim, work, mode, interval: sftp ? undefined : settle.interval };
}
