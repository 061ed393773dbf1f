import { accessSync, constants, statSync } from 'node:fs';
import type { Log } from '../log.ts';
import type { Meter } from '../metrics/meter.ts';
import type { Command, Journal } from './interface.ts';
import { isLocked, lockJournal } from './lock.ts';
import { assertOne } from './mark.ts';
import { notOpened, placeOf } from './place.ts';
import { openSqliteJournal, readSqliteJournal, writableJournal } from './sqlite.ts';

/** Loaded when it is needed: most gateways have an embedded journal. */
const postgresJournals = () => import('./postgres.ts');

/** Where the journal lies: `postgres` wins over the file. */
export interface JournalSettings {
  readonly sqlite: string;
  readonly postgres?: string | undefined;
}

export async function openJournal(
  { sqlite, postgres }: JournalSettings,
  log?: Log,
  meter?: Meter,
): Promise<Journal> {
  if (postgres === undefined) return openSqliteJournal(sqlite, log, meter);
  return (await postgresJournals()).openPostgresJournal(postgres, log, meter);
}

/** For reading, beside running gateways. Rejects when there is none yet. */
export async function readJournal({ sqlite, postgres }: JournalSettings): Promise<Journal> {
  if (postgres === undefined) return readSqliteJournal(existingFile(sqlite));
  return (await postgresJournals()).readPostgresJournal(postgres);
}

/** Leaves a decision for a running gateway, or for the next one. */
export const leaveDecision = (settings: JournalSettings, command: Command): Promise<number> =>
  beside(settings, (journal) => journal.command(command));

/** Does a gateway have it open? Undefined: that cannot be seen from here. */
export async function gatewayRuns({ sqlite, postgres }: JournalSettings): Promise<boolean | undefined> {
  return postgres === undefined ? isLocked(placeOf(sqlite)) : undefined;
}

/** Changes what no running gateway may have open; one on an embedded journal is kept out meanwhile. */
export async function whileStopped<T>(
  settings: JournalSettings,
  use: (journal: Journal) => Promise<T>,
): Promise<T> {
  if (settings.postgres !== undefined) return await closing(await readJournal(settings), use);
  const { release } = lockJournal(placeOf(existingFile(settings.sqlite)));
  try {
    return await closing(writableJournal(settings.sqlite), use);
  } finally {
    release();
  }
}

/** Changes something beside running gateways. */
export async function beside<T>(
  settings: JournalSettings,
  use: (journal: Journal) => Promise<T>,
): Promise<T> {
  const { sqlite, postgres } = settings;
  if (postgres !== undefined) return await closing(await readJournal(settings), use);
  assertWritable(placeOf(existingFile(sqlite)));
  return await closing(writableJournal(sqlite), use);
}

/** SQLite opens what may only be read, and refuses the first change. Throws AccessDenied before. */
function assertWritable(path: string): void {
  try {
    accessSync(path, constants.W_OK);
  } catch (error) {
    throw notOpened(path, error);
  }
}

async function closing<T>(journal: Journal, use: (journal: Journal) => Promise<T>): Promise<T> {
  try {
    return await use(journal);
  } finally {
    await journal.close();
  }
}

/** Throws AccessDenied where this account may not look. */
export function existingFile(path: string): string {
  if (!isThere(path))
    throw new Error(`There is no journal at ${path} yet: the gateway makes it when it starts.`);
  return path;
}

function isThere(path: string): boolean {
  try {
    const place = placeOf(path);
    assertOne(place);
    return statSync(place, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    throw notOpened(path, error);
  }
}
