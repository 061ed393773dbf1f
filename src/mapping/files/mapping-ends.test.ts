import { expect, it } from 'vitest';
import { buildSnapshotSource } from '../../system/file-source.ts';
import { readMappingEnds } from './mapping-ends.ts';

const endsOf = (text: string, base = '') =>
  readMappingEnds(
    'm',
    ['/f', '/delivered'],
    buildSnapshotSource({ '/f/m.yaml': Buffer.from(text), '/delivered/base.yaml': Buffer.from(base) }),
  );
const ends = { from: 'scsn/Order', to: 'acme-orders' };

it.each([
  ['plain', 'mapping: m\nfrom: scsn/Order\nto: acme-orders\ntarget:\n  from: x\n  to: y\n'],
  ['with remarks and ends of lines of Windows', 'from: scsn/Order   # ours\r\nto:  acme-orders \r\n'],
  ['quoted', 'from: "scsn/Order"\nto: \'acme-orders\'\n'],
  ['in another form', '{ from: scsn/Order, to: acme-orders }'],
  [
    'beside a text that looks like them',
    'from: scsn/Order\ntarget:\n  x: |\n    to: other\nto: acme-orders\n',
  ],
])('says what it reads and makes, %s', (_, text) => expect(endsOf(text)).toEqual(ends));

it('says what the one says that it extends', () => {
  const base = 'mapping: base\nfrom: scsn/Order\nto: acme-orders\ntarget: {}\n';
  expect(endsOf('mapping: m\nextends: scsn-gateway/base\n', base)).toEqual(ends);
});

it('says nothing where it does not stand there once', () => {
  expect(endsOf('from: scsn/Order\n')).toBeUndefined();
  expect(endsOf('from: scsn/Order\nto: a\nto: b\n')).toBeUndefined();
  expect(readMappingEnds('none', ['/f'], buildSnapshotSource({}))).toBeUndefined();
});

it('of a large mapping, without reading it whole', () => {
  const text = `from: scsn/Order\nto: acme-orders\ntarget:\n${'  a: b\n'.repeat(300_000)}`;
  const before = process.cpuUsage();
  for (let n = 0; n < 5; n += 1) expect(endsOf(text)).toEqual(ends);
  const { user } = process.cpuUsage(before);
  // 2 MB each
  expect(user / 1000 / 5).toBeLessThan(200);
});
