import { request } from 'undici';
import { afterAll, afterEach, expect, it } from 'vitest';
import { runCommandLine } from '../src/cli/testkit/ran.ts';
import type { Message } from '../src/journal/model/message.ts';
import { type Line, orderXml, responseXml } from './kit/documents.ts';
import { lendWorkers } from './kit/lent-workers.ts';
import { Site, until } from './kit/site.ts';

/** What a supplier's answer asks and the exchange has no operation for: the other lines go, and a person is told what to do. */

let site: Site;
afterAll(lendWorkers());
afterEach(() => site?.close());

const gateway = (...words: readonly string[]) => runCommandLine(site.folder, ...words);
const journal = (...words: readonly string[]) => gateway('journal', ...words);

async function drop(folder: string, name: string, document: Buffer): Promise<Message> {
  site.drop(folder, name, document);
  const message = await site.ended(name);
  await site.idle();
  return message;
}

const answer = (name: string, ...lines: readonly Line[]) =>
  drop('erp/out/responses', name, responseXml({ number: 'PO-1', id: name, lines }));

const health = async () => {
  const { body } = await request(`${site.gateway.operatorUrl}/health`);
  return JSON.parse(await body.text());
};

/** A line that is confirmed, and one that is not. */
async function begin(): Promise<void> {
  site = await Site.open({ config: (config) => Object.assign(config, { alarms: { tasks: '1s' } }) });
  await site.start();
  await drop('erp/out/orders', 'o.xml', orderXml({ number: 'PO-1', lines: [{ id: '10' }, { id: '20' }] }));
  await answer('first.xml', { id: '10', status: 'accepted' });
}

it('the other lines of the answer go; the tasks are told everywhere, and a person ends them', async () => {
  await begin();
  const message = await answer(
    'second.xml',
    { id: '10', status: 'cancelled' },
    { id: '20', status: 'accepted' },
    { id: '30', status: 'added' },
  );
  expect(message).toMatchObject({ outcome: 'delivered' });
  const body = JSON.parse(site.simulator.ledger().at(-1)?.bytes ?? '{}');
  expect(body.lines).toMatchObject([{ purchaseOrderLinePosition: '20' }]);

  const list = await journal('list', '--tasks');
  const row = (line: string, what: string) => new RegExp(`^${message.id} +PO-1 +${line} +Line ${what}`, 'm');
  expect(list.out).toMatch(row('10', '10 is cancelled after it was confirmed'));
  expect(list.out).toMatch(row('30', '30 is added by the supplier'));
  const [json = ''] = (await journal('list', '--tasks', '--format', 'json')).out.split('\n');
  expect(JSON.parse(json)).toMatchObject({ message: message.id, purchaseOrderNumber: 'PO-1' });
  expect((await journal('show', `${message.id}`)).out).toMatch(/Tasks\n +open since .*line \d0: Line/);

  const order = await gateway('order', 'PO-1', '--party', 'BUYER-1');
  expect(order.code).toBe(1);
  expect(order.out).toMatch(
    /^Order PO-1 .*TASK OPEN ON LINE 30, 10: A PERSON HAS TO DO IT AT THE EXCHANGE for/,
  );
  expect(order.out).toMatch(/now +task open +Cancel it in the portal/);

  const amber = await until('health to tell', async () => {
    const { reasons } = await health();
    return reasons.find(({ code }: { code: string }) => code === 'task');
  });
  expect(amber).toMatchObject({ level: 'amber', what: expect.stringContaining('2 tasks are open') });

  // nobody waits for them
  expect(await answer('third.xml', { id: '20', status: 'accepted', quantity: '4' })).toMatchObject({
    outcome: 'delivered',
  });

  const done = await journal('done', `${message.id}`, '--line', '10', '--reason', 'cancelled in the portal');
  expect(done.out).toContain('The task of line 10 ended.');
  expect(await journal('done', `${message.id}`, '--line', '10')).toMatchObject({ code: 1 });
  expect((await journal('done', `${message.id}`)).out).toContain('The task of line 30 ended.');
  expect((await journal('list', '--tasks')).out).toContain('No open tasks.');
  expect((await journal('list', '--tasks', '--all')).out).toMatch(/ended at/);
  expect((await journal('show', `${message.id}`)).out).toMatch(/done by .* \(cancelled in the portal\)/);
  expect((await gateway('order', 'PO-1', '--party', 'BUYER-1')).out).not.toContain('TASK OPEN');
  await until('health to be green', async () => ((await health()).status === 'green' ? true : undefined));
});

