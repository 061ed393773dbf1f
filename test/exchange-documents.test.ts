import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { orderXml } from './kit/documents.ts';
import { lendWorkers } from './kit/lent-workers.ts';
import { Site } from './kit/site.ts';

/** Files inside the documents of the ERP, on their way to an exchange that takes JSON. */

let site: Site;
afterAll(lendWorkers());
const folder = 'erp/out/orders-json';
const lenient = 'erp/out/lenient';

async function open(upload: boolean): Promise<void> {
  site = await Site.open({
    config: ({ exchange, channels }) => {
      Object.assign(exchange ?? {}, { upload });
      const channel = structuredClone(channels['orders-json'] ?? {});
      Object.assign(channel.from ?? {}, { folder: lenient });
      channels.lenient = { ...channel, severities: { 'embedded-file-refused': 'warning' } };
    },
  });
  await site.start('none');
}

/** One order with one file in it, from pickup to its end. */
async function send(number: string, file: readonly [string, string], into = folder) {
  site.drop(into, `${number}.xml`, orderXml({ number, file }));
  return site.ended(`${number}.xml`);
}

const uploads = (name: string) => site.simulator.files().filter(({ filename }) => filename === name);
const asked = () => site.simulator.requests().filter(({ path }) => path === '/v2/object-storage/document');
const sent = (number: string) =>
  site.simulator
    .ledger()
    .filter(({ key }) => key === number)
    .map(({ bytes }) => JSON.parse(bytes ?? '{}').order.documents);
const codes = ({ findings }: { readonly findings: readonly { readonly code: string }[] }) =>
  findings.map(({ code }) => code);

describe('an embedded file, where files are uploaded', () => {
  beforeAll(() => open(true));
  afterAll(() => site.close());
  afterEach(() => site.simulator.clearFaults());

  it('row 35: is uploaded once for each content, however often the order is sent', async () => {
    site.simulator.fault({ match: '/api-connector/order', status: 503, times: 1 });
    expect(await send('PO-1', ['a.pdf', 'drawing'])).toMatchObject({ outcome: 'delivered', attempts: 4 });
    expect(uploads('a.pdf').map(({ bytes }) => Buffer.from(bytes).toString())).toEqual(['drawing']);
    await send('PO-2', ['a.pdf', 'drawing']);
    await send('PO-3', ['a.pdf', 'another']);
    expect(uploads('a.pdf')).toHaveLength(2);
    const [[first], [second], [third]] = [sent('PO-1'), sent('PO-2'), sent('PO-3')];
    const objectId = expect.stringMatching(/^[0-9a-f-]{36}$/);
    expect(first).toEqual([{ code: 'a.pdf', name: 'a.pdf', objectId }]);
    expect(second).toEqual(first);
    expect(third).not.toEqual(first);
  });

  it('does not make an order that says the same another one', async () => {
    await send('PO-SAME', ['same.pdf', 'the same']);
    const later = orderXml({ number: 'PO-SAME', file: ['same.pdf', 'the same'], date: '2026-03-09' });
    site.drop(folder, 'later.xml', later);
    expect(await site.ended('later.xml')).toMatchObject({ outcome: 'unchanged' });
    expect(uploads('same.pdf')).toHaveLength(1);
  });

  it.each([
    ['429', { status: 429 }],
    ['a lost answer', { drop: 'after' }],
  ] as const)('is uploaded again after %s, before the order', async (what, fault) => {
    const before = asked().length;
    site.simulator.fault({ match: '/object-storage/document', times: 1, ...fault });
    const number = `PO-AGAIN-${what.length}`;
    expect(await send(number, ['b.pdf', what])).toMatchObject({ outcome: 'delivered' });
    expect(asked()).toHaveLength(before + 2);
    expect(sent(number)).toHaveLength(1);
  });

  it('that the exchange refuses has its answer in the report', async () => {
    site.simulator.fault({ match: '/object-storage/document', status: 413, body: 'too much' });
    const message = await send('PO-413', ['c.pdf', 'large']);
    expect([message.outcome, codes(message)]).toEqual(['rejected', ['exchange-refused']]);
    expect(site.read(`${folder}/error`, 'PO-413.xml.report.txt')).toContain('too much');
  });

  it('row 34: of a kind that is not taken is refused before anything is uploaded', async () => {
    const before = asked().length;
    for (const [number, name] of [
      ['PO-EXE', 'setup.EXE'],
      ['PO-DOT', 'setup.exe.'],
    ] as const) {
      const message = await send(number, [name, 'virus']);
      expect([message.outcome, codes(message)]).toEqual(['rejected', ['embedded-file-blocked']]);
      expect([asked().length, sent(number)]).toEqual([before, []]);
    }
  });
});

describe('where files are not uploaded', () => {
  beforeAll(() => open(false));
  afterAll(() => site.close());

  it('an embedded file is refused, unless the channel may leave it out', async () => {
    const refused = await send('PO-1', ['a.pdf', 'drawing']);
    expect([refused.outcome, codes(refused)]).toEqual(['rejected', ['embedded-file-refused']]);
    const without = await send('PO-2', ['a.pdf', 'drawing'], lenient);
    expect(codes(without)).toEqual(['embedded-file-refused', 'embedded-file-left-out']);
    expect([without.outcome, sent('PO-2')]).toEqual(['delivered', [[{ code: 'a.pdf', name: 'a.pdf' }]]]);
  });

  it('it goes inside the XML where the exchange takes XML', async () => {
    expect(await send('PO-X', ['a.pdf', 'drawing'], 'erp/out/orders')).toMatchObject({
      outcome: 'delivered',
    });
    const bytes = site.simulator.ledger().find(({ key }) => key === 'PO-X')?.bytes;
    expect(bytes).toContain(Buffer.from('drawing').toString('base64'));
  });

  it('the address of a document goes when it is http or https; another is left out with a warning', async () => {
    const reference = (id: string, address: string) =>
      `<cac:AdditionalDocumentReference><cbc:ID>${id}</cbc:ID><cac:Attachment><cac:ExternalReference><cbc:URI>${address}</cbc:URI></cac:ExternalReference></cac:Attachment></cac:AdditionalDocumentReference>`;
    const good = ['https://a.example/x', 'HTTP://a.example/y'];
    const documents = [...good, 'file:///etc/passwd', 'javascript:alert(1)'].map((address, n) =>
      reference(`D${n}`, address),
    );
    const xml = orderXml({ number: 'PO-A' })
      .toString()
      .replace('<cac:BuyerCustomerParty>', `${documents.join('')}$&`);
    site.drop(folder, 'a.xml', xml);
    const message = await site.ended('a.xml');
    expect([message.outcome, codes(message)]).toEqual(['delivered', ['document-address-left-out']]);
    const [told] = sent('PO-A');
    expect(told.map(({ url }: { url?: string }) => url)).toEqual([...good, undefined, undefined]);
  });
});
