import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { runCommandLine } from '../src/cli/testkit/ran.ts';
import { hiddenIn, type Planted } from '../src/mapping/mask/testkit/planted.ts';
import { orderXml } from './kit/documents.ts';
import { lendWorkers } from './kit/lent-workers.ts';
import { Site } from './kit/site.ts';

/**
 * A site in which everything is called after a person: documents of both directions, own formats, mappings, tables, channels, folders,
 * files, the config. None of it is in what is given away with --mask.
 */

const given: Planted = {
  ...{ name: 'Qzvandermolen', number: '9845761234', price: '8317.4567' },
  mail: 'qjvandermolen@qxmolen.example',
};
const { name, number, mail, price } = given;
const low = name.toLowerCase();

let site: Site;
afterAll(lendWorkers());
afterAll(() => site?.close());

/** `my-orders` of the samples as somebody would call it, with a column, a table and a rule of his own. */
function ownFiles(folder: string): void {
  for (const sub of ['formats', 'tables']) mkdirSync(join(folder, sub), { recursive: true });
  writeFileSync(
    join(folder, 'formats', `${low}-orders.yaml`),
    `# of ${name}, ${mail}
format: ${low}-orders
syntax: csv
kind: order
csv: { separator: ";", decimal: "," }
documents: { key: [ Ordernummer ] }
tree:
  order!:
    number!: { column: Ordernummer, type: identifier, empty: [ "${name}" ] }
    date!: { column: Orderdatum, type: date d-M-yyyy }
    buyer: { column: Inkoper }
    supplier!: { column: Leverancier, type: identifier }
    "lines[]!":
      position!: { column: Regel, type: identifier }
      item!: { column: Artikel, type: identifier }
      quantity!: { column: Aantal, type: decimal }
      price!: { column: Prijs, type: decimal }
      delivery!: { column: Leverdatum, type: date d-M-yyyy }
`,
  );
  writeFileSync(join(folder, 'tables', `${low}.csv`), `partner of ${name},account\n${name},${number}\n`);
  writeFileSync(
    join(folder, `${low}-to-order.yaml`),
    `# for ${name}
mapping: ${low}-to-order
from: ${low}-orders
to: scsn/Order
tables: { ${low}: tables/${low}.csv }
stop:
  - { when: "number = '${number}'", as: parked, code: ask-${low}, say: "Ask ${name} ({number}).", advice: "Mail ${mail}." }
target:
  cbc:ID: number
  cbc:IssueDate: date
  cbc:OrderTypeCode: { $text: New }
  cbc:Note: [ { $text: "${name} ${mail}" }, "concat(buyer, ' of ${name}')" ]
  cac:BuyerCustomerParty: { $keepEmpty: true }
  cac:SellerSupplierParty:
    cbc:CustomerAssignedAccountID: table('${low}', supplier)
  cac:OrderLine:
    $each: lines
    cac:LineItem:
      cbc:ID: position
      cbc:Quantity: { $from: quantity, $attributes: { unitCode: { $text: H87 } } }
      cac:Delivery:
        - cbc:Quantity: { $from: quantity, $attributes: { unitCode: { $text: H87 } } }
          cac:RequestedDeliveryPeriod: { cbc:EndDate: delivery }
      cac:Price:
        cbc:PriceAmount: { $from: price, $attributes: { currencyID: { $text: EUR } } }
        cbc:BaseQuantity: { $text: "1", $attributes: { unitCode: { $text: H87 } } }
        cbc:PriceType: { $text: net }
      cac:Item: { cbc:Name: item, cac:BuyersItemIdentification: { cbc:ID: item } }
`,
  );
}

const csv = (order: string): string =>
  [
    `Ordernummer;Orderdatum;Inkoper;Leverancier;Regel;Artikel;Aantal;Prijs;Leverdatum;Tel. ${name}`,
    `${order};2-11-2026;${mail};${name};10;A-${number};5;${price.replace('.', ',')};1-12-2026;${number}`,
    `${order};2-11-2026;${mail};${name};20;A-2;7;2,50;2-12-2026;${number}`,
    '',
  ].join('\n');

/** Names, mails and numbers in places that no description knows, and in those that it does. */
const order = (id: string): string =>
  orderXml({ number: id, supplier: '540830', note: `Bel ${name} ${mail}`, lines: [{ id: '10', price }] })
    .toString()
    .replace('<cbc:ID>BUYER-1', `<!-- ${name} --><?${low} ${number}?><cbc:ID schemeID="${name}">${number}`);

