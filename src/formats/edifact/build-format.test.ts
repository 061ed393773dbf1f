import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { edifactOrders } from '../../../test/kit/edifact.ts';
import { fingerprintTree } from '../../tree/values/fingerprint.ts';
import { asTarget, deliveredFormat, formatOf, readFile } from '../testkit/kit.ts';
import { formatLaws, type Sample } from '../testkit/laws.ts';

const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url));
const own = fixture('acme-orders.yaml').toString();

const samples = [
  {
    name: 'orders of a partner',
    format: formatOf(own),
    bytes: fixture('orders.edi'),
    documents: 2,
    end: 'complete',
  },
  {
    name: 'orders',
    format: deliveredFormat('edifact-d96a-orders'),
    bytes: fixture('orders.edi'),
    documents: 2,
    end: 'complete',
  },
  {
    name: 'responses in groups',
    format: deliveredFormat('edifact-d96a-ordrsp'),
    bytes: fixture('groups.edi'),
    documents: 2,
    end: 'complete',
  },
  {
    name: 'a despatch advice in one line, without UNA',
    format: deliveredFormat('edifact-d96a-desadv'),
    bytes: fixture('desadv.edi'),
    documents: 1,
    end: 'complete',
  },
  {
    name: 'a file that is wrapped',
    format: formatOf(
      `${own.replace('format: acme', 'format: wrapped').replace('counts: warn', 'lineBreaks: anywhere')}`,
    ),
    bytes: wrapped(fixture('orders.edi')),
    documents: 2,
    end: 'complete',
  },
  {
    name: 'messages without an interchange',
    format: formatOf(
      own
        .replace('format: acme', 'format: bare')
        .replace('counts: warn', 'envelope: optional')
        .replace(/^recog.*\n/m, ''),
    ),
    bytes: Buffer.from(
      fixture('orders.edi')
        .toString()
        .replace(/^UNB.*\n/m, '')
        .replace(/^UNZ.*\n/m, ''),
    ),
    documents: 2,
    end: 'endless',
  },
] as const satisfies readonly Sample[];

/** As some write files: a line break after every 80 characters. */
function wrapped(bytes: Buffer): Buffer {
  return Buffer.from(
    bytes
      .toString()
      .replaceAll('\n', '')
      .replace(/(.{80})/g, '$1\r\n'),
  );
}

formatLaws(samples, Buffer.from('<Order xmlns="urn:x"><ID>1</ID></Order>\n'));

describe.each(samples)('$name', ({ format, bytes, documents }) => {
  it('is written so that it is read as the same again', () => {
    const { cut, reads } = readFile(format, bytes);
    expect(cut.documents).toHaveLength(documents);
    for (const { tree } of reads) {
      if (tree === undefined) throw new Error('no tree');
      const target = asTarget(tree.root);
      const envelope = { sequence: 5, at: '2026-03-02T08:15:00' };
      const { bytes: written, findings } = format.write(target, { envelope });
      const hasHeader = tree.root.childNodes.some((one) => one.nodeType === 1 && one.nodeName === 'UNB');
      // an interchange has a sender and a recipient
      if (!hasHeader)
        expect(findings.map(({ path }) => path)).toEqual(['/ORDERS/UNB/S002', '/ORDERS/UNB/S003']);
      if (!hasHeader) return;
      expect(findings).toEqual([]);
      const again = readFile(format, written);
      expect(again.cut.documents).toHaveLength(1);
      const [read] = again.reads;
      const same = read?.tree && fingerprintTree(read.tree);
      expect(same).toBe(fingerprintTree(tree));
      expect(again.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
      expect(format.write(target, { envelope }).bytes).toEqual(written);
    }
  });
});

it('a document has a reference of its own: parties, number of the interchange and of the message', () => {
  const orders = deliveredFormat('edifact-d96a-orders');
  const file = edifactOrders([{ number: 'A' }, { number: 'B' }]);
  const referenceOf = (text: string) =>
    orders
      .cut(Buffer.from(text))
      .documents.map(({ bytes, envelope }) => orders.findReference?.(bytes, envelope));
  const parties = '4015448000006:14 8712345000004:14';
  expect(referenceOf(file)).toEqual([`${parties} 77/1`, `${parties} 77/2`]);
  expect(referenceOf(edifactOrders([{ number: 'A' }]))).toEqual([`${parties} 77/1`]);
  // nothing of it: neither the number of the interchange, nor an interchange at all
  expect(referenceOf(edifactOrders([{ number: 'A' }], { reference: '' }))).toEqual([undefined]);
  expect(orders.findReference?.(Buffer.from("UNH+1+ORDERS:D:96A:UN'"))).toBeUndefined();
  expect(orders.findReference?.(Buffer.from('<Order/>'))).toBeUndefined();
});

it('what is repeated keeps its place when those before it are empty, also within a composite', () => {
  const orders = deliveredFormat('edifact-d96a-orders');
  const body = ["PIA+5+ACM-200:BP::92++SUP-20:SA'", "IMD+F++:::first:second'", "IMD+F++::::second'"];
  const file = fixture('orders.edi')
    .toString()
    .replace("PIA+5+ACM-200:BP::92++SUP-20:SA'", body.join('\n'))
    .replace('UNT+37', 'UNT+39');
  const [read] = readFile(orders, file).reads;
  if (read?.tree === undefined) throw new Error('no tree');
  const text = Buffer.from(orders.write(asTarget(read.tree.root)).bytes).toString();
  for (const segment of body) expect(text).toContain(segment);
});
