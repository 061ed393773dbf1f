import { describe, expect, it } from 'vitest';
import type { Message } from '../../journal/model/message.ts';
import { change, check, fixture } from '../../scsn/testkit/documents.ts';
import { renderReport } from './document-report.ts';

const source = change(fixture('scsn/Order'), '>25<', '>1.234,50<').replace('unitCode="KGM"', 'unitCode="KG"');
const findings = [
  ...check(source),
  ...check(change(fixture('scsn/Order'), 'unitCode="C62">25', 'unitCode="ST">25')),
];

const message = (change: Partial<Message> = {}): Message => ({
  due: 0,
  id: 7,
  channel: 'orders',
  direction: 'inbound',
  lane: 'inbound/orders',
  arrival: 7 * 2 ** 20,
  name: 'po-1.xml',
  source: { kind: 'search', note: false },
  hash: 'h',
  receivedAt: '2026-03-02T08:00:00.000Z',
  state: 'settled',
  outcome: 'rejected',
  reason: findings[0]?.message ?? '',
  attempts: 0,
  findings,
  possiblyTwice: false,
  inHand: false,
  ends: 1,
  forced: false,
  ...change,
});

describe('a report', () => {
  it('says for a person what is wrong where, what to do and what comes next', () => {
    expect(
      renderReport(message({ purchaseOrderNumber: '4711' }), { source }).text,
    ).toBe(`po-1.xml was refused. Nothing was sent.

Order:    4711
Channel:  orders
Received: 2026-03-02T08:00:00.000Z
Message:  7   (gateway journal show 7)

Found: 1 error, 1 warning. Warnings alone would not have stopped it.

1. Error: Order line 1 (position 00010): \`Quantity\`: \`1.234,50\` is not a number.
   What to do: Use a point as decimal mark and no thousands separator: 1234.50.
   48 | <cbc:Quantity unitCode="C62">1.234,50</cbc:Quantity>
   (line 48, column 7 - decimal-thousands - /Order/cac:OrderLine[1]/cac:LineItem/cbc:Quantity)

2. Warning: Order line 1 (position 00010): The unit code \`ST\` is none of SCSN (UN/ECE Rec 20).
   What to do: Probably \`C62\` is meant; correct the unit where it is kept, or in the unit table.
   48 | <cbc:Quantity unitCode="C62">1.234,50</cbc:Quantity>
   (line 48, column 7 - unit-mistake - /Order/cac:OrderLine[1]/cac:LineItem/cbc:Quantity/@unitCode)

What next: put it right in the ERP and export it again, or mend this file and drop it into the inbound folder again.
`);
  });

  it('says of an outdated file that nothing has to be done, and of a parked one whom it holds back', () => {
    const outdated = message({ state: 'settled', outcome: 'outdated', findings: [], reason: 'Newer.' });
    expect(renderReport(outdated).text).toContain('po-1.xml was not sent: it is outdated.');
    expect(renderReport(outdated).text).toContain('`gateway journal retry 7 --force`');
    expect(renderReport(outdated, { language: 'nl' }).text).toContain('is niet verstuurd: het is verouderd.');
    const parked = message({ state: 'parked' });
    expect(renderReport(parked).text).toContain('later files of the same order wait behind this one');
    expect(renderReport({ ...parked, released: true }).text).toContain('do not wait behind this one');
  });

  it('says why when no finding does, and what the exchange answered', () => {
    const { text } = renderReport(message({ findings: [], reason: 'The order is closed.' }), {
      answer: '{"no":1}',
    });
    expect(text).toContain('po-1.xml was refused by the exchange.');
    expect(text).toContain('Why: The order is closed.');
    expect(text).toContain('The exchange answered:\n  {"no":1}\n');
    expect(text).not.toContain('Found:');
  });

  it('of a parked file says that a person decides and what waits', () => {
    const { text } = renderReport(message({ state: 'parked' }));
    expect(text).toContain('a person has to decide');
    expect(text).toContain('wait behind this one');
  });

  it('is in Dutch where the config says so', () => {
    const { text } = renderReport(message(), { language: 'nl', source });
    expect(text).toMatch(/^po-1\.xml is geweigerd\. Er is niets verstuurd\.\n/);
    expect(text).toContain('Gevonden: 1 fout, 1 waarschuwing.');
    expect(text).toContain('En nu: verbeter het in het ERP');
  });

  it('has all findings in JSON, for programs', () => {
    const report: unknown = JSON.parse(renderReport(message(), { answer: 'x' }).json);
    expect(report).toMatchObject({
      message: 7,
      file: 'po-1.xml',
      outcome: 'rejected',
      findings,
      answer: 'x',
    });
  });
});
