import { randomUUID } from 'node:crypto';
import { rmSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { renameOverSync } from '../../folders/local/durable-files.ts';
import type { Log } from '../../system/log.ts';
import { parseVersion, storedVersionOf } from '../sql/journal-version.ts';
import { migrations } from '../sql/migrations.ts';
import { formatFileStamp } from './copy-lost-journal.ts';
import { createPrivateFile } from './database-file.ts';
import { sqliteSchemaDialect } from './sqlite-schema.ts';

/**
 * Brings an embedded journal to the newest version; `PRAGMA user_version` holds the one that it has. One that holds
 * something is copied before. Throws when it is of a newer gateway, or when there is no room for the copy.
 */
export function migrateSqlite(db: DatabaseSync, path: string, log?: Log, steps = migrations): void {
  const version = versionOf(db, steps);
  if (version > 0 && version < steps.length) {
    const copy = copyBeforeMigration(db, path, version);
    log?.info({ copy, from: version, to: steps.length }, 'the journal is brought to a new version');
  }
  runMigrations(db, steps);
}

/** The same without a copy. */
export function runMigrations(db: DatabaseSync, steps = migrations): void {
  bringTo(db, steps.length, steps);
  db.prepare("insert or ignore into meta (key, value) values ('id', ?)").run(randomUUID());
}

/** Its tables become those of this version, all at once. Throws JournalUnusable when its own is newer than ours. */
export function bringTo(db: DatabaseSync, wanted: number, steps = migrations): void {
  const missing = steps.slice(versionOf(db, steps), wanted);
  if (missing.length === 0) return;
  db.exec('begin immediate');
  for (const migration of missing) db.exec(migration(sqliteSchemaDialect));
  db.exec(`pragma user_version = ${storedVersionOf(wanted)}; commit`);
}

const versionOf = (db: DatabaseSync, steps: typeof migrations): number =>
  parseVersion(readPragma(db, 'user_version'), steps.length);

/** `journal.db.v1-2026-03-01T10-00-00Z`: whole, or not there. */
function copyBeforeMigration(db: DatabaseSync, path: string, version: number): string {
  const copy = `${path}.v${version}-${formatFileStamp()}`;
  const half = `${copy}.tmp`;
  assertRoom(db, path);
  rmSync(half, { force: true });
  createPrivateFile(half);
  db.prepare('vacuum into ?').run(half);
  renameOverSync(half, copy);
  return copy;
}

/** Of the journal's size: the copy, and in the journal and its log what is written anew. */
const roomNeeded = 3;

function assertRoom(db: DatabaseSync, path: string): void {
  const size = readPragma(db, 'page_count') * readPragma(db, 'page_size');
  const { bavail, bsize } = statfsSync(dirname(path));
  const mb = (bytes: number): number => Math.ceil(bytes / 1_000_000);
  if (bavail * bsize < roomNeeded * size)
    throw new Error(
      `The journal ${path} must be copied before it is brought to a new version: that takes ${mb(roomNeeded * size)} MB, and ` +
        `${mb(bavail * bsize)} MB are left on its disk. Make room, then start again.`,
    );
}

const readPragma = (db: DatabaseSync, pragma: string): number =>
  Number(db.prepare(`pragma ${pragma}`).get()?.[pragma] ?? 0);
