import { stat } from 'node:fs/promises';
import { pino } from 'pino';
import type { Config } from '../../config/schema.ts';
import { asItIs, joined, quoted, type Told, told } from '../../findings/troubles.ts';
import { folderName } from '../../folders/endpoint.ts';
import { reasonOf } from '../../folders/error.ts';
import { Folders, pathOf } from '../../folders/open.ts';
import { type Proof, type Purpose, proveFolder } from '../../folders/prove.ts';
import { whyNoPlaces } from '../../folders/prove-places.ts';
import { readJournal } from '../../journal/open.ts';
import { idAt } from '../../journal/sqlite.ts';
import { type Channel, channelsOf, type InboundChannel, isInbound } from '../../pipeline/channel.ts';
import { tellUntaken } from '../untaken-watch.ts';
import type { Found } from './found.ts';

/** Tries on each channel's folder what pickup and publishing need, and whether files can be put where they end. */
export async function lookAtFolders(config: Config): Promise<readonly Found[]> {
  const folders = new Folders(pino({ level: 'silent' }));
  try {
    const journal = await journalId(config);
    const found: Found[] = [];
    // one after the other: channels may share a folder, or a server
    for (const channel of channelsOf(config)) found.push(...(await lookAt(folders, channel, journal)));
    return [...found, ...(await untaken(folders, channelsOf(config).filter(isInbound)))];
  } finally {
    await folders.close();
  }
}

/** Why the folder of a channel cannot be used; undefined: it can. Never rejects. `journal`: the id of ours. */
export async function whyNotUsable(channel: Channel, journal: string): Promise<Told | undefined> {
  const folders = new Folders(pino({ level: 'silent' }));
  try {
    return (await lookAt(folders, channel, journal)).find(({ level }) => level === 'wrong')?.what;
  } catch (error) {
    return quoted(reasonOf(error));
  } finally {
    await folders.close();
  }
}

/** Files that lie in an inbound folder and that no channel takes. */
async function untaken(folders: Folders, channels: readonly InboundChannel[]): Promise<readonly Found[]> {
  const sources = Map.groupBy(
    channels.map(({ settings }) => settings.from),
    folderName,
  );
  const found: Found[] = [];
  for (const [identity, [from, ...others]] of sources) {
    if (!from) continue;
    const what = await tellUntaken({ identity, untaken: () => folders.untaken([from, ...others]) });
    if (what !== undefined) found.push({ level: 'warn', about: told('found-files'), what });
  }
  return found;
}

/** Undefined before the first start. */
async function journalId({ journal: settings }: Config): Promise<string | undefined> {
  try {
    if (settings.postgres === undefined) return idAt(settings.sqlite);
    const journal = await readJournal(settings);
    await journal.close();
    return journal.id;
  } catch {
    // whoever looks at the journal tells
    return undefined;
  }
}

async function lookAt(
  folders: Folders,
  channel: Channel,
  journal: string | undefined,
): Promise<readonly Found[]> {
  const end = channel.direction === 'inbound' ? channel.settings.from : channel.settings.to;
  const files = folders.filesOf(end);
  const path = pathOf(end);
  const purpose = purposeOf(channel, journal);
  const reports = channel.direction === 'inbound' ? channel.settings.from.reports : undefined;
  const proof = (await noFolder(end.folder)) ?? (await proveFolder(path, purpose, files));
  const wrong = proof.wrong ?? (await whyNoPlaces(path, { ...purpose, reports }, files));
  const about = told('found-folder', { channel: channel.name });
  const level = wrong === undefined ? 'ok' : 'wrong';
  const more = proof.seen.length > 0 ? [joined(proof.seen, '; ')] : [];
  return [
    { level, about, what: wrong ?? asItIs(folderName(end)), more },
    ...proof.warnings.map((what) => ({ level: 'warn', about, what }) as const),
  ];
}

/** A file at its place looks like a matter of rights. */
async function noFolder(path: string | undefined): Promise<Proof | undefined> {
  const isFile = path !== undefined && (await stat(path).catch(() => undefined))?.isFile();
  return isFile ? { wrong: told('folder-is-file', { path }), seen: [], warnings: [] } : undefined;
}

function purposeOf({ direction, settings }: Channel, journal: string | undefined): Purpose {
  if (direction === 'outbound') return { direction, mode: settings.to.fileMode ?? settings.to.mode };
  const { claim, work, sftp, settle, fileMode: mode } = settings.from;
  return { direction, journal, claim, work, mode, interval: sftp ? undefined : settle.interval };
}
