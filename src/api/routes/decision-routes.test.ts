import { afterAll, expect, it } from 'vitest';
import type { Command } from '../../journal/journal.ts';
import { addParked, addReady } from '../../operator/testkit/journal-with-messages.ts';
import type { Desk } from '../desk.ts';
import type { RequestContext } from '../kit/route.ts';
import { messageDetails } from '../model/message-model.ts';
import { openDesk } from '../testkit/open-desk.ts';
import { bulkRoutes } from './bulk-routes.ts';
import { decisionRoutes } from './decision-routes.ts';
import { editRoutes } from './edit-routes.ts';
import { messageRoutes } from './message-routes.ts';

/** Whatever is sent instead is about this order. */
const other = { orderKey: 'PO-9', purchaseOrderNumber: 'PO-9', findings: [] };
const verdict = { verdict: 'ready', checked: other } as const;

const whole = openDesk();
afterAll(() => whole.close());
const { journal } = whole;
const desk: Desk = {
  ...whole,
  checker: () => ({ channels: whole.channels(), workers: { check: async () => verdict } }),
};

const context: RequestContext = {
  ...{ caller: { name: 'ben', role: 'operate' }, address: '127.0.0.1', language: 'en' },
  signal: new AbortController().signal,
};
const routes = [...bulkRoutes(desk), ...decisionRoutes(desk), ...editRoutes(desk), ...messageRoutes(desk)];
const ask = async (method: string, path: string, input: object): Promise<unknown> =>
  await routes
    .find((one) => one.description.method === method && one.description.path === path)
    ?.answer(input, context);

let count = 0;
/** A message of an order of its own, and what a reader of its page saw. */
async function open(add = addParked): Promise<{ id: number; seen: string; reason: string }> {
  count += 1;
  const id = await add(journal, `${count}.xml`);
  const details = await ask('GET', '/messages/:id', { id });
  return { id, seen: messageDetails.parse(details).seen, reason: 'mine' };
}

const decide = (input: object) => ask('POST', '/messages/:id/decisions', input);

/** What was left for the gateway, which carries it out now. */
const leftDecisions = async (): Promise<readonly Command[]> => await journal.carryOutCommands();

it('of a message that somebody decided on meanwhile, or that has gone on, nothing is done', async () => {
  const [first, second] = [await open(), await open(addReady)];
  const hers = { action: 'release', force: false, reason: 'hers', who: 'anna' } as const;
  await journal.enqueueCommand({ ...hers, message: first.id });
  await leftDecisions();
  await journal.park(second.id, 'A person has to look.', []);
  for (const [one, code] of [
    [first, 'decided-meanwhile'],
    [second, 'changed-meanwhile'],
  ] as const) {
    const refusal = { status: 409, code };
    await expect(decide({ ...one, action: 'retry' })).rejects.toMatchObject(refusal);
    const resend = ask('POST', '/messages/:id/resend', { ...one, text: '<Order/>' });
    await expect(resend).rejects.toMatchObject(refusal);
  }
  expect(await leftDecisions()).toEqual([]);
});

it('only a retry goes without a reason', async () => {
  const message = await open();
  for (const action of ['discard', 'release', 'close', 'done', 'force'])
    await expect(decide({ ...message, action, reason: ' ' }), action).rejects.toMatchObject({
      ...{ status: 400, code: 'reason-needed' },
    });
  const resend = ask('POST', '/messages/:id/resend', { ...message, text: '<Order/>', reason: ' ' });
  await expect(resend).rejects.toMatchObject({ code: 'reason-needed' });
  await decide({ ...message, action: 'retry', reason: '' });
  expect(await leftDecisions()).toHaveLength(1);
});

it('a decision is left as it was asked, by who asks: forced where that was meant, of its line alone', async () => {
  const [retried, forced, done] = [await open(), await open(), await open()];
  await decide({ ...retried, action: 'retry' });
  await decide({ ...forced, action: 'force', reason: ' agreed ' });
  await decide({ ...done, action: 'done', reason: 'by phone', line: '10' });
  expect(await leftDecisions()).toMatchObject([
    { action: 'retry', message: retried.id, force: false, who: 'ben' },
    { action: 'retry', message: forced.id, force: true, who: 'ben', reason: 'agreed' },
    { action: 'done', message: done.id, force: false, line: '10', reason: 'by phone' },
  ]);
});

it('a document about another order is sent instead only where that is meant, and is what is edited from then on', async () => {
  const { id, ...message } = await open();
  const instead = { ...message, id, text: '<Order>9</Order>', reason: ' renumbered ' };
  const check = { id, text: instead.text };
  expect(await ask('POST', '/messages/:id/check', check)).toMatchObject({ isAnotherOrder: true });
  const resend = (more: object) => ask('POST', '/messages/:id/resend', { ...instead, ...more });
  expect(await resend({})).toMatchObject({
    ...{ kind: 'refused', findings: [{ code: 'corrected-another-order' }] },
  });
  expect(await leftDecisions()).toEqual([]);
  expect(await resend({ asAnotherOrder: true })).toMatchObject({ kind: 'pending' });
  expect(await leftDecisions()).toMatchObject([
    { action: 'resend', message: id, who: 'ben', reason: 'renumbered', force: false },
  ]);
  expect(await ask('GET', '/messages/:id/edit', { id })).toMatchObject({ text: instead.text });
});

it('only what came in for one order can be edited', async () => {
  const source = { kind: 'search', note: false } as const;
  const [outbound = 0, file = 0] = await journal.receive(
    (['outbound', 'inbound'] as const).map((direction) => ({
      ...{ channel: 'orders', direction, name: 'a.xml', source, bytes: Buffer.from('<Order/>') },
    })),
  );
  await journal.settle(file, { outcome: 'split', reason: '', findings: [] });
  for (const id of [outbound, file])
    await expect(ask('GET', '/messages/:id/edit', { id })).rejects.toMatchObject({ code: 'not-editable' });
});

it('of two windows neither overwrites nor forgets the draft of the other', async () => {
  const { id } = await open();
  const keep = (seen: number) => ask('PUT', '/messages/:id/draft', { id, text: `${seen}`, seen });
  const refusal = { status: 409, code: 'draft-changed' };
  expect(await keep(0)).toMatchObject({ edition: 1 });
  await expect(keep(0)).rejects.toMatchObject(refusal);
  await expect(ask('DELETE', '/messages/:id/draft', { id, seen: 2 })).rejects.toMatchObject(refusal);
  expect(await ask('DELETE', '/messages/:id/draft', { id, seen: 1 })).toEqual({ edition: 0 });
});

it('a decision on many is left on exactly those that are named, by who asks, where one is left', async () => {
  const [one, two, bystander] = [await open(), await open(), await open()];
  const ids = [two.id, one.id];
  const asked = { action: 'discard', ids, reason: 'by phone' };
  const planned = await ask('POST', '/decisions/plan', { action: 'discard', ids });
  expect(planned).toMatchObject({ ids: [one.id, two.id], left: 0 });
  await ask('POST', '/decisions', asked);
  const done: Command[] = [];
  while (await journal.advanceBulkDecisions()) done.push(...(await leftDecisions()));
  const common = { action: 'discard', who: 'ben', reason: 'by phone', force: false };
  expect(done).toMatchObject([one, two].map(({ id }) => ({ ...common, message: id })));
  expect(await journal.message(bystander.id)).toMatchObject({ state: 'parked' });
  await expect(ask('POST', '/decisions', asked)).rejects.toMatchObject({
    ...{ status: 409, code: 'nothing-to-decide' },
  });
});
