import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { orderXml } from '../../../test/kit/documents.ts';
import { sha256 } from '../../text/sha256.ts';
import type { InboundChannel } from '../channel/channel.ts';
import { changeState, emptyState } from '../order-state/order-state.ts';
import { loadChannelRuntimes } from '../runtime/channel-runtime.ts';
import { asJson, buildOrderChannel } from '../testkit/channels.ts';
import { prepareDocument } from './prepare.ts';
import type { Deliverable } from './prepare-task.ts';

const tools = loadChannelRuntimes(fileURLToPath(new URL('fixtures/mappings', import.meta.url)));
afterAll(() => tools.dispose());

const channel = (more: Record<string, unknown>) => buildOrderChannel({ ...asJson, ...more });

function delivered(to: InboundChannel, bytes: Buffer, state?: string): Deliverable {
  const hash = sha256(bytes);
  const message = { id: 7, arrival: 7, hash, forced: false, note: false };
  const now = '2026-11-02T09:00:00.000Z';
  const task = { channel: to, message, bytes, bodies: {}, now, ...(state === undefined ? {} : { state }) };
  const prepared = prepareDocument(tools.forSchemas(undefined), task);
  if (prepared.kind !== 'deliver') throw new Error(JSON.stringify(prepared));
  return prepared;
}

/** What the gateway knows after a delivery. */
function stateAfter(change: Deliverable['change']): string {
  const at = '2026-11-01T09:00:00.000Z';
  return JSON.stringify(
    changeState(emptyState, change, { channel: 'orders', direction: 'inbound', message: 6, arrival: 6, at }),
  );
}

const bodyOf = ({ bytes }: Deliverable): Record<string, unknown> =>
  JSON.parse(Buffer.from(bytes).toString('utf8'));

describe('where lines stand', () => {
  const bytes = orderXml({ number: 'PO-1', lines: [{ id: '10', quantity: '1234.5600' }, { id: '20' }] });

  it('is beside the order by default', () => {
    expect(Object.keys(bodyOf(delivered(channel({}), bytes)))).toEqual([
      'order',
      'lines',
      'erpIssueDateTime',
    ]);
  });

  it('is inside it on request, with everything else; values and order state are the same', () => {
    const beside = delivered(channel({}), bytes);
    const inside = delivered(channel({ linesPlacement: 'inside' }), bytes);
    const { order, ...rest } = bodyOf(beside);
    expect(bodyOf(inside)).toEqual({ order: { ...Object(order), ...rest } });
    expect(Buffer.from(inside.bytes).toString()).toContain('"quantity":1234.5600');
    // what reads the base again is told by all settings, this one too
    const by = { exported: { ...beside.change.exported, by: inside.change.exported?.by } };
    expect(inside.change).toEqual({ ...beside.change, ...by });
  });

  it('inside, unchanged lines are left out as well', () => {
    const settings = channel({ linesPlacement: 'inside' });
    const { change } = delivered(settings, bytes);
    const state = stateAfter(change);
    const changed = orderXml({ number: 'PO-1', lines: [{ id: '10', quantity: '1235' }, { id: '20' }] });
    expect(bodyOf(delivered(settings, changed, state))).toMatchObject({
      order: { lines: [{ position: '10' }] },
    });
  });
});

describe('a mapping from SCSN to SCSN on the XML route', () => {
  const route = channel({ to: { exchange: 'sci-connector/order' }, map: 'order-put-right' });
  const almost = (more: string) =>
    Buffer.from(
      orderXml({ number: 'PO-9', lines: [{ id: '10', status: 'canceled' }, { id: '20' }] })
        .toString()
        .replaceAll('unitCode="C62"', 'unitCode="ST"')
        .replace('<cbc:IssueDate>', `${more}<cbc:IssueDate>`),
    );

  it('puts an almost-SCSN document right and sends valid XML, complete', () => {
    const { bytes, mapping, findings } = delivered(route, almost(''));
    const text = Buffer.from(bytes).toString();
    expect(text).toContain('<cbc:LineStatusCode>cancelled</cbc:LineStatusCode>');
    expect(text).toContain('unitCode="C62"');
    expect(text).not.toContain('"ST"');
    expect(text.match(/<cac:OrderLine>/g)).toHaveLength(2);
    expect(mapping).toMatch(/^[0-9a-f]{64}$/);
    expect(findings.filter(({ severity }) => severity !== 'warning')).toEqual([]);
  });

  it('knows a document that says the same, whatever its issue time', () => {
    const { change } = delivered(route, almost(''));
    const state = stateAfter(change);
    const bytes = Buffer.from(almost('').toString().replace('2026-03-02', '2026-03-03'));
    expect(() => delivered(route, bytes, state)).toThrow('"outcome":"unchanged"');
  });
});

