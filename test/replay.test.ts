import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { type CommandRun, runCommandLine } from '../src/cli/testkit/ran.ts';
import { deliveredXsds } from '../src/scsn/load-schemas.ts';
import { orderXml, responseXml } from './kit/documents.ts';
import { lendWorkers } from './kit/lent-workers.ts';
import { Site, type SiteOptions } from './kit/site.ts';

/** Messages are run again on what they saw, and the same comes of it. */

let site: Site;
afterAll(lendWorkers());
afterEach(() => site?.close());

async function open(options?: SiteOptions, shape?: Parameters<Site['start']>[0]): Promise<void> {
  site = await Site.open(options);
  await site.start(shape);
}

const gateway = (...words: readonly string[]): Promise<CommandRun> => runCommandLine(site.folder, ...words);

/** Drops a file and waits for its end. */
async function dropped(folder: string, name: string, bytes: Buffer | string, count = 1): Promise<number> {
  site.drop(`erp/out/${folder}`, name, bytes);
  return (await site.ended(name, count)).id;
}

/** An order in which something else is written. */
const edited = (order: Parameters<typeof orderXml>[0], what: RegExp, text: string): string =>
  orderXml(order).toString().replace(what, text);

/** Orders and responses of both routes with every end that they can come to. */
async function aDay(): Promise<void> {
  for (const number of ['PO-1', 'PO-2']) await dropped('orders-json', `${number}.xml`, orderXml({ number }));
  await dropped('orders-json', 'again.xml', orderXml({ number: 'PO-1', note: 'another issue' }));
  await dropped('orders-json', 'same.xml', orderXml({ number: 'PO-1', note: 'another issue' }));
  await dropped('orders', 'PO-3.xml', orderXml({ number: 'PO-3' }));
  await dropped(
    'orders',
    'broken.xml',
    edited({ number: 'PO-5' }, /<cbc:IssueDate>[^<]*/, '<cbc:IssueDate>soon'),
  );
  await dropped('orders-json', 'unit.xml', edited({ number: 'PO-4' }, /unitCode="[^"]*"/, 'unitCode="odd"'));
  await dropped(
    'responses',
    'odd.xml',
    responseXml({ number: 'PO-9', lines: [{ id: '10', status: 'odd' }] }),
  );
  await site.idle();
}

describe('run again as it was', () => {
  it('every message of a day gives the same, whatever its end', async () => {
    await open();
    await aDay();
    const ends = (await site.messages()).map(({ state, outcome }) => outcome ?? state);
    expect(new Set(ends)).toEqual(new Set(['delivered', 'rejected', 'duplicate', 'ignored', 'parked']));
    const { out, code } = await gateway('journal', 'verify', '--replay');
    expect(out).toMatch(`of ${ends.length} messages ${ends.length} give the same.`);
    expect(code).toBe(0);
  });

  it('one whose format is told in several files', async () => {
    await open({
      config({ channels }, folder) {
        mkdirSync(`${folder}/erp/out/edifact`, { recursive: true });
        Object.assign(channels, {
          edifact: {
            from: { folder: 'erp/out/edifact' },
            document: 'edifact-d96a-orders',
            map: ['edifact-orders-to-order', 'complete-order', 'order-to-exchange'],
            to: { exchange: 'api-connector/order' },
          },
        });
      },
    });
    const order = new URL(
      '../mappings/fixtures/edifact-orders-to-order.price-per-hundred/document.edi',
      import.meta.url,
    );
    const id = await dropped('edifact', 'order.edi', readFileSync(order));
    const { out, code } = await gateway('journal', 'replay', String(id));
    expect(out).toMatch(/The same comes of it: the very same \d+ bytes\./);
    expect(code).toBe(0);
  });

  it('one by its number, also when the mapping is another one by now', async () => {
    await open({ config: (config) => Object.assign(config, { mappings: 'own' }) });
    const id = await dropped('orders-json', 'PO-1.xml', orderXml({ number: 'PO-1' }));
    await site.stop();
    mkdirSync(site.path('own'));
    writeFileSync(site.path('own/order-to-exchange.yaml'), 'broken by now');
    const { out, code } = await gateway('journal', 'replay', `${id}`);
    expect(out).toMatch(
      /^Message \d+ as it was at .* \(prepare: deliver\)\.\nThe same comes of it: the very same \d+ bytes\.$/m,
    );
    expect(code).toBe(0);
    expect((await gateway('journal', 'replay', '999')).err).toContain('There is no message 999.');
  });

  it('one whose XSDs are others by now; where their texts were not kept, it is said that they are', async () => {
    await open(
      { config: ({ channels }) => Object.assign(channels.orders ?? {}, { schemas: 'own-xsds' }) },
      'none',
    );
    cpSync(deliveredXsds, site.path('own-xsds'), { recursive: true });
    const id = await dropped('orders', 'PO-1.xml', orderXml({ number: 'PO-1' }));
    await site.stop();
    const file = site.path('own-xsds/Order.xsd');
    const type = '<xsd:element ref="cbc:OrderTypeCode" minOccurs="0"/>';
    writeFileSync(file, readFileSync(file, 'utf8').replace(type, ''));
    expect((await gateway('journal', 'replay', `${id}`)).out).toContain(
      'The same comes of it: the very same',
    );
    const since = await gateway('map', 'replay');
    expect(since.out).toContain('1 × sent → rejected (element-unknown)');
    const db = new DatabaseSync(site.path('data/journal.db'));
    db.exec("delete from artifact where kind = 'format'");
    db.close();
    expect((await gateway('journal', 'replay', `${id}`)).out).toMatch(
      /then deliver, now rejected: .* \(other than then: format scsn\/Order, mapping order-to-exchange\)/,
    );
  });

  it('says what the journal lacks, and what comes out otherwise', async () => {
    await open({}, 'none');
    const ids = [];
    for (const number of ['PO-1', 'PO-2', 'PO-3'])
      ids.push(await dropped('orders-json', `${number}.xml`, orderXml({ number })));
    const [undecided, changed, bare] = ids;
    await site.stop();
    const db = new DatabaseSync(site.path('data/journal.db'));
    db.exec(`update message set saw = null, seen_state = null where id = ${undecided};
      update message set saw = replace(saw, 'deliver', 'unchanged') where id = ${changed};
      delete from part where message = ${bare}`);
    db.close();
    expect((await gateway('journal', 'replay', `${undecided}`)).out).toMatch(
      /because neither check nor prepare decided on it/,
    );
    expect((await gateway('journal', 'replay', `${bare}`)).out).toMatch(/documents have been deleted/);
    const { out, code } = await gateway('journal', 'replay', `${changed}`);
    expect(out).toContain('Something else comes of it: then unchanged, now deliver');
    expect(code).toBe(1);
    const all = await gateway('journal', 'verify', '--replay');
    expect(all.out).toMatch(/of 1 messages 0 give the same\.\n {2}\d+: then unchanged, now deliver/);
    expect(all.out).toMatch(/Not run again: 1, because its documents have been deleted/);
    expect(all.code).toBe(1);
  });
});
