import { afterEach, describe, expect, it } from 'vitest';
import { orderXml } from './kit/documents.ts';
import { Site, type SiteOptions, until } from './kit/site.ts';

/** Files inside the documents of the ERP, on their way to an exchange that takes JSON. */

let site: Site;
afterEach(() => site?.close());

const folder = 'erp/out/orders-json';

async function open(upload: boolean, channel: object = {}, options: SiteOptions = {}): Promise<void> {
  site = await Site.open({
    ...options,
    config: ({ exchange, channels }) => {
      Object.assign(exchange ?? {}, { upload });
      Object.assign(channels['orders-json'] ?? {}, channel);
    },
  });
  await site.start('none');
}

/** One order with one file in it, from pickup to its end. */
async function send(number: string, file: readonly [string, string], more: object = {}) {
  site.drop(folder, `${number}.xml`, orderXml({ number, file, ...more }));
  return site.ended(`${number}.xml`);
}

const uploads = () => site.simulator.requests().filter(({ path }) => path === '/v2/object-storage/document');
const sent = () => site.simulator.ledger().map(({ bytes }) => JSON.parse(bytes ?? '{}').order.documents);
const codes = ({ findings }: { readonly findings: readonly { readonly code: string }[] }) =>
  findings.map(({ code }) => code);

describe('an embedded file', () => {
  it('row 35: is uploaded once for each content, however often the order is sent', async () => {
    await open(true);
    site.simulator.fault({ match: '/api-connector/order', status: 503, times: 1 });
    expect(await send('PO-1', ['a.pdf', 'drawing'])).toMatchObject({ outcome: 'delivered', attempts: 4 });
    const [stored] = site.simulator.files();
    expect([stored?.filename, Buffer.from(stored?.bytes ?? []).toString()]).toEqual(['a.pdf', 'drawing']);
    expect(await send('PO-2', ['a.pdf', 'drawing'])).toMatchObject({ outcome: 'delivered' });
    expect(await send('PO-3', ['a.pdf', 'another'])).toMatchObject({ outcome: 'delivered' });
    expect(uploads()).toHaveLength(2);
    const [first, second, third] = sent();
    expect(first).toEqual([
      { code: 'a.pdf', name: 'a.pdf', objectId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    ]);
    expect(second).toEqual(first);
    expect(third[0].objectId).not.toBe(first[0].objectId);
  });

  it('does not make an order that says the same another one', async () => {
    await open(true);
    await send('PO-1', ['a.pdf', 'drawing']);
    site.drop(folder, '2.xml', orderXml({ number: 'PO-1', file: ['a.pdf', 'drawing'], date: '2026-03-09' }));
    expect(await site.ended('2.xml')).toMatchObject({ outcome: 'unchanged' });
    expect(uploads()).toHaveLength(1);
  });

  it.each([
    ['429', { status: 429 }],
    ['a lost answer', { drop: 'after' }],
  ] as const)('is uploaded again after %s, before the order', async (_, fault) => {
    await open(true);
    site.simulator.fault({ match: '/object-storage/document', times: 1, ...fault });
    expect(await send('PO-1', ['a.pdf', 'drawing'])).toMatchObject({ outcome: 'delivered' });
    expect(uploads()).toHaveLength(2);
    expect(sent()[0]).toHaveLength(1);
  });

  it('that the exchange refuses has its answer in the report', async () => {
    await open(true);
    site.simulator.fault({ match: '/object-storage/document', status: 413, body: 'too much' });
    const message = await send('PO-1', ['a.pdf', 'drawing']);
    expect([message.outcome, codes(message)]).toEqual(['rejected', ['exchange-refused']]);
    expect(site.read(`${folder}/error`, 'PO-1.xml.report.txt')).toContain('too much');
  });

  it('row 34: of a kind that is not taken is refused before anything is uploaded', async () => {
    await open(true);
    const message = await send('PO-1', ['setup.EXE', 'virus']);
    expect([message.outcome, codes(message)]).toEqual(['rejected', ['embedded-file-blocked']]);
    expect([uploads(), site.simulator.ledger()]).toEqual([[], []]);
  });

  it('is refused where uploading is not switched on, unless the channel may leave it out', async () => {
    await open(false);
    const refused = await send('PO-1', ['a.pdf', 'drawing']);
    expect([refused.outcome, codes(refused)]).toEqual(['rejected', ['embedded-file-refused']]);
    await site.close();
    await open(false, { severities: { 'embedded-file-refused': 'warning' } });
    const without = await send('PO-1', ['a.pdf', 'drawing']);
    expect(codes(without)).toEqual(['embedded-file-refused', 'embedded-file-left-out']);
    expect([without.outcome, sent()[0]]).toEqual(['delivered', [{ code: 'a.pdf', name: 'a.pdf' }]]);
  });

  it('goes inside the XML where the exchange takes XML', async () => {
    await open(false);
    site.drop('erp/out/orders', 'x.xml', orderXml({ number: 'PO-X', file: ['a.pdf', 'drawing'] }));
    expect(await site.ended('x.xml')).toMatchObject({ outcome: 'delivered' });
    expect(site.simulator.ledger()[0]?.bytes).toContain(Buffer.from('drawing').toString('base64'));
  });
});

describe('the address of a document', () => {
  it('goes when it is http or https; another is left out with a warning', async () => {
    await open(false);
    const reference = (id: string, address: string) =>
      `<cac:AdditionalDocumentReference><cbc:ID>${id}</cbc:ID><cac:Attachment><cac:ExternalReference><cbc:URI>${address}</cbc:URI></cac:ExternalReference></cac:Attachment></cac:AdditionalDocumentReference>`;
    const addresses = [
      'https://a.example/x',
      'HTTP://a.example/y',
      'file:///etc/passwd',
      'javascript:alert(1)',
    ];
    const documents = addresses.map((address, n) => reference(`D${n}`, address)).join('');
    const xml = orderXml({ number: 'PO-1' }).toString().replace('<cac:BuyerCustomerParty>', `${documents}$&`);
    site.drop(folder, 'a.xml', xml);
    const message = await site.ended('a.xml');
    expect([message.outcome, codes(message)]).toEqual(['delivered', ['document-address-left-out']]);
    expect(sent()[0].map(({ url }: { url?: string }) => url)).toEqual([
      ...addresses.slice(0, 2),
      undefined,
      undefined,
    ]);
    await until('the ledger', () => (site.simulator.ledger().length === 1 ? true : undefined));
  });
});
