import { mkdirSync, writeFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { deliveredFormat } from '../src/formats/testkit/kit.ts';
import type { Message } from '../src/journal/model/message.ts';
import { type EdifactOrder, edifactOrders, type Interchange } from './kit/edifact.ts';
import { lendWorkers } from './kit/lent-workers.ts';
import { openOwnSite, shareSite } from './kit/shared-site.ts';
import { type Site, type SiteOptions, until } from './kit/site.ts';

/** Channels whose files are EDIFACT: what is sent twice, partners, tests, despatch advices. */

let site: Site;
afterAll(lendWorkers());

const inbound = 'erp/out/edifact';
const outbound = 'erp/in/despatch';
const settle = { interval: '50ms' };

const options = (partners?: string): SiteOptions => ({
  config(config, folder) {
    Object.assign(config.channels, {
      edifact: {
        from: { folder: inbound, settle, byDate: false },
        document: 'edifact-d96a-orders',
        map: ['edifact-orders-to-order', 'complete-order', 'order-to-exchange'],
        to: { exchange: 'api-connector/order' },
      },
      shipments: {
        as: 'buyer',
        from: { webhook: '/shipments' },
        map: ['shipment-to-despatch-advice', 'despatch-advice-to-edifact-desadv'],
        document: 'edifact-d96a-desadv',
        to: { folder: outbound, name: '{shipmentNumber}-{sequence}.edi' },
      },
    });
    if (partners === undefined) return;
    mkdirSync(`${folder}/own/tables`, { recursive: true });
    writeFileSync(`${folder}/own/tables/partners.csv`, partners);
    Object.assign(config, { mappings: 'own' });
  },
});

/** Its tests have orders and interchanges of their own. */
const share = (): void =>
  shareSite((shared) => {
    site = shared;
  }, options());

async function open(partners: string): Promise<void> {
  site = await openOwnSite(options(partners));
  await site.start('none');
}

/** Drops an interchange under a name of its own; its messages in their order, when all have ended. */
async function sent(
  name: string,
  orders: readonly EdifactOrder[],
  interchange?: Interchange,
): Promise<readonly Message[]> {
  site.drop(inbound, name, edifactOrders(orders, interchange));
  const file = await site.ended(name);
  await site.idle();
  const messages = (await site.messages()).filter(
    ({ id, source }) => id === file.id || (source.kind === 'document' && source.of === file.id),
  );
  return orders.length === 1 ? [file] : messages.filter(({ id }) => id !== file.id).toReversed();
}

const ends = (messages: readonly Message[]): readonly string[] =>
  messages.map(({ outcome, state }) => outcome ?? state);
const codes = ([message]: readonly Message[]): readonly string[] =>
  message?.findings.map(({ code }) => code) ?? [];
const order = (number: string, quantity?: number): EdifactOrder => ({
  number,
  account: '70012',
  ...(quantity === undefined ? {} : { quantity }),
});

describe('on one site', () => {
  share();

  describe('sent twice', () => {
    it('the same file is a duplicate, document by document', async () => {
      const orders = [order('PO-1'), order('PO-2')];
      expect(ends(await sent('a.edi', orders))).toEqual(['delivered', 'delivered']);
      expect(ends(await sent('b.edi', orders))).toEqual(['duplicate', 'duplicate']);
      // one of them changed under its old reference: that one goes, and it is told
      const again = await sent('c.edi', [order('PO-1'), order('PO-2', 5)]);
      expect(ends(again)).toEqual(['duplicate', 'delivered']);
      expect(codes(again.slice(1))).toContain('reference-again');
      expect(site.simulator.ledger()).toHaveLength(3);
    });

    it('the same order in another interchange, prepared later, is unchanged', async () => {
      expect(ends(await sent('a.edi', [order('PO-3')], { reference: '78' }))).toEqual(['delivered']);
      const later = { reference: '79', prepared: '260303:0900' };
      const again = await sent('b.edi', [{ ...order('PO-3'), date: '20260303', reference: '9' }], later);
      expect(ends(again)).toEqual(['unchanged']);
      expect(site.simulator.ledger()).toHaveLength(1);
    });

    it('10, then 12, then 10 are three deliveries, each under a reference of its own', async () => {
      for (const [n, quantity] of [10, 12, 10].entries()) {
        const messages = await sent(`${n}.edi`, [order('PO-4', quantity)], { reference: String(n) });
        expect(ends(messages)).toEqual(['delivered']);
        expect(codes(messages)).not.toContain('reference-again');
      }
      expect(site.simulator.ledger()).toHaveLength(3);
    });
  });

  describe('what a person decides', () => {
    it('deliveries of one line to several places (LOC)', async () => {
      const places = ['GATE1', 'GATE2'].flatMap((place) => [
        `LOC+7+${place}::92'`,
        "QTY+11:50:PCE'",
        "DTM+2:20260316:102'",
      ]);
      const text = edifactOrders([order('PO-1')])
        .replace("UNS+S'", `${places.join('\n')}\nUNS+S'`)
        .replace('UNT+14', 'UNT+20');
      site.drop(inbound, 'a.edi', text);
      const message = await site.ended('a.edi');
      expect(message).toMatchObject({ state: 'parked' });
      expect(codes([message])).toContain('line-locations');
    });

    it('an interchange that says that it is a test: nothing is sent', async () => {
      const messages = await sent('a.edi', [order('PO-2')], { reference: '78', test: true });
      expect(ends(messages)).toEqual(['parked']);
      expect(codes(messages)).toContain('edi-test');
      expect(site.simulator.ledger()).toEqual([]);
    });
  });

  describe('a shipment of the exchange', () => {
    const line = (order: string, position: string, quantity: string) => ({
      purchaseOrderNumber: order,
      purchaseOrderLinePosition: position,
      item: { buyerItemName: "Bracket 5' + nut", purchaseUnitOfMeasureIso: 'H87' },
      supplierLine: {
        ...{ despatchAdviceNumber: 'DA-1', despatchAdviceLinePosition: position, despatchQuantity: quantity },
      },
    });
    const shipment = (id: string, at: string) => ({
      id,
      supplierShipment: { companyId: 'S', buyerAccountNumber: 'BUYER-1', shipmentNumber: `Z-${id}` },
      buyerShipment: { companyId: site.simulator.companyId, supplierAccountNumber: '70012' },
      lines: [line('PO-1', '10', '5.5'), line('PO-2', '20', '7')],
      meta: { lastUpdatedAt: at },
    });

    function tellOfShipments(): void {
      const auth = { basic: { user: 'exchange', password: 'hook' } };
      site.simulator.setWebhooks([{ url: `${site.gateway.webhookUrl}/shipments`, shape: 'POST', auth }]);
    }

    it('becomes a DESADV of the buyer, whose control reference is the number of its message', async () => {
      tellOfShipments();
      site.simulator.putShipment(shipment('S-1', '2026-03-16T07:05:02.310Z'));
      const [name = ''] = await until('the file', () => {
        const names = site.files(outbound).filter((one) => one.endsWith('.edi'));
        return names.length > 0 ? names : undefined;
      });
      const [message] = await site.messages();
      const written = site.read(outbound, name);
      expect(written).toMatch(
        new RegExp(`^UNA:\\+\\.\\? 'UNB\\+UNOC:3\\+70012:ZZ\\+BUYER-1:ZZ\\+\\d{6}:\\d{4}\\+${message?.id}'`),
      );
      const format = deliveredFormat('edifact-d96a-desadv');
      const [document] = format.cut(Buffer.from(written)).documents;
      const { tree, findings } = format.read(document ?? { bytes: new Uint8Array() });
      expect(findings).toEqual([]);
      expect(tree?.root.nodeName).toBe('DESADV');
      expect(written).toContain("IMD+F++:::Bracket 5?' ?+ nut'");
      expect(written).toContain("QTY+12:5.5:PCE'RFF+ON:PO-1:10'");
      expect(written).toContain("QTY+12:7:PCE'RFF+ON:PO-2:20'");
    });

    it('is written once: the same news again is no other file', async () => {
      tellOfShipments();
      for (const at of ['2026-03-16T07:05:02.310Z', '2026-03-16T09:00:00.000Z']) {
        site.simulator.putShipment(shipment('S-2', at));
        await site.idle();
      }
      expect(site.files(outbound)).toHaveLength(1);
      expect(ends(await site.messages()).toSorted()).toEqual(['delivered', 'unchanged']);
    });
  });
});

describe('partners', () => {
  const table = 'account,ownId,partnerId,partnerQualifier\n';

  it('a stranger is parked with the ids, and goes when the row is added while the gateway runs', async () => {
    await open(`${table}300,4015448000006,5412345000013,14\n`);
    const parked = await sent('a.edi', [{ number: 'PO-1' }]);
    expect(ends(parked)).toEqual(['parked']);
    expect(codes(parked)).toContain('partner-unknown');
    expect(site.read(`${inbound}/parked`, 'a.edi.report.txt')).toContain(
      'from 4015448000006:14 to 8712345000004:14 (UNB)',
    );
    writeFileSync(site.path('own/tables/partners.csv'), `${table}70012,4015448000006,8712345000004,14\n`);
    await until(
      'the table to be used',
      () => site.log.some((line) => line.includes('in use now')) || undefined,
    );
    const message = parked[0]?.id ?? 0;
    await site.gateway.journal.enqueueCommand({
      ...{ action: 'retry', message, force: false, reason: 'row added', who: 'test' },
    });
    await until('the order to be sent', () => site.simulator.ledger().length === 1 || undefined);
    expect(site.simulator.ledger()[0]?.bytes).toMatch(/"supplierAccountNumber":\s*"70012"/);
  });

  it('a table that is wrong while the gateway runs changes nothing', async () => {
    await open(`${table}70012,,8712345000004,14\n`);
    writeFileSync(site.path('own/tables/partners.csv'), `${table}70012,,1,14\n70012,,2,14\n`);
    await until('it to be told', () => site.log.some((line) => line.includes('stands twice')) || undefined);
    expect(ends(await sent('a.edi', [{ number: 'PO-1' }]))).toEqual(['delivered']);
  });
});
