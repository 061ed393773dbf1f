import { symlinkSync } from 'node:fs';
import type { Journal } from '../../src/journal/journal.ts';
import { readPostgresJournal } from '../../src/journal/postgres/open-postgres.ts';
import { startPostgres } from '../../src/journal/testkit/postgres-server.ts';
import { mounted, smallDisk } from '../faults/disk.ts';
import type { Site } from '../kit/site.ts';

/** Where the journal lies, and what can befall it. */
export interface Store {
  /** The config's `journal`. */
  readonly config: Readonly<Record<string, string>>;
  /** It cannot be written any more, and can be again. */
  break(): Promise<void>;
  mend(): Promise<void>;
  read<T>(use: (journal: Journal) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export const storeFor = (site: Site, gateways: number): Promise<Store> =>
  gateways === 1 ? embedded(site) : shared();

/** On a small disk that runs full, where one can be mounted. */
async function embedded(site: Site): Promise<Store> {
  const disk = mounted ? smallDisk(200) : undefined;
  if (disk) symlinkSync(disk.folder, site.path('data'));
  return {
    config: { sqlite: 'data/journal.db' },
    break: async () => disk?.fill(),
    mend: async () => disk?.free(),
    read: (use) => site.withJournal(use),
    close: async () => disk?.remove(),
  };
}

/** PostgreSQL, which dies and comes back. */
async function shared(): Promise<Store> {
  const server = await startPostgres();
  if (!server) throw new Error('Several gateways need PostgreSQL: install the package postgresql.');
  const url = await server.database();
  let isThere = true;
  return {
    config: { postgres: url },
    async break() {
      isThere = false;
      await server.stop();
    },
    async mend() {
      if (!isThere) await server.start();
      isThere = true;
    },
    async read(use) {
      const journal = await readPostgresJournal(url);
      try {
        return await use(journal);
      } finally {
        await journal.close();
      }
    },
    close: () => server.close(),
  };
}
