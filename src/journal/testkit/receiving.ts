import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { CheckOnly } from '../interface.ts';
import type { NewMessage } from '../message.ts';
import type { Kit } from './kit.ts';
import { saw } from './saw.ts';

/** Storing what came, and the cursor with it. */
export function receivingBehaviour(kit: Kit): void {
  const { reopen, file, event, receive } = kit;

  describe('receiving', () => {
    it('keeps the bytes exactly, in order of arrival', async () => {
      const ids = await receive(file('first'), file('second'));
      await reopen();
      expect(ids).toEqual([1, 2]);
      expect(Buffer.from((await kit.journal.part(2, 'received')) ?? []).toString()).toBe('second');
      expect(await kit.journal.nextToCheck([])).toMatchObject({
        id: 1,
        state: 'received',
        channel: 'orders',
      });
      expect(await kit.journal.nextToCheck([1])).toMatchObject({ id: 2 });
    });

    it('gives what is to be checked by size, and leaves out channels that wait', async () => {
      await receive(file('large one'), { ...file('2'), channel: 'other' }, file('3'));
      const next = async (...asked: [busy: readonly number[], only: CheckOnly]) =>
        (await kit.journal.nextToCheck(asked[0], [], asked[1]))?.id;
      expect(await next([], { size: { from: 5 } })).toBe(1);
      expect(await next([1], { size: { from: 5 } })).toBeUndefined();
      expect(await next([], { size: { below: 5 } })).toBe(2);
      expect(await next([], { size: { below: 5 }, except: ['other', 'none'] })).toBe(3);
      expect(await next([2], { except: ['orders'] })).toBeUndefined();
    });

    it('keeps large bytes exactly, in pieces, once', async () => {
      const bytes = randomBytes(5_000_001);
      const [id = 0] = await receive({ ...file(''), bytes });
      const made = {
        mapping: '',
        findings: [],
        saw,
        plan: '{}',
        bytes: Buffer.from(bytes),
      };
      await kit.journal.prepared(id, made);
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
      expect(await kit.journal.cursor('responses')).toEqual({
        value: '2026-02-03T15:03:12.004Z',
        noting: true,
      });
      expect(await kit.journal.cursor('orders')).toBeUndefined();
    });

    it('moves neither when the page cannot be stored', async () => {
      const same = file('x');
      await receive(same);
      const cursor = { channel: 'orders', value: '2026', noting: false };
      await expect(kit.journal.receive([file('y'), same], { cursor })).rejects.toThrow();
      expect(await kit.journal.cursor('orders')).toBeUndefined();
      expect(await kit.journal.list({ limit: 10 })).toHaveLength(1);
    });

    it('knows the files it holds', async () => {
      const document = file('x');
      await receive(document);
      const { id = '' } = document.source.kind === 'file' ? document.source : {};
      const many = Array.from({ length: 1200 }, (_, n) => `another-${n}`);
      expect(await kit.journal.knownFiles([...many, id])).toEqual(new Set([id]));
      expect(await kit.journal.knownFiles([])).toEqual(new Set());
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
      expect(await kit.journal.remembered('out')).toEqual([{ name: 'a.xml', size: 1, mtime: 2.5 }]);
      expect(await kit.journal.remembered('another')).toEqual([]);
      expect(await kit.journal.receive([found('2', 2.5)])).toEqual([2]);
      await kit.journal.forget('out', ['a.xml', 'b.xml']);
      expect(await kit.journal.remembered('out')).toEqual([]);
      expect(await kit.journal.receive([found('2', 3)])).toEqual([3]);
      expect((await kit.journal.message(3))?.source).toMatchObject({ inPlace: true });
    });

    it('keeps the id of an uploaded file by its content', async () => {
      await kit.journal.noteUpload('hash-1', 'object-1');
      await reopen();
      const known = ['hash-1', 'hash-2'].map((hash) => kit.journal.uploaded(hash));
      expect(await Promise.all(known)).toEqual(['object-1', undefined]);
      await kit.journal.noteUpload('hash-1', 'object-2');
      expect(await kit.journal.uploaded('hash-1')).toBe('object-2');
    });
  });
}
