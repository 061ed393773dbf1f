import { accessSync, constants, statSync } from 'node:fs';
import type { Meter } from '../../metrics/meter.ts';
import type { Log } from '../../system/log.ts';
import type { Journal } from '../journal.ts';
import type { ServerDurability } from '../postgres/server-durability.ts';
import { explainOpenError, resolveJournalFile } from '../sqlite/database-file.ts';
import { assertLogBelongs } from '../sqlite/file-mark.ts';
import { isJournalLocked, lockJournal } from '../sqlite/journal-lock.ts';
import { openSqliteJournal, openWritableJournal, readSqliteJournal } from '../sqlite/open-sqlite.ts';

/** Loaded when it is needed: most gateways have an embedded journal. */
const loadPostgres = () => import('../postgres/open-postgres.ts');

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
  return (await loadPostgres()).openPostgresJournal(postgres, log, meter);
}

/** For reading, beside running gateways. Rejects when there is none yet. */
export async function readJournal({ sqlite, postgres }: JournalSettings): Promise<Journal> {
  if (postgres === undefined) return readSqliteJournal(requireJournalFile(sqlite));
  return (await loadPostgres()).readPostgresJournal(postgres);
}

/** What its server may forget; undefined: it is embedded. Rejects when the server cannot be reached. */
export async function readDurability({ postgres }: JournalSettings): Promise<ServerDurability | undefined> {
  if (postgres === undefined) return undefined;
  return await (await import('../postgres/server-durability.ts')).readServerDurability(postgres);
}

/** Does a gateway have it open? Undefined: that cannot be seen from here. */
export async function isGatewayRunning({ sqlite, postgres }: JournalSettings): Promise<boolean | undefined> {
  return postgres === undefined ? isJournalLocked(resolveJournalFile(sqlite)) : undefined;
}

/** Changes what no running gateway may have open; one on an embedded journal is kept out meanwhile. */
export async function withStoppedGateway<T>(
  settings: JournalSettings,
  use: (journal: Journal) => Promise<T>,
): Promise<T> {
  if (settings.postgres !== undefined) return await useAndClose(await readJournal(settings), use);
  const { release } = lockJournal(resolveJournalFile(requireJournalFile(settings.sqlite)));
  try {
    return await useAndClose(openWritableJournal(settings.sqlite), use);
  } finally {
    release();
  }
}

/** Changes something beside running gateways. */
export async function withJournalBeside<T>(
  settings: JournalSettings,
  use: (journal: Journal) => Promise<T>,
): Promise<T> {
  const { sqlite, postgres } = settings;
  if (postgres !== undefined) return await useAndClose(await readJournal(settings), use);
  assertWritable(resolveJournalFile(requireJournalFile(sqlite)));
  return await useAndClose(openWritableJournal(sqlite), use);
}

/** SQLite opens what may only be read, and refuses the first change. Throws AccessDenied before. */
function assertWritable(path: string): void {
  try {
    accessSync(path, constants.W_OK);
  } catch (error) {
    throw explainOpenError(path, error);
  }
}

async function useAndClose<T>(journal: Journal, use: (journal: Journal) => Promise<T>): Promise<T> {
  try {
    return await use(journal);
  } finally {
    await journal.close();
  }
}

/** Throws AccessDenied where this account may not look. */
export function requireJournalFile(path: string): string {
  if (!isJournalThere(path))
    throw new Error(
      `There is no journal at ${path} yet: the gateway makes it at its first start. Start it, then run this again; if it runs already, its config names another place.`,
    );
  return path;
}

function isJournalThere(path: string): boolean {
  try {
    const place = resolveJournalFile(path);
    assertLogBelongs(place);
    return statSync(place, { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    throw explainOpenError(path, error);
  }
}
