import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openTestJournal } from '../testkit/journal-with-messages.ts';
import { findPartyName, readPartyName } from './party-name.ts';

const order = readFileSync('samples/good/order-twenty-lines.xml', 'utf8');

it('reads the name of either party out of an SCSN document, and none out of what is no such', () => {
  expect(readPartyName(order, 'SellerSupplierParty')).toBe('Draaierij Roelofs & Zn.');
  expect(readPartyName(order, 'BuyerCustomerParty')).toBe('Ellersloot Machinebouw B.V.');
  expect(readPartyName('<Order/>', 'SellerSupplierParty')).toBeUndefined();
  expect(readPartyName('<Order', 'SellerSupplierParty')).toBeUndefined();
});

it('the other party is named by the newest document that names them', async () => {
  const journal = openTestJournal();
  const receive = async (name: string, bytes: string) => {
    const source = { kind: 'file', id: name, name, size: 1, mtime: 1 } as const;
    await journal.receive([
      { channel: 'orders', direction: 'inbound', name, source, bytes: Buffer.from(bytes) },
    ]);
  };
  await receive('a.xml', order);
  await receive('b.edi', 'UNB+UNOC:3');
  const messages = (await journal.list({ limit: 10 })).toReversed();
  expect(await findPartyName(journal.pages, messages, 'buyer')).toBe('Draaierij Roelofs & Zn.');
  expect(await findPartyName(journal.pages, messages, 'supplier')).toBe('Ellersloot Machinebouw B.V.');
  expect(await findPartyName(journal.pages, messages, undefined)).toBeUndefined();
});
