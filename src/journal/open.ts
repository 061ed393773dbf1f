import { existsSync } from 'node:fs';
import type { Log } from '../log.ts';
import type { Command, Journal } from './interface.ts';
import { assertOne } from './mark.ts';
import { placeOf } from './place.ts';
import { leaveCommand, openSqliteJournal, readSqliteJournal } from './sqlite.ts';

/** Loaded when it is needed: most gateways have an embedded journal. */
const postgresJournals = () => import('./postgres.ts');

/** Where the journal lies: `postgres` wins over the file. */
export interface JournalSettings {
  readonly sqlite: string;
  readonly postgres?: string | undefined;
}

export async function openJournal({ sqlite, postgres }: JournalSettings, log?: Log): Promise<Journal> {
  if (postgres === undefined) return openSqliteJournal(sqlite, log);
  return (await postgresJournals()).openPostgresJournal(postgres, log);
}

/** For reading, beside running gateways. Rejects when there is none yet. */
export async function readJournal({ sqlite, postgres }: JournalSettings): Promise<Journal> {
  if (postgres === undefined) return readSqliteJournal(existingFile(sqlite));
  return (await postgresJournals()).readPostgresJournal(postgres);
}

/** Leaves a decision for a running gateway, or for the next one. */
export async function leaveDecision(settings: JournalSettings, command: Command): Promise<number> {
  if (settings.postgres === undefined) return leaveCommand(existingFile(settings.sqlite), command);
  const journal = await readJournal(settings);
  try {
    return await journal.command(command);
  } finally {
    await journal.close();
  }
}

export function existingFile(path: string): string {
  const place = placeOf(path);
  assertOne(place);
  if (!existsSync(place))
    throw new Error(`There is no journal at ${path} yet: the gateway makes it when it starts.`);
  return path;
}
