import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { z } from 'zod';
import type { VersionAuthor } from '../journal.ts';
import type { Artifact, GenerationUse, NumberedVersion } from '../model/message.ts';
import { currentInstant, execute, type SqlSteps, selectRow, selectRows } from '../sql/sql-engine.ts';

/** What messages were made with, once for each hash. It is small, and never deleted: a version can always be gone back to. */

const unpublished = { who: '', reason: '', folder: '' };

/** Mappings among them that are new get their numbers. */
export function* saveArtifacts(
  artifacts: readonly Artifact[],
  by: VersionAuthor = unpublished,
): SqlSteps<void> {
  for (const { hash, kind, text } of artifacts) {
    if (yield* selectRow('select 1 as n from artifact where hash = ?', hash)) continue;
    const at = currentInstant();
    yield* execute(
      'insert into artifact (hash, kind, at, body) values (?, ?, ?, ?) on conflict (hash) do nothing',
      ...[hash, kind, at, zstdCompressSync(Buffer.from(text))],
    );
    if (kind === 'mapping') yield* numberVersion(parseMappingName(text), { hash, at }, by);
  }
}

export function* findArtifact(hash: string): SqlSteps<Artifact | undefined> {
  const row = yield* selectRow('select hash, kind, body from artifact where hash = ?', hash);
  if (!(row?.body instanceof Uint8Array)) return undefined;
  return parseArtifact({ ...row, text: zstdDecompressSync(row.body).toString() });
}

/** Reads all messages: a second for a million of them. `saw` begins with its step and the moment, of thirteen digits. */
export function* listGenerationUse(): SqlSteps<readonly GenerationUse[]> {
  const rows = yield* selectRows(
    `select generation, channel, min(received_at) as first, max(received_at) as last, count(*) as messages,
       max(case when saw like '{"step":"check"%' then substr(saw, 22, 13) else substr(saw, 24, 13) end) as used
     from message where generation is not null and saw is not null group by generation, channel order by min(id)`,
  );
  return rows.map(parseGenerationUse);
}

/** By their numbers. */
export function* listMappingVersions(mapping: string): SqlSteps<readonly NumberedVersion[]> {
  const rows = yield* selectRows('select * from mapping_version where mapping = ? order by number', mapping);
  return rows.map(parseVersion);
}

/** Where another gateway takes the number meanwhile, it is tried again with the next. */
function* numberVersion(
  mapping: string,
  { hash, at }: Pick<NumberedVersion, 'hash' | 'at'>,
  { who, reason, folder = '' }: VersionAuthor,
): SqlSteps<void> {
  const known = 'select 1 as n from mapping_version where mapping = ? and hash = ?';
  while (!(yield* selectRow(known, mapping, hash))) {
    const [highest] = yield* selectRows(
      'select coalesce(max(number), 0) as n from mapping_version where mapping = ?',
      mapping,
    );
    yield* execute(
      `insert into mapping_version (mapping, number, hash, at, who, reason, folder) values (?, ?, ?, ?, ?, ?, ?)
       on conflict do nothing`,
      ...[mapping, Number(highest?.n) + 1, hash, at, who, reason, folder],
    );
  }
}

const namedSchema = z.object({ name: z.string() });

/** Empty: it has none. */
function parseMappingName(text: string): string {
  try {
    return namedSchema.safeParse(JSON.parse(text)).data?.name ?? '';
  } catch {
    return '';
  }
}

const artifactRow = z.object({
  hash: z.string(),
  kind: z.enum(['generation', 'settings', 'mapping', 'format', 'text', 'folder', 'file']),
  text: z.string(),
});

const parseArtifact = (row: unknown): Artifact => artifactRow.parse(row);

const useRow = z.object({
  generation: z.string(),
  channel: z.string(),
  first: z.string(),
  last: z.string(),
  used: z.coerce.number().transform((at) => new Date(at).toISOString()),
  messages: z.number(),
});

const parseGenerationUse = (row: unknown): GenerationUse => useRow.parse(row);

const versionRow = z.object({
  number: z.number(),
  hash: z.string(),
  at: z.string(),
  who: z.string(),
  reason: z.string(),
  folder: z.string(),
});

const parseVersion = (row: unknown): NumberedVersion => versionRow.parse(row);
