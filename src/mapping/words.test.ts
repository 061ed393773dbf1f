import { expect, it } from 'vitest';
import { ElementNode } from '../tree/build.ts';
import { itemLabel } from './words.ts';

const element = (localName: string) => new ElementNode({ prefix: '', localName, namespaceURI: null }, 1, 1);

it.each([
  ['OrderLine', 'order line 3', 'orderregel 3'],
  ['gLIN', 'order line 3', 'orderregel 3'],
  ['gSCC', 'SCC 3', 'SCC 3'],
  ['FTX', 'FTX 3', 'FTX 3'],
  ['chargeGroups', 'charge groups 3', 'charge groups 3'],
])('an item %s is called %s', (name, english, dutch) => {
  expect(itemLabel('', element(name), 2, 'en')).toBe(english);
  expect(itemLabel('', element(name), 2, 'nl')).toBe(dutch);
  expect(itemLabel('order line 1', element(name), 2, 'en')).toBe(`order line 1, ${english}`);
});
