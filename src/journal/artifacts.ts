import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { z } from 'zod';
import type { VersionGiven } from './interface.ts';
import type { Artifact, GenerationUse, NumberedVersion } from './message.ts';
import { readArtifact, readUse, readVersion } from './rows.ts';
import { all, now, one, type Row, run, type Steps } from './sql.ts';

/** What messages were made with, once for each hash. It is small, and never deleted: a version can always be gone back to. */

const nobody = { who: '', reason: '', folder: '' };

/** Mappings among them that are new get their numbers. */
export function* keep(artifacts: readonly Artifact[], by: VersionGiven = nobody): Steps<void> {
  for (const { hash, kind, text } of artifacts) {
    if (yield* one('select 1 as n from artifact where hash = ?', hash)) continue;
    yield* run(
      'insert into artifact (hash, kind, at, body) values (?, ?, ?, ?) on conflict (hash) do nothing',
      hash,
      kind,
      now(),
      zstdCompressSync(Buffer.from(text)),
    );
  }
  const hashes = new Set(artifacts.map(({ hash }) => hash));
  const mappings = artifacts.filter(({ kind }) => kind === 'mapping').map(({ text }) => nameIn(text));
  for (const mapping of new Set(mappings))
    for (const version of yield* unnumbered(mapping))
      yield* number(mapping, version, hashes.has(version.hash) ? by : nobody);
}

export function* artifact(hash: string): Steps<Artifact | undefined> {
  const row = yield* one('select hash, kind, body from artifact where hash = ?', hash);
  const text = row && textIn(row);
  return text === undefined ? undefined : readArtifact({ ...row, text });
}

function textIn({ body }: Row): string | undefined {
  return body instanceof Uint8Array ? zstdDecompressSync(body).toString() : undefined;
}

/** Reads all messages: a second for a million of them. `saw` begins with its step and the moment, of thirteen digits. */
export function* uses(): Steps<readonly GenerationUse[]> {
  const rows = yield* all(
    `select generation, channel, min(received_at) as first, max(received_at) as last, count(*) as messages,
       max(case when saw like '{"step":"check"%' then substr(saw, 22, 13) else substr(saw, 24, 13) end) as used
     from message where generation is not null and saw is not null group by generation, channel order by min(id)`,
  );
  return rows.map(readUse);
}

/** By their numbers; those that an older version of the gateway kept have the next ones, as they will be given. */
export function* versions(mapping: string): Steps<readonly NumberedVersion[]> {
  const rows = yield* all('select * from mapping_version where mapping = ? order by number', mapping);
  const known = rows.map(readVersion);
  const last = known.at(-1)?.number ?? 0;
  const others = yield* unnumbered(mapping);
  return [...known, ...others.map((one, n) => ({ ...nobody, ...one, number: last + n + 1 }))];
}

type Unnumbered = Pick<NumberedVersion, 'hash' | 'at'>;

/** In the order in which they were first used. */
function* unnumbered(mapping: string): Steps<readonly Unnumbered[]> {
  const rows = yield* all(
    `select a.hash, a.at, a.body from artifact a where a.kind = 'mapping'
       and not exists (select 1 from mapping_version v where v.hash = a.hash and v.mapping = ?) order by a.at, a.hash`,
    mapping,
  );
  return rows
    .filter((row) => nameIn(textIn(row) ?? '') === mapping)
    .map(({ hash, at }) => ({ hash: String(hash), at: String(at) }));
}

/** Where another gateway takes the number meanwhile, it is tried again with the next. */
function* number(
  mapping: string,
  { hash, at }: Unnumbered,
  { who, reason, folder = '' }: VersionGiven,
): Steps<void> {
  const known = 'select 1 as n from mapping_version where mapping = ? and hash = ?';
  while (!(yield* one(known, mapping, hash))) {
    const [highest] = yield* all(
      'select coalesce(max(number), 0) as n from mapping_version where mapping = ?',
      mapping,
    );
    yield* run(
      `insert into mapping_version (mapping, number, hash, at, who, reason, folder) values (?, ?, ?, ?, ?, ?, ?)
       on conflict do nothing`,
      ...[mapping, Number(highest?.n) + 1, hash, at, who, reason, folder],
    );
  }
}

const named = z.object({ name: z.string() });

/** Empty: it has none. */
function nameIn(text: string): string {
  try {
    return named.safeParse(JSON.parse(text)).data?.name ?? '';
  } catch {
    return '';
  }
}
