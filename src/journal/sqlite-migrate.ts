import { randomUUID } from 'node:crypto';
import { renameSync, rmSync, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Log } from '../log.ts';
import { JournalUnusable } from './errors.ts';
import { migrations } from './migrations.ts';
import { makeOwn } from './place.ts';
import { stamp } from './rescue.ts';
import { sqliteWords } from './sqlite-schema.ts';
import { newer } from './version.ts';

/**
 * Brings an embedded journal to the newest version; `PRAGMA user_version` counts the steps that were run. One that holds
 * something is copied before. Throws when it is of a newer gateway, or when there is no room for the copy.
 */
export function migrate(db: DatabaseSync, path: string, log?: Log): void {
  const version = number(db, 'user_version');
  if (version > 0 && version < migrations.length) {
    const copy = copyOf(db, path, version);
    log?.info({ copy, from: version, to: migrations.length }, 'the journal is brought to a new version');
  }
  bringUp(db);
}

/** The same without a copy. */
export function bringUp(db: DatabaseSync): void {
  bringTo(db, migrations.length);
  db.prepare("insert or ignore into meta (key, value) values ('id', ?)").run(randomUUID());
}

/** Its tables become those of this version. Throws JournalUnusable when that, or its own, is newer than ours. */
export function bringTo(db: DatabaseSync, wanted: number): void {
  const version = number(db, 'user_version');
  if (Math.max(version, wanted) > migrations.length) throw new JournalUnusable(newer);
  migrations.slice(version, wanted).forEach((migration, index) => {
    db.exec('begin immediate');
    db.exec(`${migration(sqliteWords)}; pragma user_version = ${version + index + 1}; commit`);
  });
}

/** `journal.db.v1-2026-03-01T10-00-00Z`: whole, or not there. */
function copyOf(db: DatabaseSync, path: string, version: number): string {
  const copy = `${path}.v${version}-${stamp()}`;
  const half = `${copy}.tmp`;
  assertRoom(db, path);
  rmSync(half, { force: true });
  makeOwn(half);
  db.prepare('vacuum into ?').run(half);
  renameSync(half, copy);
  return copy;
}

function assertRoom(db: DatabaseSync, path: string): void {
  const size = number(db, 'page_count') * number(db, 'page_size');
  const { bavail, bsize } = statfsSync(dirname(path));
  const mb = (bytes: number): number => Math.ceil(bytes / 1_000_000);
  if (bavail * bsize < 1.5 * size)
    throw new Error(
      `The journal ${path} must be copied before it is brought to a new version: that takes ${mb(1.5 * size)} MB, and ` +
        `${mb(bavail * bsize)} MB are left on its disk. Make room, then start again.`,
    );
}

const number = (db: DatabaseSync, pragma: string): number =>
  Number(db.prepare(`pragma ${pragma}`).get()?.[pragma] ?? 0);
