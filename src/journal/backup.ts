import { createHash } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { zstdDecompressSync } from 'node:zlib';

/** Copies an embedded journal to a new file, also while its gateway runs. Rejects when the file exists. */
export async function backupJournal(path: string, target: string): Promise<void> {
  if (existsSync(target)) throw new Error(`${target} exists already; name a new file.`);
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    await backup(db, target);
  } finally {
    db.close();
  }
  const file = openSync(target, 'r');
  fsyncSync(file);
  closeSync(file);
}

/** What is wrong with an embedded journal, in words; empty when every table and every body can be read. */
export function verifyJournal(path: string): readonly string[] {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    return [...damagedTables(db), ...missingBodies(db), ...damagedBodies(db)];
  } finally {
    db.close();
  }
}

const damagedTables = (db: DatabaseSync): readonly string[] =>
  db
    .prepare('pragma integrity_check')
    .all()
    .map((row) => String(row.integrity_check))
    .filter((text) => text !== 'ok');

const missingBodies = (db: DatabaseSync): readonly string[] => [
  ...db
    .prepare('select message, role from part where hash not in (select hash from blob)')
    .all()
    .map(({ message, role }) => `Message ${message}: the part ${role} is missing.`),
  ...db
    .prepare('select address, hash from state_body where hash not in (select hash from blob)')
    .all()
    .map(({ address, hash }) => `The order state ${address} refers to the body ${hash}, which is missing.`),
];

function damagedBodies(db: DatabaseSync): readonly string[] {
  const wrong: string[] = [];
  for (const { hash, body } of db.prepare('select hash, body from blob').iterate()) {
    const whole = body instanceof Uint8Array && body.length > 0;
    const bodies = whole ? [{ body }] : piecesOf(db, String(hash));
    if (!hold(bodies, String(hash))) wrong.push(`The body ${hash} is damaged.`);
  }
  return wrong;
}

const piecesOf = (db: DatabaseSync, hash: string) =>
  db.prepare('select body from piece where hash = ? order by n').iterate(hash);

function hold(bodies: Iterable<Record<string, unknown>>, wanted: string): boolean {
  const hash = createHash('sha256');
  try {
    for (const { body } of bodies) if (body instanceof Uint8Array) hash.update(zstdDecompressSync(body));
    return hash.digest('hex') === wanted;
  } catch {
    return false; // not zstd any more
  }
}