describe('our own extension on the XML route', () => {
  const extended = (inside: string) =>
    Buffer.from(
      orderXml({ number: 'PO-9', lines: [{ id: '10' }] })
        .toString()
        .replace(
          '<cbc:ID>',
          `<ext:UBLExtensions xmlns:ext="urn:oasis:names:specification:ubl:schema:xsd:CommonExtensionComponents-2"><ext:UBLExtension>` +
            `<ext:ExtensionContent><gw:Document xmlns:gw="urn:scsn-gateway:document">${inside}</gw:Document></ext:ExtensionContent>` +
            `</ext:UBLExtension></ext:UBLExtensions><cbc:ID>`,
        ),
    );
  const more = '<gw:order><gw:labels>urgent</gw:labels></gw:order>';
  const asIs = channel({ map: undefined, to: { exchange: 'sci-connector/order' } });
  const mapped = channel({ to: { exchange: 'sci-connector/order' }, map: 'order-put-right' });

  it.each([
    ['as it is', asIs],
    ['through a mapping', mapped],
  ])('stays behind, with a warning: %s', (_, to) => {
    const { bytes, findings } = delivered(to, extended(more));
    expect(Buffer.from(bytes).toString()).not.toMatch(/UBLExtension|urgent/);
    expect(findings.filter(({ code }) => code === 'own-extension-dropped')).toMatchObject([
      { severity: 'warning', message: expect.stringContaining('(order/labels)') },
    ]);
    expect(delivered(to, extended('<gw:absentLines>stay</gw:absentLines>')).findings).toEqual(
      delivered(to, orderXml({ number: 'PO-9', lines: [{ id: '10' }] })).findings,
    );
  });

  it.each([
    ['as it is', asIs],
    ['through a mapping', mapped],
  ])('holds back what is still open: %s', (_, to) => {
    expect(() => delivered(to, extended('<gw:open>values</gw:open>'))).toThrow(
      /"kind":"park".*document-left-open/,
    );
  });
});

