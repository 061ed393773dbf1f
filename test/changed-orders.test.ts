import { rmSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../src/config/load/load-config.ts';
import { buildChannels } from '../src/pipeline/channel/channel.ts';
import { verifyReplay } from '../src/replay/replay-all.ts';
import { orderXml } from './kit/documents.ts';
import { lendWorkers } from './kit/lent-workers.ts';
import { openOwnSite, shareSite } from './kit/shared-site.ts';
import { type Site, type SiteOptions, until } from './kit/site.ts';

/** Changed orders on a gateway: what the lives (lives.csv) show step by step, with files, webhooks and the journal. */

let site: Site;

afterAll(lendWorkers());

let number = 'PO-0';

/** One for all tests of a group, each of which has an order of its own. */
function share(): void {
  let count = 0;
  const use = (shared: Site): void => {
    site = shared;
    count += 1;
    number = `PO-${count}`;
  };
  shareSite(use, undefined, 'POST');
}

async function open(options?: SiteOptions): Promise<void> {
  site = await openOwnSite(options);
  await site.start();
}
const line20 = { id: '20', quantity: '10', price: '7.50', date: '2026-04-01' };

async function exported(folder: string, name: string, ...rest: Parameters<typeof orderXml>) {
  site.drop(folder, name, orderXml(...rest));
  return await site.ended(name);
}

/** Messages that come out otherwise when they are run again. */
async function replayed() {
  const { config } = await loadConfig(site.path('gateway.yaml'));
  if (config === undefined) throw new Error('The config cannot be read.');
  const channels = buildChannels(config);
  return (await site.withJournal((journal) => verifyReplay({ journal, channels, xsds: {} }))).different;
}

/** The supplier proposes another price for line 20, and the buyer approves it in the portal. */
async function approveInPortal(): Promise<void> {
  site.simulator.act({ order: number, action: 'accept', lines: ['10'] });
  site.simulator.act({ order: number, action: 'propose', lines: ['20'], price: '7.75' });
  site.simulator.act({ order: number, action: 'approve', lines: ['20'] });
  await site.simulator.waitForWebhooks();
  await site.published('erp/in/responses', 3);
}

const sentLines = (): readonly string[] =>
  JSON.parse(site.simulator.ledger().at(-1)?.bytes ?? '{}').lines.map(
    ({ position }: { position: string }) => position,
  );

const changed = (date: string) => ({
  number,
  date,
  type: 'Changed' as const,
  lines: [{ id: '10', quantity: '6', status: 'revised' }, line20],
});

describe('an order that is changed after the supplier changed it', () => {
  share();

  it('as JSON: the line that the ERP did not touch stays as it was agreed, and is told', async () => {
    const folder = 'erp/out/orders-json';
    await exported(folder, '1.xml', { number, lines: [{ id: '10' }, line20] });
    await approveInPortal();
    const message = await exported(folder, '2.xml', changed('2026-03-09'));
    expect(message).toMatchObject({ outcome: 'delivered' });
    expect(sentLines()).toEqual(['10']);
    expect(message.findings).toMatchObject([{ code: 'line-left-out', severity: 'warning', key: '20' }]);
    expect(message.findings[0]?.message).toMatch(
      /^Line 20 is left out: the document says price 7\.5 EUR per C62, as before, and price 7\.75 EUR per C62 was agreed \(since 20/,
    );
    expect(message.findings[0]?.path).toContain('OrderLine[2]');
    const again = await exported(folder, '3.xml', changed('2026-03-10'));
    expect(again).toMatchObject({ outcome: 'unchanged' });
    expect(again.findings).toMatchObject([{ code: 'line-left-out' }]);
  });

  it('a person sends a line that was left out, and it alone', async () => {
    const folder = 'erp/out/orders-json';
    await exported(folder, '1.xml', { number, lines: [{ id: '10' }, line20] });
    await approveInPortal();
    const { id } = await exported(folder, '2.xml', changed('2026-03-09'));
    const decision = {
      action: 'retry',
      message: id,
      force: true,
      line: '20',
      reason: 'it is meant',
    } as const;
    await site.gateway.journal.enqueueCommand(decision);
    await until('the line to be sent', () => site.simulator.ledger().length === 3 || undefined);
    expect(sentLines()).toEqual(['20']);
  });

  it('as XML: it goes whole, and what it reopens is told', async () => {
    await exported('erp/out/orders', '1.xml', { number, lines: [{ id: '10' }, line20] });
    await approveInPortal();
    const message = await exported('erp/out/orders', '2.xml', changed('2026-03-09'));
    expect(message).toMatchObject({ outcome: 'delivered' });
    expect(message.findings).toMatchObject([{ code: 'line-reopens', severity: 'warning', key: '20' }]);
  });

  it.each([
    ['erp/out/orders', '/sci-connector/order'],
    ['erp/out/orders-json', '/api-connector/order'],
  ])(
    '%s: one whose reply was lost is sent until an answer comes, though the exchange shows it by then',
    async (folder, match) => {
      for (const fault of [{ drop: 'after' }, { status: 429 }] as const)
        site.simulator.fault({ match, times: 1, ...fault });
      const message = await exported(folder, '1.xml', { number, lines: [{ id: '10' }] });
      expect(message).toMatchObject({ outcome: 'delivered', possiblyTwice: true, attempts: 3 });
      expect(site.simulator.ledger()).toHaveLength(2);
      expect((await site.messages()).map(({ name }) => name)).toContain('OrderIssuedByBuyer');
    },
  );

  it('that the journal does not know waits while the exchange cannot be asked, and goes when it can', async () => {
    site.simulator.fault({ match: '/order/', status: 503, times: 2 });
    const message = await exported('erp/out/orders-json', '1.xml', changed('2026-03-09'));
    expect(message).toMatchObject({ outcome: 'delivered' });
    expect(sentLines()).toEqual(['10', '20']);
    expect(message.findings).toMatchObject([{ code: 'line-not-known', key: '20' }]);
  });
});

describe('an order that is changed, on a site of its own', () => {
  it('as XML: a person decides where the channel wants that, and an export without news is not sent', async () => {
    await open({
      config({ channels }) {
        Object.assign(channels.orders ?? {}, { reopens: 'park' });
      },
    });
    await exported('erp/out/orders', '1.xml', { number, lines: [{ id: '10' }, line20] });
    await approveInPortal();
    const same = { number, date: '2026-03-08', type: 'Changed' as const, lines: [{ id: '10' }, line20] };
    expect(await exported('erp/out/orders', '2.xml', same)).toMatchObject({ outcome: 'unchanged' });
    expect(await replayed()).toEqual([]);
    site.drop('erp/out/orders', '3.xml', orderXml(changed('2026-03-09')));
    expect(await site.ended('3.xml')).toMatchObject({
      findings: [{ code: 'line-reopens', severity: 'park' }],
    });
    expect(site.simulator.ledger()).toHaveLength(1);
  });
});

describe('an order of which a lost journal knew', () => {
  it('is asked for, and unmarked lines that the exchange has stay as they are', async () => {
    await open();
    const folder = 'erp/out/orders-json';
    await exported(folder, '1.xml', { number, lines: [{ id: '10' }, line20] });
    await site.simulator.waitForWebhooks();
    await site.stop();
    const before = site.simulator.requests().length;
    rmSync(site.path('data'), { recursive: true });
    await site.start('none');
    const message = await exported(folder, '2.xml', changed('2026-03-09'));
    expect(sentLines()).toEqual(['10']);
    expect(message).toMatchObject({ outcome: 'delivered' });
    const id = `${site.simulator.companyId}-${number}`;
    const asked = site.simulator
      .requests()
      .slice(before)
      .filter(({ path }) => path.includes(encodeURIComponent(id)));
    expect(asked).toHaveLength(1);
    await site.withJournal(async (journal) => {
      const attempts = await journal.attempts(message.id);
      expect(attempts.map(({ what, detail }) => [what, detail])).toEqual([
        ['gather', 'ok'],
        ['deliver', 'ok'],
      ]);
    });
  });
});
