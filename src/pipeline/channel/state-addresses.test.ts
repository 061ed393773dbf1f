import { expect, it } from 'vitest';
import { adviceAddress, parseOrderAddress, shipmentAddress, stateAddress } from './state-addresses.ts';

it('an address gives back its order, also where account or number have a slash', () => {
  const order = { role: 'supplier', account: 'A/1', number: 'PO 4711/2' } as const;
  expect(parseOrderAddress(stateAddress(order.role, order.account, order.number))).toEqual(order);
});

it.each([shipmentAddress('buyer/1/2'), adviceAddress('buyer', '2'), 'buyer/1', 'buyer/1/2/3'])(
  '%s is of no order',
  (address) => expect(parseOrderAddress(address)).toBeUndefined(),
);
