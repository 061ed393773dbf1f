import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Journal } from '../journal/journal.ts';
import type { NewMessage } from '../journal/model/message.ts';
import { openSqliteJournal } from '../journal/sqlite/open-sqlite.ts';
import { runCommandLine } from './testkit/ran.ts';

/** With `language: nl` no command on the journal, on orders and on the site says an English sentence. */

let folder: string;
let journal: Journal;

const company = '7f3b9a52-4d1e-4b0c-9a52-0d1e4b0c9a52';

const config = `language: nl
journal: { sqlite: journal.db }
exchange: { baseUrl: "http://127.0.0.1:1", companyId: ${company}, auth: { email: a@b.example, password: geheim } }
channels:
  orders:
    from: { folder: out }
    document: scsn/Order
    map: [ order-to-exchange ]
    to: { exchange: api-connector/order }
  responses:
    as: buyer
    from: { search: { since: 2026-01-01T00:00:00.000Z } }
    map: [ order-to-order-response ]
    document: scsn/OrderResponse
    to: { folder: in, name: "{purchaseOrderNumber}.xml" }
`;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cli-language-'));
  writeFileSync(join(folder, 'gateway.yaml'), config);
  for (const name of ['out', 'in']) mkdirSync(join(folder, name));
  journal = openSqliteJournal(join(folder, 'journal.db'));
  await fillJournal();
});
afterAll(async () => {
  await journal.close();
  rmSync(folder, { recursive: true });
});

const document = (name: string): NewMessage => ({
  ...{ channel: 'orders', direction: 'inbound', lane: 'orders', name, bytes: Buffer.from(name) },
  source: { kind: 'file', id: name, name, size: 1, mtime: 1 },
});

async function received(name: string, order = 'PO-1'): Promise<number> {
  const [id = 0] = await journal.receive([document(name)]);
  await journal.storeChecked(id, { findings: [], orderKey: `o/${order}`, purchaseOrderNumber: order });
  return id;
}

/** One message of each state and of many ends, with what the journal keeps of it in English. */
async function fillJournal(): Promise<void> {
  const parked = await received('1.xml');
  await journal.park(parked, 'Kijk ernaar.', []);
  const waiting = await received('2.xml', 'PO-2');
  await journal.wait(waiting, Date.now() + 60_000, 'The exchange does not let us in: 401 denied');
  const ends = [
    ['delivered', 'The exchange took it (202).'],
    ['unchanged', 'It says the same as what was delivered last.'],
    ['ignored', 'The mapping made nothing of it.'],
    ['duplicate', 'The very same file was delivered last, as message 3.'],
    ['discarded', 'Discarded by a person.'],
    ['rejected', 'Leverdatum ontbreekt.'],
  ] as const;
  for (const [n, [outcome, reason]] of ends.entries()) {
    const id = await received(`end-${n}.xml`, `PO-1${n}`);
    await journal.settle(id, { outcome, reason, findings: [] });
  }
  const carry = async (action: 'retry' | 'discard' | 'release' | 'close', message: number) => {
    const handed = await journal.enqueueCommand({
      action,
      message,
      force: false,
      reason: 'om te zien',
      who: 'jan',
    });
    await journal.carryOutCommands();
    return handed;
  };
  await carry('release', parked);
  await carry('retry', waiting);
  await journal.addHistoryEntry({
    subject: 'responses',
    action: 'cursor',
    who: 'jan',
    reason: 'test',
    result: 'From a to b.',
  });
}

/** Words of English sentences that are none of Dutch ones; what is quoted, code, a path or a name of ours is left out. */
const english =
  /\b(the|are|were|which|not|with|and|it|that|this|to|for|by|from|has|have|there|nothing|no|an|what|when|where|who|its|they|them|will|would|can|may|must|does|cannot|only|because|of the|already|still|again|message|messages|channel|journal of)\b/i;

