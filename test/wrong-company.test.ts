import { afterEach, expect, it, vi } from 'vitest';
import { patience } from './kit/machine.ts';
import { Site } from './kit/site.ts';
import { until } from './kit/until.ts';

vi.setConfig({ testTimeout: 150_000 * patience });

/** One digit of `companyId` is wrong: everything works, and all answers vanish. */

let site: Site;
afterEach(() => site?.close());

const notOurs = async () => {
  const { status, reasons } = await site.gateway.health();
  const found = reasons.filter(({ code }) => code === 'not-ours');
  return found.length > 0 ? { status, about: found.map(({ about }) => about) } : undefined;
};

it('turns health amber, and a restart keeps it so', async () => {
  site = await Site.open();
  site.editConfig((config) => {
    const { exchange, channels } = config;
    exchange.companyId = exchange.companyId.replace(/.$/, (last: string) => (last === '1' ? '2' : '1'));
    config.channels = { responses: channels.responses };
  });
  const { companyId } = site.simulator;
  await site.start('POST');
  site.simulator.sendEvent('OrderLinesAcceptedBySupplier', `${companyId}-PO-1`, 'orderEvent', {
    id: `${companyId}-PO-1`,
    buyerOrder: { companyId, purchaseOrderNumber: 'PO-1', supplierAccountNumber: 'S-1' },
    supplierOrder: { companyId: '5f0c3b1e-7d2a-4e69-9b48-1c6a8f30d753' },
    lines: [],
  });
  await until('the answer to be ignored', () =>
    site.withJournal(async (journal) => {
      const [first] = await journal.list({ limit: 1, outcome: 'ignored' });
      return first;
    }),
  );
  await site.stop();
  await site.start('none');
  expect(await until('health to be amber', notOurs)).toEqual({ status: 'amber', about: ['responses'] });
});
