import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { belowOf } from '../../../test/kit/random.ts';
import type { Journal } from '../journal.ts';
import type { NewMessage } from '../model/message.ts';
import { openSqliteJournal } from '../sqlite/open-sqlite.ts';
import { sampleRecord } from './sample-record.ts';

/** A journal with pages that somebody overwrote. */

const texts = new Map<number, string>();

/** What message `n` brought: of one length or another, and partly of bytes that do not become shorter. */
export function textOf(n: number): string {
  const known = texts.get(n) ?? buildText(n);
  texts.set(n, known);
  return known;
}

const buildText = (n: number): string =>
  `order ${n} ${belowOf(n)(2 ** 30)} `.repeat(1 + ((n * 37) % 400)) +
  Buffer.from(randomBytes(n)).toString('base64');

/** Bytes that do not become shorter. */
function randomBytes(seed: number): Uint8Array {
  const below = belowOf(seed);
  return Uint8Array.from({ length: below(3000) }, () => below(256));
}

/** So many messages, from 1 on: every fifth is open, the others are delivered. */
export async function fillJournal(path: string, count: number): Promise<void> {
  const journal = openSqliteJournal(path);
  const numbers = Array.from({ length: count }, (_, n) => n + 1);
  await journal.receive(numbers.map((n) => newMessage(`${n}.xml`, textOf(n))));
  await Promise.all(numbers.map((n) => deliver(journal, n)));
  await journal.close();
}

export const newMessage = (name: string, text: string): NewMessage => ({
  ...{ channel: 'orders', direction: 'inbound', lane: 'inbound/orders', name },
  ...{ source: { kind: 'webhook', method: 'POST' }, bytes: Buffer.from(text) },
});

async function deliver(journal: Journal, n: number): Promise<void> {
  const address = `buyer/c/a/PO-${n}`;
  await journal.storeChecked(n, { findings: [], orderKey: `k${n}`, address, purchaseOrderNumber: `PO-${n}` });
  if (n % 5 === 0) return;
  const parts = { bytes: Buffer.from(`sent ${textOf(n)}`), mapping: 'm', findings: [], plan: '{}' };
  const { attempt } = await journal.startDelivery(n, {
    ...parts,
    saw: { ...sampleRecord, state: `{"n":${n}}` },
  });
  const ended = { attempt, status: 200, detail: 'ok', unknown: false };
  const change = () => ({ state: `{"order":${n}}`, bodies: [], revision: 1 });
  await journal.settle(n, { outcome: 'delivered', reason: '', findings: [], ended, change });
}

/** Tables that pages of the gateway read and fill. */
export const pageTables: readonly string[] = [
  ...['account', 'access_token', 'audit_entry', 'draft', 'finding'],
  ...['parking', 'bulk_decision', 'bulk_item'],
];

export const parkedCount = 40;

/** So many parked messages, with a decision on all of them; a user, a token, a session, a link and a draft. */
export async function fillPageTables(path: string): Promise<void> {
  const journal = openSqliteJournal(path);
  const numbers = Array.from({ length: parkedCount }, (_, n) => n + 1);
  const finding = { code: 'table-miss', severity: 'park', message: 'm', advice: 'a', value: 'STK' } as const;
  await journal.receive(numbers.map((n) => newMessage(`${n}.xml`, textOf(n))));
  for (const n of numbers) {
    await journal.storeChecked(n, { findings: [], orderKey: `k${n}` });
    await journal.park(n, 'why', [finding]);
  }
  await fillAccounts(journal);
  const decision = { action: 'retry', force: false, who: 'anna', reason: 'r', filter: '{}' } as const;
  await journal.addBulkDecision({ ...decision, messages: numbers, heldBack: 0, behind: 0 });
  await journal.drafts.saveDraft({ who: 'anna', subject: 'mapping a', base: '', content: textOf(1) }, 0);
  await journal.close();
}

async function fillAccounts({ accounts }: Journal): Promise<void> {
  const by = { kind: 'system', name: 'root', address: 'erp-1' } as const;
  const owner = { kind: 'user', name: 'anna' } as const;
  await accounts.addUser({ name: 'anna', role: 'administer', masked: false }, by);
  await accounts.addToken({ name: 'nightly', hash: 'h', role: 'read' }, by);
  for (const hash of ['used', 'open'])
    await accounts.addLink(
      { hash, owner, purpose: hash === 'used' ? 'password' : 'login', lasts: 900_000 },
      by,
    );
  await accounts.openByLink('used', { hash: 's', lasts: 43_200_000, address: '10.0.0.7', agent: 'a' }, 'phc');
  await accounts.addLink({ hash: 'late', owner, purpose: 'login', lasts: 900_000 }, by);
}

/** What lies on a page, as SQLite says of a file that is whole. */
export interface PageUse {
  readonly page: number;
  /** From the root down: that of a page below begins with it. */
  readonly path: string;
  readonly table: string;
  readonly kind: string;
  readonly cells: number;
  /** Rowids of messages whose rows stand on it. */
  readonly messages: readonly number[];
}

export function pageUses(path: string): readonly PageUse[] {
  const db = new DatabaseSync(path, { readOnly: true });
  const ids = db.prepare('select id from message order by id').all();
  const pages = db
    .prepare('select pageno, name, path, pagetype, ncell from dbstat order by name, path')
    .all();
  let next = 0;
  const uses = pages.map(({ pageno, name, path, pagetype, ncell }) => {
    const cells = Number(ncell);
    const isLeaf = name === 'message' && pagetype === 'leaf';
    const messages = isLeaf ? ids.slice(next, next + cells).map(({ id }) => Number(id)) : [];
    next += messages.length;
    return {
      page: Number(pageno),
      path: String(path),
      table: String(name),
      kind: String(pagetype),
      cells,
      messages,
    };
  });
  db.close();
  return uses;
}

export type Filling = 'garbage' | 'zeros';

/** Overwrites these pages of the file itself. */
export function overwrite(path: string, pages: readonly number[], filling: Filling, seed = 1): void {
  const bytes = readFileSync(path);
  const size = bytes.readUInt16BE(16);
  const below = belowOf(seed);
  for (const page of pages)
    for (let at = (page - 1) * size; at < page * size; at += 1)
      bytes[at] = filling === 'zeros' ? 0 : below(256);
  writeFileSync(path, bytes);
}

/** A journal as the one at `from`, with its log where there is one, as the next process finds it. */
export function copyJournal(from: string, to: string): void {
  for (const end of ['', '-wal', '.mark']) if (existsSync(from + end)) copyFileSync(from + end, to + end);
}
