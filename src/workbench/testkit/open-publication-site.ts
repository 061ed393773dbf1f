import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Journal } from '../../journal/journal.ts';
import { openJournal } from '../../journal/open/open-journal.ts';
import { asJson, buildOrderChannel } from '../../pipeline/testkit/channels.ts';
import type { PublicationSite } from '../publish/publication-site.ts';

/** The mapping that the channel uses. */
export const usedMapping = 'order-to-exchange';

const channel = buildOrderChannel({ ...asJson, map: usedMapping });

/** A channel, an own folder of mappings that runs, and a journal without messages; paths start at `root`. */
export async function openPublicationSite() {
  const root = mkdtempSync(join(tmpdir(), 'publish-'));
  const own = join(root, 'own');
  mkdirSync(own);
  const journal = await openJournal({ sqlite: join(root, 'journal.db') });
  const write = <T>(use: (one: Journal) => Promise<T>): Promise<T> => use(journal);
  const site: PublicationSite = {
    ...{ journal, channels: [channel], folders: { mappings: own } },
    access: { journal, write },
  };
  return {
    ...{ root, own, journal, site, write },
    save(path: string, text: string): void {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    },
    read: (path: string): string => readFileSync(join(root, path), 'utf8'),
    async close(): Promise<void> {
      await journal.close();
      rmSync(root, { recursive: true });
    },
  };
}