const bare = (text: string): string =>
  text
    .replace(/`[^`]*`|"[^"\n]*"|'[^'\n]*'/g, '')
    .replace(/gateway (journal|map|order|check|sftp|alarm)[^\n,;:)]*/g, '')
    .replace(
      /\S*[/\\@=_]\S*|--\S+|\S+\.(xml|db|yaml|zip|json)\S*|\b\w+(-\w+)+\b|\b[a-z]+\.[a-zA-Z.]+\b/g,
      '',
    );

const englishIn = (text: string): readonly string[] =>
  text
    .split('\n')
    .filter((line) => english.test(bare(line)))
    .map((line) => line.trim());

it.each([
  ['journal', 'list'],
  ['journal', 'list', '--all'],
  ['journal', 'list', '--tasks'],
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((id) => ['journal', 'show', `${id}`]),
  ['journal', 'show', '99'],
  ['journal', 'show', '1', '--body', 'answer'],
  ['journal', 'show', '1', '--body', 'onzin'],
  ['journal', 'show', '1', '--mapping'],
  ['journal', 'retry', '99'],
  ['journal', 'retry', '3'],
  ['journal', 'retry', '8'],
  ['journal', 'discard', '3', '--reason', 'test'],
  ['journal', 'release', '3', '--reason', 'test'],
  ['journal', 'retry', '--reason', 'test'],
  ['journal', 'retry', '--state', 'parked'],
  ['journal', 'discard', '--state', 'waiting', '--reason', 'test'],
  ['journal', 'retry', '--channel', 'nergens'],
  ['journal', 'retry', '--mapping', 'nergens'],
  ['journal', 'retry', '--replay', 'nergens.json'],
  ['journal', 'retry', '--replay', '7'],
  ['journal', 'close', '3', '--reason', 'test'],
  ['journal', 'close', '3'],
  ['journal', 'close', '99', '--reason', 'test'],
  ['journal', 'done', '1'],
  ['journal', 'done', '99'],
  ['journal', 'resend', '99', '--file', 'gateway.yaml', '--reason', 'test'],
  ['journal', 'resend', '3', '--file', 'gateway.yaml', '--reason', 'test'],
  ['journal', 'resend', '3', '--file', 'weg.xml', '--reason', 'test'],
  ['journal', 'replay', '1'],
  ['journal', 'replay', '99'],
  ['journal', 'verify'],
  ['journal', 'verify', '--replay'],
  ['journal', 'verify', 'weg.db'],
  ['journal', 'cursor'],
  ['journal', 'cursor', '--to', '2026-01-01T00:00:00.000Z'],
  ['journal', 'cursor', 'responses', '--to', '2099-01-01T00:00:00.000Z', '--reason', 'test'],
  ['journal', 'cursor', 'responses', '--to', '2026-01-01T00:00:00.000Z', '--reason', 'test'],
  ['journal', 'rebind'],
  ['journal', 'rebind', '--to', 'https://exchange.example'],
  ['journal', 'take', 'nergens', '--reason', 'test'],
  ['journal', 'take', 'orders', '--reason', 'test'],
  ['journal', 'take', 'responses', '--reason', 'test'],
  ['journal', 'backup', 'copy.db'],
  ['journal', 'backup', 'copy.db'],
  ['journal', 'restore', 'weg.db'],
  ['journal', 'restore', 'journal.db'],
  ['journal', 'restore', 'copy.db'],
  ['journal', 'export', '1', '2', '--out', 'bundle.zip'],
  ['journal', 'export', '1', '--out', 'bundle.zip'],
  ['journal', 'export', '99', '--out', 'other.zip'],
  ['journal', 'move'],
  ['order', 'PO-1'],
  ['order', 'PO-2', '--lines'],
  ...[0, 1, 2, 3, 4, 5].map((n) => ['order', `PO-1${n}`]),
  ['order', 'NERGENS'],
  ['order'],
  ['order', '--party', '1'],
  ['alarm', 'list'],
  ['alarm', 'silence', 'onzin', '--for', '2h', '--reason', 'test'],
  ['check'],
])('gateway %s %s %s', async (...words) => {
  const { out, err } = await runCommandLine(folder, ...words);
  expect(out + err).not.toBe('');
  expect(englishIn(out + err)).toEqual([]);
});

it.each([
  [
    'nl',
    /^gateway: Het journaal in PostgreSQL is niet te gebruiken: de server is niet bereikbaar \(.*127\.0\.0\.1:1.?\)\. Kijk of/,
  ],
  [
    'en',
    /^gateway: The journal in PostgreSQL cannot be used: it cannot be reached \(.*127\.0\.0\.1:1.?\)\. See that/,
  ],
])('a command for which PostgreSQL is away says so, and what to do: %s', async (language, said) => {
  const text = `language: ${language}\njournal: { postgres: "postgres://gateway@127.0.0.1:1/journal" }\nchannels: {}\n`;
  writeFileSync(join(folder, 'away.yaml'), text);
  const { code, err } = await runCommandLine(folder, 'journal', 'list', '--config', 'away.yaml');
  expect(code).toBe(2);
  expect(err).toMatch(said);
});
