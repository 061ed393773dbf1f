import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { CheckQuery, ClaimQuery } from '../journal.ts';
import { largeDocumentSize, type NewMessage } from '../model/message.ts';
import type { Kit } from './kit.ts';
import { sampleRecord } from './sample-record.ts';

const sampleDocument = {
  ...{ number: 1, channel: 'orders', bytes: Buffer.from('1'), findings: [] },
  at: { offset: 0, line: 1, column: 1 },
};

/** Storing what came, and the cursor with it. */
export function receivingBehaviour(kit: Kit): void {
  const { reopen, file, event, receive, ready } = kit;

  describe('receiving', () => {
    it('keeps the bytes exactly, in order of arrival', async () => {
      const ids = await receive(file('first'), file('second'));
      await reopen();
      expect(ids).toEqual([1, 2]);
      expect(Buffer.from((await kit.journal.part(2, 'received')) ?? []).toString()).toBe('second');
      expect(await kit.journal.takeNextToCheck({ count: 1, busy: [] })).toMatchObject([
        { id: 1, state: 'received', channel: 'orders' },
      ]);
      expect(await kit.journal.takeNextToCheck({ count: 1, busy: [1] })).toMatchObject([{ id: 2 }]);
    });

    it('says of a file from before it forgot its last commits that it may have been sent, and of its documents', async () => {
      await kit.damage("insert into meta (key, value) values ('forgot', '1000')");
      const at = (mtime: number): NewMessage => {
        const one = file(`${mtime}`);
        return one.source.kind === 'file' ? { ...one, source: { ...one.source, mtime } } : one;
      };
      const ids = await receive(at(999.5), at(1000), event('1'));
      const told = await Promise.all(ids.map(async (id) => (await kit.journal.message(id))?.possiblyTwice));
      expect(told).toEqual([true, false, false]);
      for (const id of ids.slice(0, 2)) await kit.journal.addDocuments(id, [sampleDocument], 'g');
      const documents = await Promise.all(ids.slice(0, 2).map((id) => kit.journal.documents(id)));
      expect(documents.map(([one]) => one?.possiblyTwice)).toEqual([true, false]);
    });

    it('gives what is to be checked by size, and leaves out channels that wait', async () => {
      const large = { ...file(''), bytes: Buffer.alloc(largeDocumentSize) };
      await receive(large, { ...file('2'), channel: 'other' }, file('3'));
      const next = async (busy: readonly number[], only: Partial<CheckQuery>) =>
        (await kit.journal.takeNextToCheck({ count: 1, busy, ...only }))[0]?.id;
      expect(await next([], { large: true })).toBe(1);
      expect(await next([1], { large: true })).toBeUndefined();
      expect(await next([], { large: false })).toBe(2);
      expect(await next([], { large: false, except: ['other', 'none'] })).toBe(3);
      expect(await next([2], { except: ['orders'] })).toBeUndefined();
    });

    it('gives what is to be delivered by size, also when the answer was lost', async () => {
      const large = await ready({ ...file(''), bytes: Buffer.alloc(largeDocumentSize) });
      const small = await ready(file('small'));
      const query = { direction: 'inbound', count: 2, due: Date.now(), busy: [] } as const;
      const claimed = async (only: Partial<ClaimQuery>) =>
        (await kit.journal.claim({ ...query, ...only })).map(({ id }) => id);
      expect(await claimed({ large: false })).toEqual([small]);
      expect(await claimed({ large: true })).toEqual([large]);
      expect(await claimed({ large: true })).toEqual([large]);
      expect(await claimed({ large: false, busy: [small] })).toEqual([]);
      expect(await kit.journal.message(large)).toMatchObject({ inHand: true });
    });

    it('keeps large bytes exactly, in pieces, once', async () => {
      const bytes = randomBytes(5_000_001);
      const id = await ready({ ...file(''), bytes });
      const made = {
        mapping: '',
        findings: [],
        saw: sampleRecord,
        plan: '{}',
        bytes: Buffer.from(bytes),
      };
      await kit.journal.startDelivery(id, made);
      await reopen();
      const large = (await kit.journal.parts(id)).filter(({ size }) => size === bytes.length);
      expect(large.map(({ role }) => role)).toEqual(['received', 'prepared']);
      expect(new Set(large.map(({ hash }) => hash)).size).toBe(1);
      expect(bytes.compare((await kit.journal.part(id, 'prepared')) ?? Buffer.of())).toBe(0);
    });

    it('stores a re-delivered document once, and again when its bytes changed', async () => {
      expect(await kit.journal.receive([event('a', 'order 1')])).toEqual([1]);
      expect(await kit.journal.receive([event('a', 'order 1')])).toEqual([undefined]);
      expect(await kit.journal.receive([event('b', 'order 1')])).toEqual([2]);
      expect(await kit.journal.receive([event('a', 'order 2')])).toEqual([3]);
    });

    it('moves the cursor together with the page, verbatim', async () => {
      const cursor = { channel: 'responses', value: '2026-02-03T15:03:12.004Z', noting: true };
      await kit.journal.receive([event('a')], { cursor });
      await reopen();
      expect(await kit.journal.findCursor('responses')).toEqual({
        value: '2026-02-03T15:03:12.004Z',
        noting: true,
      });
      expect(await kit.journal.findCursor('orders')).toBeUndefined();
    });

    it('moves neither when the page cannot be stored', async () => {
      const same = file('x');
      await receive(same);
      const cursor = { channel: 'orders', value: '2026', noting: false };
      await expect(kit.journal.receive([file('y'), same], { cursor })).rejects.toThrow();
      expect(await kit.journal.findCursor('orders')).toBeUndefined();
      expect(await kit.journal.list({ limit: 10 })).toHaveLength(1);
    });

    it('knows the files it holds', async () => {
      const document = file('x');
      await receive(document);
      const { id = '' } = document.source.kind === 'file' ? document.source : {};
      const many = Array.from({ length: 1200 }, (_, n) => `another-${n}`);
      expect(await kit.journal.findKnownFiles([...many, id])).toEqual(new Set([id]));
      expect(await kit.journal.findKnownFiles([])).toEqual(new Set());
    });

    it('takes a file that stays in its folder once, until its bytes change or it is forgotten', async () => {
      const found = (text: string, mtime: number): NewMessage => ({
        ...file(text),
        source: {
          kind: 'file',
          id: `in-place-${text}-${mtime}`,
          name: 'a.xml',
          size: 1,
          mtime,
          inPlace: true,
        },
        remember: 'out',
      });
      expect(await kit.journal.receive([found('1', 1.25)])).toEqual([1]);
      expect(await kit.journal.receive([found('1', 2.5)])).toEqual([undefined]);
      await reopen();
      expect(await kit.journal.listRememberedFiles('out')).toEqual([{ name: 'a.xml', size: 1, mtime: 2.5 }]);
      expect(await kit.journal.listRememberedFiles('another')).toEqual([]);
      expect(await kit.journal.receive([found('2', 2.5)])).toEqual([2]);
      await kit.journal.forget('out', ['a.xml', 'b.xml']);
      expect(await kit.journal.listRememberedFiles('out')).toEqual([]);
      expect(await kit.journal.receive([found('2', 3)])).toEqual([3]);
      expect((await kit.journal.message(3))?.source).toMatchObject({ inPlace: true });
    });

    it('keeps the id of an uploaded file by its content', async () => {
      await kit.journal.noteUpload('hash-1', 'object-1');
      await reopen();
      const known = ['hash-1', 'hash-2'].map((hash) => kit.journal.findUpload(hash));
      expect(await Promise.all(known)).toEqual(['object-1', undefined]);
      await kit.journal.noteUpload('hash-1', 'object-2');
      expect(await kit.journal.findUpload('hash-1')).toBe('object-2');
    });
  });
}
