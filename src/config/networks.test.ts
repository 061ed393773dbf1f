import { expect, it } from 'vitest';
import { isNetwork, within } from './networks.ts';

it.each([
  ['203.0.113.0/24', true],
  ['203.0.113.7', true],
  ['2001:db8::/32', true],
  ['0.0.0.0/0', true],
  ['203.0.113.0/33', false],
  ['203.0.113', false],
  ['999.0.0.1', false],
  ['2001:db8::/129', false],
  ['203.0.113.0/', false],
  ['203.0.113.0/8/8', false],
  ['exchange.example', false],
])('%s is a network: %s', (text, expected) => expect(isNetwork(text)).toBe(expected));

it('knows what lies in it, however it is written', () => {
  const ours = within(['203.0.113.0/24', '::1']);
  expect(['203.0.113.9', '::ffff:203.0.113.9', '::1', '203.0.114.1', '::2', ''].map(ours)).toEqual([
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});