describe('the XML route with an embedded file', () => {
  const file = 'QUJDREVG'.repeat(2000);
  const reference = `<cac:DocumentReference><cbc:ID>D1</cbc:ID><cac:Attachment><cbc:EmbeddedDocumentBinaryObject mimeCode="application/pdf">${file}</cbc:EmbeddedDocumentBinaryObject></cac:Attachment></cac:DocumentReference>`;
  const text = orderXml({ number: 'PO-1' })
    .toString()
    .replace('</cac:LineItem></cac:OrderLine>', `</cac:LineItem>${reference}</cac:OrderLine>`);
  const asIs = (more: Record<string, unknown> = {}) => channel({ map: undefined, ...more });

  it('goes as it came where it is UTF-8, without being copied', () => {
    const bytes = Buffer.from(text);
    expect(delivered(asIs(), bytes).bytes).toBe(bytes);
  });

  it('goes whole from other encodings', () => {
    const latin = text.replace('encoding="UTF-8"', 'encoding="ISO-8859-1"').replace('D1', 'Dé');
    const sent = delivered(asIs(), Buffer.from(latin, 'latin1')).bytes;
    expect(Buffer.from(sent).toString()).toBe(text.replace('D1', 'Dé'));
    const wide = text.replace('encoding="UTF-8"', 'encoding="UTF-16"');
    const utf16 = delivered(asIs(), Buffer.from(`\uFEFF${wide}`, 'utf16le')).bytes;
    expect(Buffer.from(utf16).toString()).toBe(text);
  });

  it('goes whole when its elements were put into order, and says the same then', () => {
    const date = /<cbc:IssueDate>.*?<\/cbc:IssueDate>/.exec(text)?.[0] ?? '';
    const id = /<cbc:ID>.*?<\/cbc:ID>/.exec(text)?.[0] ?? '';
    const wrong = text.replace(date, '').replace(id, date + id);
    const right = delivered(asIs({ repair: 'element-order' }), Buffer.from(wrong));
    expect(Buffer.from(right.bytes).toString().replace(/\s/g, '')).toBe(text.replace(/\s/g, ''));
    const print = ({ change }: Deliverable) => change.delivered?.fingerprint;
    expect(print(right)).toBe(print(delivered(asIs(), Buffer.from(text))));
  });

  it('says something else when one character of the file is another', () => {
    const print = (document: string) =>
      delivered(asIs(), Buffer.from(document)).change.delivered?.fingerprint;
    const other = text.replace(file, `${file.slice(0, 8000)}R${file.slice(8001)}`);
    expect(print(other)).not.toBe(print(text));
    expect(print(text.replace(file, `\r\n${file}\n`))).toBe(print(text));
  });
});

describe('a document that was issued before the one delivered last', () => {
  const lastly = (issued: string): string =>
    JSON.stringify({
      ...emptyState,
      sent: {
        at: '2026-11-02T09:00:00.000Z',
        message: 3,
        arrival: 3,
        revision: 1,
        fingerprint: 'f',
        bytes: 'b',
        earlier: [],
        lines: {},
        issued,
      },
    });
  const endOf = (issued: string, last: string, timeZone = 'Europe/Amsterdam'): string => {
    const bytes = orderXml({ number: 'PO-1' });
    const message = { id: 7, arrival: 7, hash: 'h', forced: false, note: false, issued };
    const task = {
      channel: channel({ timeZone }),
      message,
      bytes,
      bodies: {},
      now: '2026-11-02T09:00:00.000Z',
      state: lastly(last),
    };
    const prepared = prepareDocument(tools.forSchemas(undefined), task);
    return prepared.kind === 'settle' ? prepared.outcome : prepared.kind;
  };

  it.each([
    ['2026-11-02T10:00:00', '2026-11-02T10:00:01', 'outdated'],
    ['2026-11-02T10:00:01', '2026-11-02T10:00:00', 'deliver'],
    // noon in UTC is one in Amsterdam
    ['2026-11-02T12:00:00Z', '2026-11-02T12:30:00', 'deliver'],
    ['2026-11-02T12:30:00', '2026-11-02T12:00:00Z', 'outdated'],
    ['2026-11-02T10:00:00+01:00', '2026-11-02T09:30:00Z', 'outdated'],
    ['2026-11-02T09:30:00Z', '2026-11-02T10:00:00+01:00', 'deliver'],
    // the hour that comes twice: 02:50 in summer time is before 02:10 in winter time
    ['2026-10-25T02:10:00+01:00', '2026-10-25T02:50:00+02:00', 'deliver'],
    ['2026-10-25T02:50:00+02:00', '2026-10-25T02:10:00+01:00', 'outdated'],
    // a date alone says nothing of the same day, as it is in the zone of the channel
    ['2026-11-02', '2026-11-02T10:00:00', 'deliver'],
    ['2026-11-02', '2026-11-01T23:30:00Z', 'deliver'],
    ['2026-11-01', '2026-11-01T23:30:00Z', 'park'],
    ['2026-11-01T12:00:00', '2026-11-02', 'park'],
  ])('%s after %s: %s', (issued, last, expected) => {
    expect(endOf(issued, last)).toBe(expected);
  });

  it('is judged in the zone of its channel', () => {
    expect(endOf('2026-11-02T12:30:00', '2026-11-02T12:00:00Z', 'UTC')).toBe('deliver');
  });
});