it('an ERP that exports the same line again opens nothing that a person has ended, until it asks otherwise', async () => {
  await begin();
  const lines = (quantity: string): readonly Line[] => [
    { id: '10', status: 'cancelled' },
    { id: '20', status: 'accepted' },
    { id: '30', status: 'added', quantity },
  ];
  const first = await answer('second.xml', ...lines('5'));
  await journal('done', `${first.id}`, '--reason', 'the buyer was called');
  await answer('third.xml', ...lines('5'));
  expect((await journal('list', '--tasks')).out).toContain('No open tasks.');
  expect((await gateway('order', 'PO-1', '--party', 'BUYER-1')).out).not.toContain('TASK OPEN');

  const other = await answer('fourth.xml', ...lines('7'));
  const open = await site.gateway.journal.tasks({ open: true, limit: 9 });
  expect(open).toMatchObject([{ message: other.id, line: '30' }]);
  expect((await gateway('order', 'PO-1', '--party', 'BUYER-1')).out).toContain('TASK OPEN ON LINE 30');
});

it('a refused proposal is no task again with the same export; the next proposal is', async () => {
  await begin();
  const heard = async () =>
    (await site.messages()).filter(({ channel, state }) => channel === 'responses' && state === 'settled')
      .length;
  const refuse = (name: string, date: string) =>
    drop(
      'erp/out/orders-json',
      name,
      orderXml({ number: 'PO-1', type: 'Changed', date, lines: [{ id: '20', status: 'rejected' }] }),
    );
  const propose = async (name: string, quantity: string) => {
    const before = await heard();
    await answer(name, { id: '20', status: 'revised', quantity });
    await expect.poll(heard, { timeout: 30_000 }).toBeGreaterThan(before);
  };
  await propose('p1.xml', '4');
  const first = await refuse('r1.xml', '2026-03-05');
  const open = () => site.gateway.journal.tasks({ open: true, limit: 9 });
  expect(await open()).toMatchObject([{ message: first.id, line: '20' }]);
  await journal('done', `${first.id}`, '--line', '20', '--reason', 'by phone');
  await refuse('r2.xml', '2026-03-06');
  expect(await open()).toEqual([]);
  await propose('p2.xml', '3');
  const second = await refuse('r3.xml', '2026-03-07');
  expect(await open()).toMatchObject([{ message: second.id, line: '20' }]);
});

it('an answer of which nothing can be said opens its tasks too; the next event on the line ends them', async () => {
  await begin();
  const message = await answer('second.xml', { id: '10', status: 'cancelled' });
  expect(message).toMatchObject({ outcome: 'ignored' });
  expect((await journal('list', '--tasks')).out).toMatch(`Line 10 is cancelled`);
  const tasks = () => site.gateway.journal.tasks({ message: message.id, limit: 9 });

  site.simulator.act({ order: 'PO-1', lines: ['20'], action: 'accept' });
  await site.idle();
  expect((await tasks())[0]).not.toHaveProperty('ended');
  site.simulator.act({ order: 'PO-1', lines: ['10'], action: 'cancel' });
  await expect.poll(async () => (await tasks())[0]?.ended?.by).toBe('exchange');
  expect((await gateway('order', 'PO-1', '--party', 'BUYER-1')).out).toMatch(
    /task ended +by the exchange, with #\d+ of line 10/,
  );
});
