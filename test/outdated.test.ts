import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { Message } from '../src/journal/model/message.ts';
import type { Outcome } from '../src/types.ts';
import { orderXml, responseXml } from './kit/documents.ts';
import { lendWorkers } from './kit/lent-workers.ts';
import { Site, until } from './kit/site.ts';

/** What comes late must neither undo what was sent after it, nor hold back what comes next. */

let site: Site;

afterAll(lendWorkers());
afterEach(() => site.close());

const inbound = 'erp/out/orders-json';

interface Version {
  readonly date: string;
  readonly time?: string;
  readonly quantity?: string;
  readonly status?: string;
}

const order = ({ date, time, quantity = '5', status }: Version): string => {
  const line = { id: '10', quantity, ...(status ? { status } : {}) };
  const text = orderXml({ number: 'PO-1', date, lines: [line] }).toString();
  return time === undefined
    ? text
    : text.replace('</cbc:IssueDate>', `</cbc:IssueDate><cbc:IssueTime>${time}</cbc:IssueTime>`);
};

async function drop(name: string, document: string): Promise<Message> {
  site.drop(inbound, name, document);
  return site.ended(name);
}

const sent = (): readonly string[] => site.simulator.ledger().map(({ bytes = '' }) => bytes);

async function decide(message: Message, force: boolean): Promise<string | undefined> {
  const { journal } = site.gateway;
  const command = await journal.enqueueCommand({ action: 'retry', message: message.id, force, reason: '' });
  return until('the decision to be carried out', async () => {
    const done = await journal.findCommandResult(command);
    return done && `${done.refused ? 'refused: ' : ''}${done.result}`;
  });
}

describe('an old file that comes late', () => {
  it('by its date alone is put aside, and the cancellation behind it goes', async () => {
    site = await Site.open();
    await site.start('none');
    await drop('new.xml', order({ date: '2026-03-05', quantity: '7' }));
    const old = await drop('old.xml', order({ date: '2026-03-02' }));
    expect(old).toMatchObject({ state: 'parked', findings: [{ code: 'older-than-delivered' }] });
    const cancelled = await drop('cancelled.xml', order({ date: '2026-03-06', status: 'cancelled' }));
    expect(cancelled).toMatchObject({ state: 'settled', outcome: 'delivered' });
    expect(sent()).toHaveLength(2);
    expect(sent()[1]).toContain('"cancelled":true');
    expect(site.read(`${inbound}/parked`, 'old.xml.report.txt')).toContain('do not wait behind this one');
    // what was put aside is older for sure now: it came before what was sent last
    await decide(old, false);
    await ends(old, 'outdated');
    expect(sent()).toHaveLength(2);
  });

  it('by date and time ends as outdated, lies in the archive with its report, and goes when it is forced', async () => {
    site = await Site.open();
    await site.start('none');
    const newest = await drop('new.xml', order({ date: '2026-03-05', time: '10:00:00', quantity: '7' }));
    const old = await drop('old.xml', order({ date: '2026-03-05', time: '09:00:00' }));
    expect(old).toMatchObject({ outcome: 'outdated', findings: [{ code: 'newer-was-delivered' }] });
    expect(sent()).toHaveLength(1);
    const archive = `${inbound}/archive`;
    const report = ['old.xml.report.json', 'old.xml.report.txt'];
    await expect.poll(() => site.files(archive)).toEqual(['new.xml', 'old.xml', ...report]);
    const text = site.read(archive, 'old.xml.report.txt');
    expect(text).toMatch(`as message ${newest.id}`);
    expect(text).toMatch(`gateway journal retry ${old.id} --force`);

    expect(await decide(old, false)).toMatch(/^refused: .*--force/);
    expect(await decide(old, true)).toBe('It is sent all the same.');
    await ends(old, 'delivered');
    expect(sent()[1]).toContain('"quantity":5');
    await expect.poll(() => site.files(archive)).toEqual(['new.xml', 'old.xml']);
  });

  it('is known when it is dropped again, though its date alone could not tell', async () => {
    site = await Site.open();
    await site.start('none');
    const old = order({ date: '2026-03-02' });
    await drop('first.xml', old);
    await drop('second.xml', order({ date: '2026-03-05', quantity: '7' }));
    expect(await drop('again.xml', old)).toMatchObject({ outcome: 'outdated' });
    expect(sent()).toHaveLength(2);
  });
});

it('a late answer is outdated when it was delivered before; with a new issue time it is a third answer', async () => {
  site = await Site.open();
  await site.start('none');
  await drop('order.xml', order({ date: '2026-03-02' }));
  const answer = (quantity: string, time: string): string =>
    responseXml({ number: 'PO-1', lines: [{ id: '10', quantity, status: 'revised' }] })
      .toString()
      .replace('</cbc:IssueDate>', `</cbc:IssueDate>${time && `<cbc:IssueTime>${time}</cbc:IssueTime>`}`);
  const answers = [
    ['a.xml', answer('4', ''), 'delivered'],
    ['b.xml', answer('3', ''), 'delivered'],
    ['a-again.xml', answer('4', ''), 'outdated'],
    ['a-anew.xml', answer('4', '12:00:00'), 'delivered'],
  ] as const;
  for (const [name, document, outcome] of answers) {
    site.drop('erp/out/responses', name, document);
    expect(await site.ended(name), name).toMatchObject({ outcome });
  }
  expect(sent()).toHaveLength(4);
});

const ends = ({ id }: Message, outcome: Outcome) =>
  expect.poll(async () => (await site.gateway.journal.message(id))?.outcome).toBe(outcome);
