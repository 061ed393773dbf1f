import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Journal } from '../../journal/journal.ts';
import { openSqliteJournal } from '../../journal/sqlite/open-sqlite.ts';
import { en } from '../kit/words/en.ts';
import { nl } from '../kit/words/nl.ts';
import { runCommandLine } from '../testkit/ran.ts';

/** `language: nl` is Dutch in `journal list` and `journal show` too. */

let folder: string;
let journal: Journal;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cli-dutch-'));
  writeFileSync(
    join(folder, 'gateway.yaml'),
    'language: nl\njournal: { sqlite: journal.db }\nchannels: {}\n',
  );
  journal = openSqliteJournal(join(folder, 'journal.db'));
});
afterEach(async () => {
  await journal.close();
  rmSync(folder, { recursive: true });
});

const gateway = async (...words: readonly string[]) =>
  (await runCommandLine(folder, 'journal', ...words)).out;

async function parked(name: string): Promise<number> {
  const source = { kind: 'file', id: name, name, size: 1, mtime: 1 } as const;
  const [id = 0] = await journal.receive([
    { channel: 'orders', direction: 'inbound', name, source, bytes: Buffer.from(name) },
  ]);
  await journal.storeChecked(id, { findings: [], orderKey: name, purchaseOrderNumber: 'PO-1' });
  await journal.park(id, 'Kijk ernaar.', []);
  return id;
}

it('list and show say how things stand in Dutch', async () => {
  expect(await gateway('list')).toBe('Geen berichten.\n');
  expect(await gateway('list', '--tasks')).toBe('Geen open taken.\n');
  const id = await parked('a.xml');
  expect(await gateway('list')).toMatch(/^NR +ONTVANGEN +KANAAL .* WAAROM\n.* geparkeerd +Kijk ernaar\./);
  const shown = await gateway('show', `${id}`);
  expect(shown).toMatch(/^Bericht 1\n +Document +a\.xml\n +Kanaal +orders \(naar de exchange\)\n/);
  expect(shown).toMatch(/ Stand +geparkeerd: een mens moet beslissen\n/);
  expect(shown).toMatch(/^Delen\n/m);
  expect(JSON.parse(await gateway('list', '--format', 'json'))).toMatchObject({ state: 'parked' });
});

it('each text has the same places to fill in both languages, and a table as many columns', () => {
  const places = (text: string | readonly string[]) =>
    typeof text === 'string' ? [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort() : text.length;
  const placesIn = (words: Readonly<Record<string, string | readonly string[]>>) =>
    Object.fromEntries(Object.entries(words).map(([name, text]) => [name, places(text)]));
  expect(placesIn(nl)).toEqual(placesIn(en));
});
