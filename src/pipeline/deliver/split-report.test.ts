import { describe, expect, it } from 'vitest';
import type { Message } from '../../journal/model/message.ts';
import type { Finding } from '../../types.ts';
import { resolveSplitPlacement } from './split-placement.ts';
import { renderSplitReport } from './split-report.ts';

const apart: Finding = {
  ...{
    code: 'rows-apart',
    severity: 'error',
    message: 'The rows of 4712 stand apart.',
    advice: 'Sort them.',
  },
  ...{ line: 4, column: 1, record: 4 },
};

const base: Message = {
  ...{ id: 7, receivedAt: '2026-03-02T08:00:00.000Z', channel: 'orders', direction: 'inbound', lane: '' },
  ...{ arrival: 7, name: 'orders.csv', state: 'settled', outcome: 'split', reason: 'It holds 4 documents.' },
  ...{ due: 0, attempts: 0, inHand: false, ends: 1, hash: '', possiblyTwice: false, forced: false },
  source: { kind: 'search', note: false },
  findings: [],
};

const document = (number: number, change: Partial<Message>): Message => ({
  ...base,
  ...{ id: 7 + number, name: `orders.csv #${number}`, purchaseOrderNumber: `471${number}`, reason: '' },
  source: { kind: 'document', of: 7, number, at: { offset: 0, line: number + 1, column: 1 } },
  ...change,
});

const sent = document(1, { outcome: 'delivered' });
const refused = document(2, { outcome: 'rejected', reason: apart.message, findings: [apart] });
const refusedThere = document(3, { outcome: 'rejected', reason: 'The order is closed.' });
const outdated = document(5, { outcome: 'outdated', reason: 'A newer version was delivered.' });
const { outcome: _, ...open } = document(4, { reason: 'The unit is not known.' });
const parked: Message = { ...open, state: 'parked' };

describe('the report on a file of several documents', () => {
  it('says what became of each, and what is wrong with those that did not go', () => {
    const documents = [
      { message: sent },
      { message: refused },
      { message: refusedThere, answer: '{"no":1}' },
    ];
    const { text } = renderSplitReport(base, documents, {
      source: 'order;row\n4711;1\n4712;1\n4712;2\n',
      refusedIn: 'orders.refused.csv',
    });
    expect(text).toBe(`orders.csv holds 3 documents: 1 sent, 2 refused.

Channel:  orders
Received: 2026-03-02T08:00:00.000Z
Message:  7   (gateway journal show 7)

Documents:
  #1 4711 (line 2, message 8): sent
  #2 4712 (line 3, message 9): refused
  #3 4713 (line 4, message 10): refused

#2 4712 (line 3, message 9): refused

1. Error: The rows of 4712 stand apart.
   What to do: Sort them.
   4 | 4712;2
   (line 4, column 1 - rows-apart)

#3 4713 (line 4, message 10): refused

Why: The order is closed.

The exchange answered:
  {"no":1}

What next: mend those that were refused in orders.refused.csv and drop it into the inbound folder, or put them right in the ERP and export them again. All others went their way; what was sent is not sent twice.
`);
  });

  it('says of an outdated one why it did not go, and that nothing has to be done', () => {
    const documents = [{ message: sent }, { message: outdated }];
    const { text } = renderSplitReport(base, documents);
    expect(text).toContain('1 sent, 1 outdated');
    expect(text).toContain('Why: A newer version was delivered.');
    expect(text).toContain('What next: nothing has to be done.');
    expect(renderSplitReport(base, [...documents, { message: refused }]).text).toContain(
      'mend those that were refused',
    );
    expect(renderSplitReport(base, documents, { language: 'nl' }).text).toContain(
      'er hoeft niets te gebeuren',
    );
    expect(resolveSplitPlacement([sent, outdated])).toBe('archive');
  });

  it('says that a person decides as long as one is parked; in Dutch where the config says so', () => {
    const documents = [{ message: refused }, { message: parked }];
    expect(renderSplitReport(base, documents).text).toContain('a person has to decide on those put aside');
    const { text } = renderSplitReport(base, documents, { language: 'nl' });
    expect(text).toMatch(/^orders\.csv bevat 2 documenten: 1 geweigerd, 1 te beslissen\.\n/);
    expect(text).toContain('#4 4714 (regel 5, bericht 11): te beslissen');
  });

  it('has each document with its place and findings in JSON, for programs', () => {
    const report: unknown = JSON.parse(
      renderSplitReport(base, [{ message: sent }, { message: refused }]).json,
    );
    expect(report).toMatchObject({
      message: 7,
      outcome: 'split',
      documents: [
        { message: 8, number: 1, at: { line: 2 }, outcome: 'delivered' },
        { message: 9, number: 2, purchaseOrderNumber: '4712', findings: [apart] },
      ],
    });
  });
});

it('a file goes by the ends of its documents: a parked one before a refused one, a refused one before the rest', () => {
  expect(resolveSplitPlacement([sent, refused, parked])).toBe('parked');
  expect(resolveSplitPlacement([sent, refused])).toBe('error');
  expect(resolveSplitPlacement([sent, document(5, { outcome: 'discarded' })])).toBe('archive');
});
