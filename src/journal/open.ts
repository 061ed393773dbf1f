import { existsSync } from 'node:fs';
import type { Log } from '../log.ts';
import type { Command, Journal } from './interface.ts';
import { openPostgresJournal, readPostgresJournal } from './postgres.ts';
import { leaveCommand, openSqliteJournal, readSqliteJournal } from './sqlite.ts';

/** Where the journal lies: `postgres` wins over the file. */
export interface JournalSettings {
  readonly sqlite: string;
  readonly postgres?: string | undefined;
}

export async function openJournal({ sqlite, postgres }: JournalSettings, log?: Log): Promise<Journal> {
  return postgres === undefined ? openSqliteJournal(sqlite, log) : openPostgresJournal(postgres, log);
}

/** For reading, beside running gateways. Rejects when there is none yet. */
export async function readJournal({ sqlite, postgres }: JournalSettings): Promise<Journal> {
  return postgres === undefined ? readSqliteJournal(existingFile(sqlite)) : readPostgresJournal(postgres);
}

/** Leaves a decision for a running gateway, or for the next one. */
export async function leaveDecision(settings: JournalSettings, command: Command): Promise<void> {
  if (settings.postgres === undefined) return leaveCommand(existingFile(settings.sqlite), command);
  const journal = await readPostgresJournal(settings.postgres);
  try {
    await journal.command(command);
  } finally {
    await journal.close();
  }
}

export function existingFile(path: string): string {
  if (!existsSync(path))
    throw new Error(`There is no journal at ${path} yet: the gateway makes it when it starts.`);
  return path;
}
