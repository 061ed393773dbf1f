import type { Channel } from '../../pipeline/channel/channel.ts';
import type { RuntimeSnapshot } from '../../pipeline/runtime/runtime-snapshot.ts';
import type { Finding } from '../../types.ts';
import type { ProofTask, VersionTask } from '../replay-worker.ts';
import type { Generations, MappingsInUse } from './channel-versions.ts';
import type { MappingParts } from './mapping-parts.ts';
import { ReplayPool } from './replay-pool.ts';

/** Milliseconds in which one version must have been loaded and read. */
const versionPatience = 120_000;

/** Reads what channels are made with in some versions of the folders, by their names, in a thread of its own. */
export class VersionReader {
  readonly #pool: ReplayPool;
  readonly #channels: readonly Channel[];

  constructor(pool: ReplayPool, channels: readonly Channel[]) {
    [this.#pool, this.#channels] = [pool, channels];
  }

  /** Of all channels, or of some. */
  generations(version: string, channels = this.#channels): Promise<Generations> {
    return this.#pool.run('readGenerations', { version, channels } satisfies VersionTask);
  }

  mappingsInUse(version: string): Promise<MappingsInUse> {
    return this.#pool.run('readMappingsInUse', { version, channels: this.#channels } satisfies VersionTask);
  }

  /** What keeps a gateway from taking it up: by its own gate, check and the fixtures in `folder`. Empty: it takes it. */
  prove(version: string, folder: string): Promise<readonly Finding[]> {
    const task = { version, channels: this.#channels, folder } satisfies ProofTask;
    return this.#pool.run('proveVersion', task);
  }

  /** Rejects for mappings that are broken. */
  mappingParts(version: string): Promise<readonly MappingParts[]> {
    return this.#pool.run('listMappingParts', { version, channels: this.#channels } satisfies VersionTask);
  }
}

export async function withVersionReader<T>(
  versions: Readonly<Record<string, RuntimeSnapshot>>,
  channels: readonly Channel[],
  use: (reader: VersionReader) => Promise<T>,
): Promise<T> {
  const pool = new ReplayPool(versions, 1, versionPatience);
  try {
    return await use(new VersionReader(pool, channels));
  } finally {
    await pool.close();
  }
}
