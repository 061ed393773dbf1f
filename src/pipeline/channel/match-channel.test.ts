import { expect, it } from 'vitest';
import { kindOf } from '../../formats/format-names.ts';
import { buildFileFormats } from '../../formats/format-registry.ts';
import { buildOrderChannel } from '../testkit/channels.ts';
import { resolveFileChannel } from './match-channel.ts';

const channel = (name: string, document: string, files = '*.xml') =>
  buildOrderChannel(
    { from: { folder: 'out', files }, document },
    { name, kind: kindOf(document) ?? 'order' },
  );

const formats = buildFileFormats();
const orders = channel('orders', 'scsn/Order');
const responses = channel('responses', 'scsn/OrderResponse');
const special = channel('special', 'scsn/Order', 'SPECIAL*');

it.each([
  ['a.xml', '<Order xmlns="urn:x"/>', 'orders'],
  ['a.xml', '\uFEFF<?xml version="1.0"?><!-- <Order> --><u:OrderResponse xmlns:u="urn:x"/>', 'responses'],
  ['sub/SPECIAL-1.xml', '<OrderResponse/>', 'responses'],
  ['SPECIAL-1.XML', '<Order/>', 'orders'],
  ['SPECIAL-1.txt', '<OrderResponse/>', 'special'],
  ['a.xml', '<Invoice/>', 'orders'],
  ['a.xml', 'no XML', 'orders'],
  ['a.xml', '', 'orders'],
])('%s with %s goes to %s', (name, text, owner) => {
  expect(resolveFileChannel([orders, responses, special], formats, name, Buffer.from(text)).name).toBe(owner);
  const utf16 = Buffer.from(`\uFEFF${text.replace(/^\uFEFF/, '')}`, 'utf16le');
  expect(resolveFileChannel([orders, responses, special], formats, name, utf16).name).toBe(owner);
});

it('a name that no pattern claims any more goes to the first', () => {
  expect(
    resolveFileChannel([orders, responses], formats, 'a.txt', Buffer.from('<OrderResponse/>')).name,
  ).toBe('orders');
});
