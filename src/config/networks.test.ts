import { expect, it } from 'vitest';
import { inNetworks, isNetwork, isPrivate } from './networks.ts';

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
  const ours = inNetworks(['203.0.113.0/24', '::1']);
  const addresses = ['203.0.113.9', '::ffff:203.0.113.9', '0:0:0:0:0:FFFF:cb00:7109', '::1'];
  expect([...addresses, '203.0.114.1', '::2', ''].map(ours)).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});

it.each([
  ['0.0.0.0', true],
  ['10.1.2.3', true],
  ['100.64.0.1', true],
  ['127.0.0.1', true],
  ['169.254.169.254', true],
  ['172.31.0.1', true],
  ['192.0.0.8', true],
  ['192.168.0.1', true],
  ['198.19.255.255', true],
  ['224.0.0.1', true],
  ['255.255.255.255', true],
  ['::', true],
  ['::1', true],
  ['::10.0.0.1', true],
  ['::ffff:10.0.0.1', true],
  ['::FFFF:a9fe:a9fe', true],
  ['0:0:0:0:0:ffff:0a00:0001', true],
  ['0000:0000:0000:0000:0000:ffff:10.0.0.1', true],
  ['64:ff9b::a00:1', true],
  ['64:ff9b:1::1', true],
  ['2001:0:1::1', true],
  ['2002:a00:1::', true],
  ['fd00::1', true],
  ['fe80::1', true],
  ['fe80::1%eth0', true],
  ['fec0::1', true],
  ['ff02::1', true],
  ['203.0.113.9', false],
  ['192.0.1.1', false],
  ['198.20.0.1', false],
  ['2001:db8::1', false],
  ['2606:4700::1111', false],
])('the address %s is of a private network: %s', (address, expected) => {
  expect(isPrivate(address)).toBe(expected);
});
