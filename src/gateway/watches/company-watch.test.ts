import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { recordingLog } from '../../folders/testkit/folder.ts';
import type { NewMessage } from '../../journal/model/message.ts';
import { openSqliteJournal } from '../../journal/sqlite/open-sqlite.ts';
import { buildChannels } from '../../pipeline/channel/channel.ts';
import { configIn } from '../testkit/config.ts';
import { CompanyWatch } from './company-watch.ts';

const us = '6b1d1f6e-0000-4000-8000-000000000001';
/** One digit of ours is wrong. */
const typo = '6b1d1f6e-0000-4000-8000-000000000007';
const others = '6b1d1f6e-0000-4000-8000-000000000002';

const answers = (more: object = {}) => ({
  as: 'buyer',
  from: { webhook: '/events' },
  document: 'scsn/OrderResponse',
  map: 'order-to-order-response',
  to: { folder: 'in' },
  ...more,
});
const orders = answers({
  as: 'supplier',
  document: 'scsn/Order',
  map: 'order-to-order',
  to: { folder: 'sales' },
});
const http = { webhook: { listen: '127.0.0.1:0', auth: { bearer: 'x' } } };

const order = (number: string, buyer: string, supplier: string): object => ({
  id: `${buyer}-${number}`,
  buyerOrder: { companyId: buyer, purchaseOrderNumber: number },
  supplierOrder: { companyId: supplier },
});

/** A watch over a journal on disk; `came` puts what the exchange tells into it. */
function watched(channels: object = { answers: answers() }) {
  const folder = mkdtempSync(join(tmpdir(), 'company-'));
  const journal = openSqliteJournal(join(folder, 'journal.db'));
  onTestFinished(async () => {
    await journal.close();
    rmSync(folder, { recursive: true });
  });
  const open = () =>
    new CompanyWatch(buildChannels(configIn(folder, { channels, http })), journal, recordingLog().log);
  const watch = open();
  const came = async (body: object, more: Partial<NewMessage> = {}): Promise<void> => {
    const bytes = Buffer.from(JSON.stringify(body));
    const source = { kind: 'webhook', method: 'POST' } as const;
    await journal.receive([{ channel: 'answers', direction: 'outbound', name: 'e', source, bytes, ...more }]);
  };
  const told = async (of = watch): Promise<readonly (readonly [string, string])[]> => {
    await of.look();
    return [...of.troubles()].map(([channel, { en }]) => [channel, en]);
  };
  return { came, told, open, watch };
}

it('tells that all answers are of another company, with one wrong digit, and after a restart too', async () => {
  const { came, told, open } = watched();
  expect(await told()).toEqual([]);
  await came(order('PO-1', typo, others));
  await came({ eventName: 'X', orderEvent: order('PO-2', typo, others) });
  const said = [
    [
      'answers',
      `What the exchange tells the channel answers is not about us: in 2 of 2 orders or shipments the buyer is company ${typo}, and \`companyId\` says ${us}. They are ignored.`,
    ],
  ];
  expect(await told()).toEqual(said);
  expect(await told()).toEqual(said);
  expect(await told(open())).toEqual(said);
});

it('says it in Dutch', async () => {
  const { came, told, watch } = watched();
  await came(order('PO-1', typo, others));
  await told();
  expect(watch.troubles().get('answers')?.nl).toContain(
    `in 1 van 1 orders of zendingen is de koper bedrijf ${typo}, en \`companyId\` zegt ${us}`,
  );
});

it('says nothing as soon as one is ours, whatever comes beside it', async () => {
  const { came, told } = watched();
  await came(order('PO-1', typo, others));
  expect(await told()).toHaveLength(1);
  await came(order('PO-2', us.toUpperCase(), others));
  expect(await told()).toEqual([]);
  await came(order('PO-3', typo, others));
  expect(await told()).toEqual([]);
});

it('leaves to a channel what another one takes, or what names no company', async () => {
  const { came, told } = watched({ answers: answers(), orders });
  await came(order('SO-1', others, us));
  await came({ id: 'x', buyerOrder: { purchaseOrderNumber: 'PO-9' } });
  await came({ strange: true });
  expect(await told()).toEqual([]);
});

it('tells a channel on the wrong side of the order', async () => {
  const { came, told } = watched();
  await came(order('SO-1', others, us));
  expect(await told()).toEqual([
    [
      'answers',
      `What the exchange tells the channel answers is not for it: in 1 of 1 orders or shipments our company ${us} is the supplier, and the channel says \`as: buyer\`. They are ignored.`,
    ],
  ]);
});

it('reads shipments', async () => {
  const { came, told } = watched();
  await came({ id: 'S-1', supplierShipment: { shipmentNumber: 'Z' }, buyerShipment: { companyId: typo } });
  expect(await told()).toMatchObject([['answers', expect.stringContaining(`company ${typo}`)]]);
});

it('stops looking when every channel has had one of ours', async () => {
  const { came, watch } = watched();
  await came(order('PO-1', us, others));
  const running = watch.run();
  await watch.look();
  watch.stop();
  await running;
  expect(watch.troubles().size).toBe(0);
});
