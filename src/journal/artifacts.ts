import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import type { Artifact, GenerationUse } from './message.ts';
import { readArtifact, readUse } from './rows.ts';
import { all, now, one, run, type Steps } from './sql.ts';

/** What messages were made with, once for each hash. It is small, and never deleted: a version can always be gone back to. */

export function* keep(artifacts: readonly Artifact[]): Steps<void> {
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
}

export function* artifact(hash: string): Steps<Artifact | undefined> {
  const row = yield* one('select hash, kind, body from artifact where hash = ?', hash);
  if (!(row?.body instanceof Uint8Array)) return undefined;
  return readArtifact({ ...row, text: zstdDecompressSync(row.body).toString() });
}

/** Reads all messages: a second for a million of them. */
export function* uses(): Steps<readonly GenerationUse[]> {
  const rows = yield* all(
    `select generation, channel, min(received_at) as first, max(received_at) as last, count(*) as messages
     from message where generation is not null and saw is not null group by generation, channel order by min(id)`,
  );
  return rows.map(readUse);
}
