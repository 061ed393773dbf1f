import { afterAll, describe, expect, it } from 'vitest';
import { orderXml } from '../../../test/kit/documents.ts';
import type { Format } from '../../formats/document-format.ts';
import type { MessageSource } from '../../journal/model/message.ts';
import { delivered } from '../../scsn/testkit/documents.ts';
import type { InboundChannel } from '../channel/channel.ts';
import { type ChannelRuntime, loadChannelRuntimes } from '../runtime/channel-runtime.ts';
import { buildScsnFormat } from '../testkit/bundle.ts';
import { orders } from '../testkit/pickup.ts';
import { checkDocument } from './check-document.ts';
import type { CheckVerdict } from './check-verdict.ts';

const schemas = delivered();
const own = loadChannelRuntimes(undefined);
afterAll(() => {
  own.dispose();
});

const bundles = new Map<string, Format>([
  ['scsn/Order', buildScsnFormat('scsn/Order', () => schemas)],
  ['scsn/OrderResponse', buildScsnFormat('scsn/OrderResponse', () => schemas)],
]);
const tools: ChannelRuntime = {
  ...own.forSchemas(undefined),
  format: (name) => bundles.get(name) ?? own.forSchemas(undefined).format(name),
};

const source: MessageSource = { kind: 'file', id: 'c', name: 'a.xml', size: 1, mtime: 1 };
const cutOut: MessageSource = { kind: 'document', of: 1, number: 1, at: { offset: 0, line: 1, column: 1 } };
const responses: InboundChannel = {
  ...orders,
  ...{ name: 'responses', kind: 'response', as: 'supplier' },
  settings: { ...orders.settings, document: 'scsn/OrderResponse' },
};

const bundle = (...documents: readonly Uint8Array[]): Buffer =>
  Buffer.concat([Buffer.from('BUNDLE of the ERP\n'), ...documents]);

const first = orderXml({ number: 'PO-1' });
const second = orderXml({ number: 'PO-2' });

const checked = (bytes: Uint8Array, of: MessageSource = source, takers = [orders]): CheckVerdict =>
  checkDocument(tools, orders, { bytes, source: of, takers });

function split(bytes: Uint8Array, takers = [orders]): CheckVerdict & { readonly verdict: 'split' } {
  const result = checked(bytes, source, takers);
  if (result.verdict !== 'split') throw new Error(JSON.stringify(result));
  return result;
}

describe('a file', () => {
  it('of one document is checked at once', () => {
    expect(checked(first)).toMatchObject({ verdict: 'ready', checked: { purchaseOrderNumber: 'PO-1' } });
  });

  it('of several is split: each with its bytes, place and what it needs of the file', () => {
    const bytes = bundle(first, second);
    const { documents, generation } = split(bytes);
    expect(documents.map(({ channel }) => channel)).toEqual(['orders', 'orders']);
    expect(documents.map(({ bytes: own }) => Buffer.from(own).toString())).toEqual([`${first}`, `${second}`]);
    expect(documents.map(({ at }) => at.line)).toEqual([2, 2 + `${first}`.split('\n').length - 1]);
    for (const { envelope } of documents)
      expect(`${Buffer.from(envelope ?? [])}`).toBe('BUNDLE of the ERP\n');
    expect(generation).toMatch(/^[0-9a-f]{64}$/);
    // plain data: it comes out of a thread
    expect(structuredClone(documents)).toHaveLength(2);
  });

  it('that cannot be cut is refused whole, one that holds nothing is ignored', () => {
    expect(checked(Buffer.from(`BROKEN\n${first}${second}`))).toMatchObject({
      verdict: 'rejected',
      findings: [{ code: 'file-record-missing' }],
      identity: {},
    });
    expect(checked(Buffer.from('BUNDLE of nothing\n'))).toMatchObject({ verdict: 'ignored' });
  });

  it('gives each document to the channel that takes it; what none takes is refused alone', () => {
    const response = Buffer.from(`${second}`.replaceAll('Order', 'OrderResponse'));
    const shared = split(bundle(first, response), [orders, responses]);
    expect(shared.documents.map(({ channel }) => channel)).toEqual(['orders', 'responses']);
    expect(shared.documents.every(({ findings }) => findings === undefined)).toBe(true);
    const alone = split(bundle(first, response));
    expect(alone.documents.map(({ channel }) => channel)).toEqual(['orders', 'orders']);
    expect(alone.documents[1]?.findings).toMatchObject([
      { code: 'document-not-taken', severity: 'error', line: shared.documents[1]?.at.line },
    ]);
  });

  it('of more than have a place in the order of arrival is refused whole', () => {
    const documents = Array.from({ length: 2 ** 20 }, () => ({ bytes: first }));
    const crowded: ChannelRuntime = {
      ...tools,
      format: (name) => ({ ...tools.format(name), cut: () => ({ documents, findings: [] }) }),
    };
    expect(checkDocument(crowded, orders, { bytes: first, source })).toMatchObject({
      verdict: 'rejected',
      findings: [{ code: 'documents-too-many' }],
    });
  });

  it('that is to take the place of one document holds one', () => {
    expect(checked(bundle(first, second), cutOut)).toMatchObject({
      verdict: 'rejected',
      findings: [{ code: 'corrected-several' }],
    });
    expect(checked(bundle(first), cutOut)).toMatchObject({ verdict: 'ready' });
  });
});

describe('a document of a file', () => {
  it('is read with what stands around it, at its place', () => {
    const wrong = Buffer.from(`${second}`.replace('2026-03-02', '2.3.2026'));
    const [, document] = split(bundle(first, wrong)).documents;
    const { bytes, ...inFile } = document ?? { bytes: first, at: { offset: 0, line: 1, column: 1 } };
    const result = checkDocument(tools, orders, { bytes, source: cutOut, inFile });
    expect(result).toMatchObject({ verdict: 'rejected', findings: [{ line: inFile.at.line + 3 }] });
    const without = { ...inFile, envelope: Buffer.from('') };
    expect(checkDocument(tools, orders, { bytes: first, source: cutOut, inFile: without })).toMatchObject({
      findings: [{ code: 'file-record-missing' }],
    });
  });

  it('is refused by what was found while its file was cut, and known by its number all the same', () => {
    const apart = Buffer.from(`${second}`.replace('5', '5<!-- apart -->'));
    const { documents } = split(bundle(first, apart));
    const [good, bad] = documents;
    expect(good?.findings).toBeUndefined();
    expect(bad?.findings).toMatchObject([{ code: 'rows-apart' }]);
    const { bytes, ...inFile } = bad ?? { bytes: first, at: { offset: 0, line: 1, column: 1 } };
    expect(checkDocument(tools, orders, { bytes, source: cutOut, inFile })).toMatchObject({
      verdict: 'rejected',
      findings: [{ code: 'rows-apart' }],
      identity: { purchaseOrderNumber: 'PO-2' },
    });
  });
});