beforeAll(async () => {
  site = await Site.open({
    config(config, folder) {
      ownFiles(join(folder, low));
      config.mappings = low;
      Object.assign(config.channels, {
        [`${low}-csv`]: {
          from: { folder: `erp/out/${low}`, settle: { interval: '50ms', patience: '200ms', renamed: true } },
          document: `${low}-orders`,
          map: [`${low}-to-order`, 'complete-order', 'order-to-exchange'],
          to: { exchange: 'api-connector/order' },
        },
      });
    },
  });
  await site.start();
  site.drop('erp/out/orders-json', `${name}.xml`, order(`PO-${number}`));
  await site.ended(`${name}.xml`);
  site.simulator.act({ order: `PO-${number}`, action: 'accept' });
  await site.published('erp/in/responses', 1);
  // the same order issued a day later, and one with another quantity in a line
  site.drop(
    'erp/out/orders-json',
    `again-${name}.xml`,
    order(`PO-${number}`).replace('2026-03-02', '2026-03-03'),
  );
  await site.ended(`again-${name}.xml`);
  site.drop(`erp/out/${low}`, `${name}.csv`, csv(`98${name}`));
  site.drop(`erp/out/${low}`, `parked-${name}.csv`, csv(number));
  site.drop('erp/out/orders', `broken-${name}.xml`, `<Order><${name}>${number}</Order>`);
  await site.call('/events', `{"eventName": "${name}", "broken: ${number}`);
  for (const file of [`${name}.csv`, `parked-${name}.csv`, `broken-${name}.xml`]) await site.ended(file);
  await site.idle();
  await site.stop();
});

/** The files of a ZIP by their names. */
const unzipped = (bytes: Buffer): ReadonlyMap<string, string> =>
  new Map(Object.entries(unzipSync(bytes)).map(([name, content]) => [name, Buffer.from(content).toString()]));

const company = (): string => site.simulator.companyId;

