import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSingleTree } from './fixtures/fixture-files.ts';
import { listFixtures } from './fixtures/run-fixtures.ts';
import { delivered, fixtures, folder } from './testkit/delivered.ts';
import { formats } from './testkit/kit.ts';
import { againstList, asAnswered, json, lost, published, sent, xml } from './testkit/there-and-back.ts';

/**
 * A supplier's OrderResponse to the exchange, and the OrderResponse that the buyer gets of it. The exchange puts the order
 * in between, so only answers that say everything themselves can be followed: revised, rejected, accepted in full.
 */

const toExchange = delivered('order-response-to-exchange');
const toBuyer = delivered('order-to-order-response');

const responses = [
  ...listFixtures(fixtures)
    .filter((name) => name.startsWith('order-response-to-exchange.'))
    .map((name) => join(fixtures, name, 'document.xml')),
  ...['accepted', 'revised', 'rejected'].map((name) =>
    join(folder, '..', 'samples', 'good', `response-${name}.xml`),
  ),
].map((path) => readSingleTree(path, 'scsn/OrderResponse', formats));

describe('an SCSN order response to the exchange and on to the buyer', () => {
  const trips = responses.flatMap((document) => {
    const went = sent(toExchange, document);
    if (went === undefined || went.includes('"accepted":true')) return [];
    const came = published(toBuyer, json(asAnswered(went)), 'scsn/OrderResponse');
    return [{ document, came: xml(came) }];
  });

  it('loses what round-trip.csv says, and nothing else', () => {
    const names = trips.flatMap(({ document, came }) => lost(document, came));
    expect(trips.length).toBeGreaterThan(10);
    expect(againstList('SCSN order response -> exchange -> SCSN order response', names)).toEqual({
      lostButNotListed: [],
      listedButNotLost: [],
    });
  });
});
