import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readSingleTree } from './fixtures/fixture-files.ts';
import { listFixtures } from './fixtures/run-fixtures.ts';
import { sentOrder } from './models/sent-documents.ts';
import { delivered, fixtures, folder } from './testkit/delivered.ts';
import { everything } from './testkit/everything.ts';
import { formats } from './testkit/kit.ts';
import { jsonOf, orders } from './testkit/orders.ts';
import {
  againstList,
  asFetched,
  json,
  leaves,
  lost,
  published,
  sent,
  xml,
} from './testkit/there-and-back.ts';

/** Standing round trips of orders with the delivered mappings; mappings/round-trip.csv says what cannot survive. */

const toExchange = delivered('order-to-exchange');
const toErp = delivered('order-to-order');
const back = (went: string): string => published(toErp, json(asFetched(went)), 'scsn/Order');

const nothing = { lostButNotListed: [], listedButNotLost: [] };

/** New orders of which every line is sent: a Changed one says less than the exchange gives back. */
const scsnOrders = [
  ...listFixtures(fixtures)
    .filter((name) => /^order-to-exchange\.(?!.*cancelled)/.test(name))
    .map((name) => join(fixtures, name, 'document.xml')),
  ...['order-full', 'order-minimal', 'order-twenty-lines'].map((name) =>
    join(folder, '..', 'samples', 'good', `${name}.xml`),
  ),
].map((path) => readSingleTree(path, 'scsn/Order', formats));

describe('an SCSN order to the exchange and back', () => {
  it('loses what round-trip.csv says, and nothing else', () => {
    const names = scsnOrders.flatMap((document) => {
      const went = sent(toExchange, document);
      return went?.includes('erpIssueDateTime') ? lost(document, xml(back(went))) : [];
    });
    expect(againstList('SCSN order -> exchange -> SCSN order', names)).toEqual(nothing);
  });
});

describe('an order of the exchange to SCSN and back', () => {
  it('with every member there is loses what round-trip.csv says, and nothing else', () => {
    const fixed = new Map([
      ['/order/lines', ''],
      ['/indicators/cancelled', ''],
      ['/orderType', '"Purchase"'],
      ['/idScheme', '"GLN"'],
      ['/incotermsCode', '"DAP"'],
      ['/currencyIso', '"EUR"'],
      ['/netPrice/priceInTransactionCurrency/value', '100.00'],
      ['/grossPrice/priceInTransactionCurrency/value', '125.00'],
      ['/discountPercentage', '20'],
    ]);
    const went = everything(sentOrder, fixed);
    const names = lost(json(went), json(sent(toExchange, xml(back(went))) ?? ''));
    expect(againstList('order of the exchange -> SCSN -> exchange', names)).toEqual(nothing);
  });

  it('of each fixture and sample loses nothing beside that', () => {
    const names = scsnOrders.flatMap((document) => {
      const went = sent(toExchange, document);
      if (went === undefined) return [];
      // The gateway has sent these lines, so that it may send a cancellation of them.
      const keys = leaves(json(went).root).flatMap(
        (leaf) => /^\/json\/lines\/position (.*)/.exec(leaf)?.[1] ?? [],
      );
      const known = JSON.stringify({ lines: keys.map((key) => ({ key })) });
      return lost(json(went), json(sent(toExchange, xml(back(went)), { sent: known }) ?? '{}'));
    });
    expect(againstList('order of the exchange -> SCSN -> exchange', names).lostButNotListed).toEqual([]);
  });

  it('within what both can say comes back as it went, and is the same SCSN order again', () => {
    fc.assert(
      fc.property(orders, (order) => {
        const went = jsonOf(order);
        const published = back(went);
        const came = sent(toExchange, xml(published)) ?? '';
        expect(lost(json(went), json(came))).toEqual([]);
        expect(lost(json(came), json(went))).toEqual([]);
        expect(back(came)).toBe(published);
      }),
      { numRuns: 20 },
    );
  });

  it('a cancelled line comes back cancelled', () => {
    const [sample] = fc.sample(orders, 1);
    const [line, ...more] = sample?.lines ?? [];
    const cancelled = { ...sample, lines: [{ ...line, indicators: { cancelled: true } }, ...more] };
    const known = JSON.stringify({ lines: [{ key: line?.position }] });
    const came = sent(toExchange, xml(back(jsonOf(cancelled))), { sent: known }) ?? '';
    expect(lost(json(jsonOf(cancelled)), json(came))).toEqual([]);
  });
});
