import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { requireFormat } from '../formats/find-format.ts';
import { openFormats } from '../formats/open-formats.ts';
import { formatLaws } from '../formats/testkit/laws.ts';

const { formats, dispose } = openFormats();
afterAll(dispose);

const sampleBytes = (name: string) =>
  readFileSync(new URL(`../../samples/good/${name}.xml`, import.meta.url));

formatLaws(
  [
    ['scsn/Order', 'order-full'],
    ['scsn/OrderResponse', 'response-revised'],
    ['scsn/DespatchAdvice', 'despatch-advice'],
  ].map(([name = '', file = '']) => ({
    name: `${name} ${file}`,
    format: requireFormat(formats, name),
    bytes: sampleBytes(file),
    documents: 1,
    end: 'complete',
  })),
  Buffer.from('<Invoice/>'),
);

describe('SCSN XML', () => {
  const order = requireFormat(formats, 'scsn/Order');
  const bytes = sampleBytes('order-minimal');

  it('says of what kind it is, and changes its hash with its name', () => {
    expect(order.kind).toBe('order');
    expect(order.hash).not.toBe(requireFormat(formats, 'scsn/OrderStatus').hash);
  });

  it('goes on as it is, in UTF-8 whatever it was written in', () => {
    const text = bytes.toString('utf8').replace(/ID>[^<]*</, 'ID>Ärger<');
    const latin = Buffer.from(text.replace('UTF-8', 'ISO-8859-1'), 'latin1');
    const { tree, bytes: made } = order.passThrough?.({ bytes: latin }) ?? {};
    expect(tree?.root.localName).toBe('Order');
    expect(Buffer.from(made?.() ?? []).toString('utf8')).toBe(text);
  });

  it('severities, rules and language are those that are asked for', () => {
    const wrong = Buffer.from(bytes.toString('utf8').replace(/unitCode="\w+"/, 'unitCode="ZZZZ"'));
    const codes = (options = {}) => order.read({ bytes: wrong }, options).findings.map(({ code }) => code);
    const [code = ''] = codes();
    expect(code).not.toBe('');
    expect(codes({ severities: { [code]: 'off' } })).not.toContain(code);
    expect(codes({ rules: false })).toEqual([]);
    const [dutch] = order.read({ bytes: wrong }, { language: 'nl' }).findings;
    expect(dutch?.message).not.toBe(order.read({ bytes: wrong }).findings[0]?.message);
  });
});

it('a format that nobody knows is told with the nearest name', () => {
  expect(formats.load('scsn/Oder').findings).toMatchObject([
    { code: 'format-not-found', severity: 'error', advice: 'Did you mean "scsn/Order"?' },
  ]);
  expect(() => requireFormat(formats, 'acme')).toThrow('There is no format acme.');
});
