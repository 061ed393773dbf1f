import { describe, expect, it } from 'vitest';
import type { Message, MessageSource, NumberedDocument, PartInfo } from '../../journal/model/message.ts';
import type { CutDocument } from './cut-file.ts';
import { addAllDocuments, buildSamenessKey, findCutContext } from './file-documents.ts';

const at = { offset: 10, line: 2, column: 1 };
const source: MessageSource = { kind: 'document', of: 1, number: 1, at, envelope: 'around' };
const message = (hash = 'own', from: MessageSource = source): Message => ({
  ...{ id: 2, receivedAt: '', channel: 'orders', direction: 'inbound', lane: '', arrival: 1, name: 'a #1' },
  ...{ source: from, state: 'received', reason: '', due: 0, attempts: 0, inHand: false, ends: 0, hash },
  ...{ possiblyTwice: false, forced: false, findings: [] },
});
const received: PartInfo = { role: 'received', hash: 'own', size: 1, at: '' };
const journal = {
  body: async (hash: string) => (hash === 'around' ? Buffer.from('headings') : undefined),
  parts: async () => [received],
};

describe('what stands around a document', () => {
  it('is known of one that was cut out of a file, and not of a file or of what a person corrected', async () => {
    expect(await findCutContext(journal, message())).toEqual({ at, envelope: Buffer.from('headings') });
    expect(await findCutContext(journal, message('corrected'))).toBeUndefined();
    expect(await findCutContext(journal, message('own', { kind: 'search', note: false }))).toBeUndefined();
  });

  it('is never left out in silence', async () => {
    const lost = { ...source, envelope: 'lost' };
    await expect(findCutContext(journal, message('own', lost))).rejects.toThrow('lost what stands around');
  });

  it('tells two documents of the same bytes from each other; a corrected one is a file of its own', async () => {
    const inFile = await findCutContext(journal, message());
    const other = message('own', { ...source, envelope: 'other' });
    expect(buildSamenessKey(message(), inFile)).not.toBe(buildSamenessKey(other, inFile));
    expect(buildSamenessKey(message(), inFile)).toBe(
      buildSamenessKey(message('own', { ...source, number: 7 }), inFile),
    );
    expect(buildSamenessKey(message('corrected'), undefined)).toBe('corrected');
  });
});

describe('adding the documents of a file', () => {
  const file = new Uint8Array(2_000_000);
  const documents = Array.from(
    { length: 120 },
    (_, n): CutDocument => ({
      bytes: file.subarray(n, n + 100),
      at: { ...at, offset: n },
      channel: 'orders',
    }),
  );

  async function added(some: readonly CutDocument[], signal = new AbortController().signal) {
    const bites: (readonly NumberedDocument[])[] = [];
    const split: unknown[] = [];
    await addAllDocuments(
      {
        addDocuments: async (_, bite) => void bites.push(bite),
        split: async (...told) => void split.push(told),
      },
      message(),
      { documents: some, findings: [], generation: 'g' },
      signal,
    );
    return { bites, split };
  }

  it('is done in bites, in their order, and the file is split by the last one', async () => {
    const { bites, split } = await added(documents);
    expect(bites.map(({ length }) => length)).toEqual([50, 50, 20]);
    expect(bites.flat().map(({ number }) => number)).toEqual(documents.map((_, n) => n + 1));
    expect(split).toEqual([[2, 120, 'It holds 120 documents.', []]]);
  });

  it('ends where the gateway stops, and leaves the file to the next one', async () => {
    expect(await added(documents, AbortSignal.abort())).toEqual({ bites: [], split: [] });
  });

  it('hands over no more memory than theirs, and large ones alone', async () => {
    const { bites } = await added([...documents.slice(0, 2), { at, channel: 'orders', bytes: file }]);
    expect(bites.flat().map(({ bytes }) => bytes.buffer.byteLength)).toEqual([100, 100, 2_000_000]);
    const large = { at, channel: 'orders', bytes: file };
    expect((await added([large, large])).bites.map(({ length }) => length)).toEqual([1, 1]);
  });
});
