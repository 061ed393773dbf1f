import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { ClaimedFile } from '../folder-types.ts';
import { openInboundFolder } from '../inbound/watched-folder.ts';
import { complete } from './complete.ts';
import { journalNamed } from './journal.ts';
import { oneByOne } from './one-by-one.ts';

/**
 * A gateway in miniature, to be killed: takes every file of a folder into a "journal" (a text file, one claim a line)
 * and archives it. Arguments: folder, journal file.
 */
const [folder = '', journal = ''] = process.argv.slice(2);
const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const settle = { interval: 5, patience: 1_000, giveUp: 2_000 };
const inbound = await openInboundFolder(
  { folder, files: ['*.xml'], complete, settle },
  journalNamed('journal-1'),
  quiet,
);

const lines = existsSync(journal) ? readFileSync(journal, 'utf8').trim().split('\n').filter(Boolean) : [];
const known = new Map<string, ClaimedFile>();
for (const line of lines) {
  const file: ClaimedFile = JSON.parse(line);
  known.set(file.id, file);
}

async function take(file: ClaimedFile): Promise<void> {
  if (known.has(file.id)) return;
  await inbound.read(file);
  appendFileSync(journal, `${JSON.stringify(file)}\n`);
  known.set(file.id, file);
  await inbound.putInPlacement(file, 'archive', { text: 'taken', json: '{}' });
}

for (const file of await inbound.listClaimed()) await take(file);
for (const file of known.values())
  await inbound.putInPlacement(file, 'archive', { text: 'taken', json: '{}' });
process.stdout.write('ready\n');
await inbound.watch(oneByOne(take), new AbortController().signal);