describe('given away with --mask', () => {
  it('a bundle names nobody, and the same comes of it', async () => {
    const all = await site.messages();
    // of each channel one of each end
    const messages = [
      ...new Map(
        all.map((message) => [`${message.channel} ${message.state} ${message.outcome}`, message]),
      ).values(),
    ];
    expect(messages.length).toBeGreaterThan(5);
    expect(messages.some(({ channel, outcome }) => channel === 'responses' && outcome === 'delivered')).toBe(
      true,
    );
    const ids = messages.map(({ id }) => `${id}`);
    const told = await runCommandLine(site.folder, 'journal', 'export', ...ids, '--out', 'b.zip', '--mask');
    expect(told.err).not.toContain('gateway:');
    const files = unzipped(readFileSync(site.path('b.zip')));
    for (const [file, text] of files) {
      expect(hiddenIn(`${file}\n${text}`, given), `${file}: ${text}`).toEqual([]);
      expect(`${file} ${text}`, file).not.toContain(company());
      // a hash would say whether somebody guessed right what was hashed
      for (const { hash, generation } of messages)
        for (const one of [hash, generation ?? hash])
          expect(`${file} ${text}`, file).not.toContain(one.slice(0, 8));
    }
    const of = (id: number, file: string) => files.get(`message-${id}/${file}`);
    const byName = (one: string) => messages.find((message) => message.name === one)?.id ?? 0;
    const madeWith = messages.flatMap(({ id }) => of(id, 'made-with.json') ?? []);
    expect(new Set(madeWith)).toContain('{\n  "folder": "made-with-1/own"\n}\n');
    for (const message of messages.filter(({ outcome }) => outcome === 'delivered'))
      expect(of(message.id, 'trace.txt'), message.channel).toContain(
        'The same comes of the masked documents.',
      );
    expect(messages.find((message) => message.name === `again-${name}.xml`)?.outcome).toBe('unchanged');
    expect(of(byName(`again-${name}.xml`), 'trace.txt')).toContain('The same comes of the masked documents.');
    expect(of(byName(`parked-${name}.csv`), 'trace.txt')).toContain(
      'The same comes of the masked documents.',
    );
    expect(of(byName(`broken-${name}.xml`), 'left-out.txt')).toContain(
      'no reader of the gateway can parse it',
    );
    expect(
      [...files.keys()].filter((file) => /made-with-.*\/own\/.*(csv|yaml)$/.test(file)).length,
    ).toBeGreaterThan(2);
  });

  it('an unpacked bundle can be tried: its document through its own mappings gives what was prepared', async () => {
    const { id } = (await site.messages()).find((message) => message.name === `${name}.csv`) ?? { id: 0 };
    await runCommandLine(site.folder, 'journal', 'export', `${id}`, '--out', 'try.zip', '--mask');
    const files = unzipped(readFileSync(site.path('try.zip')));
    for (const [file, text] of files) site.write(`tried/${file}`, text);
    const json = (file: string): unknown => JSON.parse(files.get(`message-${id}/${file}`) ?? '');
    const { message } = z.object({ message: z.object({ channel: z.string() }) }).parse(json('message.json'));
    const { folder } = z.object({ folder: z.string() }).parse(json('made-with.json'));
    const { channels } = z
      .object({ channels: z.record(z.string(), z.looseObject({ map: z.unknown().optional() })) })
      .parse(parse(files.get('gateway.yaml') ?? ''));
    const map = z.array(z.string()).parse(channels[message.channel]?.map).join();
    const document = `message-${id}/received.txt`;
    const tried = await runCommandLine(site.path('tried'), 'map', 'try', map, document, '-m', folder);
    // the company stands in the config
    const [made = ''] = tried.out.split('\n\nFindings');
    expect(JSON.parse(made)).toMatchObject({ order: {}, lines: [{ position: '10' }, { position: '20' }] });
    expect(json('prepared.json')).toMatchObject(JSON.parse(made));
  });

  it('a page names nobody', async () => {
    mkdirSync(site.path(`edited-${low}`));
    writeFileSync(
      site.path(`edited-${low}`, 'order-to-exchange.yaml'),
      `mapping: order-to-exchange
extends: scsn-gateway/order-to-exchange
stop: [{ when: "cbc:ID = 'PO-${number}'", as: parked, code: ask-${low}, say: "Ask ${name}.", advice: "Mail." }]
target: { order: { description: { $text: "${name} ${mail}" } } }
`,
    );
    for (const file of readdirSync(site.path(low)))
      if (statSync(site.path(low, file)).isFile())
        writeFileSync(site.path(`edited-${low}`, file), readFileSync(site.path(low, file)));
    for (const sub of ['formats', 'tables']) {
      mkdirSync(site.path(`edited-${low}`, sub));
      for (const file of readdirSync(site.path(low, sub)))
        writeFileSync(site.path(`edited-${low}`, sub, file), readFileSync(site.path(low, sub, file)));
    }
    const told = await runCommandLine(
      site.folder,
      'map',
      'replay',
      '-m',
      `edited-${low}`,
      '--html',
      'p.html',
      '--mask',
    );
    expect(told.err).not.toContain('gateway:');
    const page = readFileSync(site.path('p.html'), 'utf8');
    expect(page).toMatch(/sent → parked/);
    expect(hiddenIn(page, given), page).toEqual([]);
  });

  it('a fixture names nobody, and is not written where own rules would have a name stay', async () => {
    const fixture = async (file: string, id: number | undefined) => {
      mkdirSync(site.path(file), { recursive: true });
      return runCommandLine(
        site.folder,
        'map',
        'fixture',
        '--message',
        `${id}`,
        '-m',
        file,
        '--name',
        'one',
        '--mask',
      );
    };
    const id = (await site.messages()).find((message) => message.name === `${name}.xml`)?.id;
    const told = await fixture('mine', id);
    expect(told.err).not.toContain('gateway:');
    const folder = site.path('mine/fixtures/order-to-exchange.one');
    const texts = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
    expect(texts.length).toBeGreaterThan(2);
    expect(hiddenIn(texts.join('\n'), given)).toEqual([]);
    // of an own rule's constant the fixture could not be without
    site.drop('.', 'order.xml', order(`PO-${number}`));
    const own = (...words: readonly string[]) =>
      runCommandLine(
        site.folder,
        'map',
        'fixture',
        'order-to-exchange',
        'order.xml',
        '-m',
        `edited-${low}`,
        '--mask',
        ...words,
      );
    const refused = await own('--name', 'refused');
    expect(refused.err).toMatch(/Nothing was written: .*would stay readable/);
    expect(refused.err).toContain(`order/description: ${name} ${mail}`);
    expect(existsSync(site.path(`edited-${low}/fixtures/order-to-exchange.refused`))).toBe(false);
    expect((await own('--name', 'kept', '--keep')).out).toContain(`order/description: ${name} ${mail}`);
  });
});
