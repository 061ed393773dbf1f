import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Checked, Journal, NewMessage, Uncollected } from '../interface.ts';

/** An engine to be held against the kit. */
export interface EngineUnderTest {
  /** An empty journal. */
  fresh(): Promise<Journal>;
  /** The same once more, as after a restart. */
  reopen(): Promise<Journal>;
  /** Frees what the last `fresh` took. */
  clean(): Promise<void>;
  close(): Promise<void>;
}

/** The conformance kit of the journal: the same named behaviours for every engine. */
export function conformance(name: string, engine: EngineUnderTest): void {
  describe(name, () => kit(engine));
}

function kit(engine: EngineUnderTest): void {
  let journal: Journal;
  let claims = 0;

  beforeEach(async () => {
    journal = await engine.fresh();
  });

  afterEach(async () => {
    await journal.close();
    await engine.clean();
  });

  afterAll(() => engine.close());

  async function reopen(): Promise<void> {
    await journal.close();
    journal = await engine.reopen();
  }

  function file(text: string): NewMessage {
    claims += 1;
    return {
      channel: 'orders',
      direction: 'inbound',
      name: `${claims}.xml`,
      source: { kind: 'file', id: `claim-${claims}`, name: `${claims}.xml`, size: text.length, mtime: 1 },
      bytes: Buffer.from(text),
    };
  }

  const event = (text: string, seen?: string): NewMessage => ({
    channel: 'responses',
    direction: 'outbound',
    name: 'OrderLinesAcceptedBySupplier',
    source: { kind: 'webhook', method: 'POST' },
    bytes: Buffer.from(text),
    ...(seen ? { seen } : {}),
  });

  async function receive(...documents: NewMessage[]): Promise<number[]> {
    const ids = await journal.receive(documents);
    return ids.map((id) => id ?? 0);
  }

  async function ready(document: NewMessage, checked: Partial<Checked> = {}): Promise<number> {
    const [id = 0] = await receive(document);
    await journal.checked(id, { findings: [], ...checked });
    return id;
  }

  const claimed = async (): Promise<number[]> => (await journal.claim(10, Date.now())).map(({ id }) => id);

  const deliver = (id: number): Promise<void> =>
    journal.settle(id, { outcome: 'delivered', reason: '', findings: [] });

  describe('receiving', () => {
    it('keeps the bytes exactly, in order of arrival', async () => {
      const ids = await receive(file('first'), file('second'));
      await reopen();
      expect(ids).toEqual([1, 2]);
      expect(Buffer.from((await journal.part(2, 'received')) ?? []).toString()).toBe('second');
      expect(await journal.nextToCheck([])).toMatchObject({ id: 1, state: 'received', channel: 'orders' });
      expect(await journal.nextToCheck([1])).toMatchObject({ id: 2 });
    });

    it('stores a re-delivered document once, and again when its bytes changed', async () => {
      expect(await journal.receive([event('a', 'order 1')])).toEqual([1]);
      expect(await journal.receive([event('a', 'order 1')])).toEqual([undefined]);
      expect(await journal.receive([event('b', 'order 1')])).toEqual([2]);
      expect(await journal.receive([event('a', 'order 2')])).toEqual([3]);
    });

    it('moves the cursor together with the page, verbatim', async () => {
      const cursor = { channel: 'responses', value: '2026-02-03T15:03:12.004Z', noting: true };
      await journal.receive([event('a')], cursor);
      await reopen();
      expect(await journal.cursor('responses')).toEqual({ value: '2026-02-03T15:03:12.004Z', noting: true });
      expect(await journal.cursor('orders')).toBeUndefined();
    });

    it('moves neither when the page cannot be stored', async () => {
      const same = file('x');
      await receive(same);
      const cursor = { channel: 'orders', value: '2026', noting: false };
      await expect(journal.receive([file('y'), same], cursor)).rejects.toThrow();
      expect(await journal.cursor('orders')).toBeUndefined();
      expect(await journal.list({ limit: 10 })).toHaveLength(1);
    });

    it('knows the files it holds', async () => {
      const document = file('x');
      await receive(document);
      expect(await journal.knowsFile(document.source.kind === 'file' ? document.source.id : '')).toBe(true);
      expect(await journal.knowsFile('another')).toBe(false);
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
      expect(await journal.receive([found('1', 1.25)])).toEqual([1]);
      expect(await journal.receive([found('1', 2.5)])).toEqual([undefined]);
      await reopen();
      expect(await journal.remembered('out')).toEqual([{ name: 'a.xml', size: 1, mtime: 2.5 }]);
      expect(await journal.remembered('another')).toEqual([]);
      expect(await journal.receive([found('2', 2.5)])).toEqual([2]);
      await journal.forget('out', ['a.xml', 'b.xml']);
      expect(await journal.remembered('out')).toEqual([]);
      expect(await journal.receive([found('2', 3)])).toEqual([3]);
      expect((await journal.message(3))?.source).toMatchObject({ inPlace: true });
    });
  });

  describe('order per key', () => {
    it('gives only the first of a key, then the next', async () => {
      const first = await ready(file('1'), { orderKey: 'k' });
      const second = await ready(file('2'), { orderKey: 'k' });
      const other = await ready(file('3'), { orderKey: 'other' });
      expect(await claimed()).toEqual([first, other]);
      expect(await claimed()).toEqual([]);
      await deliver(first);
      expect(await claimed()).toEqual([second]);
    });

    it('holds every key back while an earlier message of the same direction is unchecked', async () => {
      const [large = 0] = await receive(file('large'));
      const small = await ready(file('small'), { orderKey: 'k' });
      const outbound = await ready(event('e'), { orderKey: 'o' });
      expect(await claimed()).toEqual([outbound]);
      await journal.checked(large, { findings: [], orderKey: 'k' });
      expect(await claimed()).toEqual([large]);
      await deliver(large);
      expect(await claimed()).toEqual([small]);
    });

    it('lets a waiting message hold back its successors until it is due', async () => {
      const first = await ready(file('1'), { orderKey: 'k' });
      await ready(file('2'), { orderKey: 'k' });
      await claimed();
      await journal.wait(first, Date.now() + 60_000, 'later');
      expect(await claimed()).toEqual([]);
      expect((await journal.claim(10, Date.now() + 61_000)).map(({ id }) => id)).toEqual([first]);
    });

    it('lets a parked message hold back its successors until it is released', async () => {
      const first = await ready(file('1'), { orderKey: 'k' });
      const second = await ready(file('2'), { orderKey: 'k' });
      await claimed();
      await journal.park(first, 'decide', []);
      expect(await claimed()).toEqual([]);
      await journal.command({ action: 'release', message: first, force: false, reason: 'known' });
      expect(await journal.takeCommands()).toMatchObject([
        { message: first, result: 'Its successors may pass.' },
      ]);
      expect(await claimed()).toEqual([second]);
      expect(await journal.message(first)).toMatchObject({ state: 'parked' });
    });

    it('gives a message without a key to itself', async () => {
      const first = await ready(file('1'));
      const second = await ready(file('2'));
      expect(await claimed()).toEqual([first, second]);
    });

    it('frees what a dead process owned', async () => {
      const id = await ready(file('1'), { orderKey: 'k' });
      expect(await claimed()).toEqual([id]);
      await reopen();
      expect(await claimed()).toEqual([id]);
    });
  });

  describe('duplicates and superseded messages', () => {
    it('settles the very same bytes while the copy before is open', async () => {
      await ready(file('same'), { orderKey: 'k' });
      const copy = await ready(file('same'), { orderKey: 'k' });
      expect(await journal.message(copy)).toMatchObject({ state: 'settled', outcome: 'duplicate' });
    });

    it('takes 10, 12, 10 as three documents', async () => {
      await ready(file('10'), { orderKey: 'k' });
      await ready(file('12'), { orderKey: 'k' });
      const back = await ready(file('10'), { orderKey: 'k' });
      expect(await journal.message(back)).toMatchObject({ state: 'ready' });
    });

    it('supersedes a parked message by one that holds all its lines, each newer', async () => {
      const parked = await ready(event('a'), { orderKey: 'k', lines: { 1: '2026-01-01T00:00:00.000Z' } });
      await claimed();
      await journal.park(parked, 'no date', []);
      await ready(event('b'), { orderKey: 'k', lines: { 2: '2026-01-02T00:00:00.000Z' } });
      expect(await journal.message(parked)).toMatchObject({ state: 'parked' });
      await ready(event('c'), { orderKey: 'k', lines: { 1: '2026-01-01T00:00:00.000Z' } });
      expect(await journal.message(parked)).toMatchObject({ state: 'parked' });
      await ready(event('d'), {
        orderKey: 'k',
        lines: { 1: '2026-01-02T00:00:00.000Z', 2: '2026-01-02T00:00:00.000Z' },
      });
      expect(await journal.message(parked)).toMatchObject({ state: 'settled', outcome: 'superseded' });
    });

    it('supersedes it by a notice at once', async () => {
      const parked = await ready(event('a'), { orderKey: 'k', lines: { 1: '2026-01-01T00:00:00.000Z' } });
      await claimed();
      await journal.park(parked, 'no date', []);
      await ready(event('b'), { orderKey: 'k', lines: 'all' });
      expect(await journal.message(parked)).toMatchObject({ outcome: 'superseded' });
    });
  });

  describe('what has to be fetched', () => {
    const notice = (id = 'o-1'): NewMessage => ({
      ...event(id),
      name: id,
      source: { kind: 'notice', what: 'order', id },
    });
    const fetches = { orderKey: 'k', gather: { what: 'order', id: 'o-1' } as const, lines: 'all' as const };
    const outcome = async (id: number) => (await journal.message(id))?.outcome;

    it('merges into what waits before it', async () => {
      const first = await ready(notice(), fetches);
      const second = await ready(notice(), fetches);
      const other = await ready(notice('o-2'), { ...fetches, orderKey: 'k2' });
      expect([await outcome(second), await outcome(other)]).toEqual(['superseded', undefined]);
      expect(await claimed()).toEqual([first, other]);
    });

    it('never into what may have read the order before it changed', async () => {
      const first = await ready(notice(), fetches);
      await claimed();
      const second = await ready(notice(), fetches);
      await journal.gathering(first);
      await journal.ended(first, 1, { status: 503, detail: 'retry', unknown: false });
      await journal.wait(first, 0, 'busy');
      const third = await ready(event('o-1'), fetches);
      expect([await outcome(second), await outcome(third)]).toEqual([undefined, 'duplicate']);
      const same = await ready(event('x'), { ...fetches, orderKey: 'k3' });
      await claimed();
      expect(await outcome(await ready(event('x'), { ...fetches, orderKey: 'k3' }))).toBeUndefined();
      await deliver(same);
    });
  });

  describe('attempts', () => {
    const parts = {
      bytes: Buffer.from('{"order":1}'),
      state: '{}',
      plan: '{"p":1}',
      mapping: 'abc',
      findings: [],
    };

    it('keeps what was prepared with the start of the attempt', async () => {
      const id = await ready(file('1'), { orderKey: 'k' });
      await claimed();
      expect(await journal.prepared(id, parts)).toEqual({ attempt: 1, sequence: 1 });
      await reopen();
      expect(await journal.attempts(id)).toMatchObject([{ n: 1, what: 'deliver', status: 0 }]);
      expect((await journal.attempts(id))[0]).not.toHaveProperty('ended');
      expect(Buffer.from((await journal.part(id, 'prepared')) ?? []).toString()).toBe('{"order":1}');
      expect(Buffer.from((await journal.part(id, 'plan')) ?? []).toString()).toBe('{"p":1}');
      expect(await journal.message(id)).toMatchObject({ mapping: 'abc', attempts: 1 });
    });

    it('says possibly twice after an unknown outcome', async () => {
      const id = await ready(file('1'), { orderKey: 'k' });
      await claimed();
      await journal.prepared(id, parts);
      await journal.ended(id, 1, { status: 0, detail: 'reply lost', unknown: true });
      expect(await journal.again(id)).toBe(2);
      await journal.ended(id, 2, {
        status: 200,
        detail: 'ok',
        unknown: false,
        answer: Buffer.from('{"ok":true}'),
      });
      expect(await journal.message(id)).toMatchObject({ possiblyTwice: true });
      expect(await journal.attempts(id)).toMatchObject([{ unknown: true }, { unknown: false, status: 200 }]);
    });

    it('counts sequences per channel and never repeats one', async () => {
      const first = await ready(file('1'), { orderKey: 'a' });
      const second = await ready(file('2'), { orderKey: 'b' });
      expect((await journal.prepared(first, parts)).sequence).toBe(1);
      await reopen();
      expect((await journal.prepared(second, parts)).sequence).toBe(2);
      expect((await journal.prepared(await ready(event('e')), parts)).sequence).toBe(1);
    });

    it('remembers what was staged', async () => {
      const id = await ready(event('1'), { orderKey: 'k' });
      await journal.prepared(id, parts);
      await journal.staged(id, 1, { temporary: '.a.tmp', name: 'a.xml' });
      await reopen();
      expect(await journal.attempts(id)).toMatchObject([{ staged: { temporary: '.a.tmp', name: 'a.xml' } }]);
    });
  });

  describe('settling', () => {
    it('writes outcome and order state together', async () => {
      const id = await ready(file('1'), { orderKey: 'k', address: 'buyer/x/1', purchaseOrderNumber: '1' });
      const change = (state: string | undefined): string => `${state ?? 'none'}+1`;
      await journal.settle(id, { outcome: 'delivered', reason: 'taken', findings: [], change });
      await reopen();
      expect(await journal.orderState('buyer/x/1')).toBe('none+1');
      expect(await journal.message(id)).toMatchObject({
        state: 'settled',
        outcome: 'delivered',
        purchaseOrderNumber: '1',
      });
    });

    it('writes neither when the change fails', async () => {
      const id = await ready(file('1'), { orderKey: 'k', address: 'buyer/x/1' });
      const change = (): string => {
        throw new Error('broken');
      };
      await expect(
        journal.settle(id, { outcome: 'delivered', reason: '', findings: [], change }),
      ).rejects.toThrow('broken');
      expect(await journal.message(id)).toMatchObject({ state: 'ready' });
    });

    it('lists files that still have to be moved, until they are', async () => {
      const id = await ready(file('1'));
      await deliver(id);
      expect((await journal.unfiled()).map((message) => message.id)).toEqual([id]);
      await journal.filed(id, 'archive/1.xml');
      expect(await journal.unfiled()).toEqual([]);
      expect(await journal.message(id)).toMatchObject({ place: 'archive/1.xml' });
    });

    it('tries a parked message again from the check on, by force when told so', async () => {
      const id = await ready(file('1'));
      await journal.park(id, 'decide', []);
      await journal.command({ action: 'retry', message: id, force: true, reason: '' });
      await journal.takeCommands();
      expect(await journal.takeCommands()).toEqual([]);
      expect(await journal.message(id)).toMatchObject({ state: 'received', forced: true });
    });

    it('leaves settled messages alone', async () => {
      const id = await ready(file('1'));
      await deliver(id);
      await journal.command({ action: 'discard', message: id, force: false, reason: '' });
      expect(await journal.takeCommands()).toMatchObject([{ result: 'It is settled: nothing to decide.' }]);
      expect(await journal.message(id)).toMatchObject({ outcome: 'delivered' });
    });
  });

  describe('files for the ERP', () => {
    async function published(key: string, name: string, folder?: string): Promise<number> {
      const id = await ready(event(name), { orderKey: key });
      const file = { name, ...(folder === undefined ? {} : { folder }) };
      await journal.settle(id, { outcome: 'delivered', reason: '', findings: [], published: file });
      return id;
    }

    const names = async (of: Uncollected): Promise<readonly string[]> =>
      (await journal.uncollected(of)).map(({ name }) => name);

    it('are kept until they are collected, by channel and by order', async () => {
      const first = await published('k', 'a.xml', 'mark');
      await published('l', 'b.xml', 'mark');
      await published('k', 'out-of-sight.xml');
      await reopen();
      expect(await names({ channels: ['orders', 'responses'] })).toEqual(['a.xml', 'b.xml']);
      expect(await names({ channels: ['orders'] })).toEqual([]);
      expect(await names({ orderKey: 'k' })).toEqual(['a.xml']);
      await journal.collected([first]);
      expect(await names({ orderKey: 'k' })).toEqual([]);
      const at = (await journal.message(first))?.collected;
      expect(at).toMatch(/^\d{4}-/);
      await journal.collected([first]);
      expect((await journal.message(first))?.collected).toBe(at);
      expect(await journal.message(first)).toMatchObject({ place: 'a.xml' });
    });

    it('make their successor due when they are collected', async () => {
      const first = await published('k', 'a.xml', 'mark');
      const second = await ready(event('2'), { orderKey: 'k' });
      await claimed();
      await journal.wait(second, Date.now() + 60_000, 'not collected');
      expect(await claimed()).toEqual([]);
      await journal.collected([first]);
      expect(await claimed()).toEqual([second]);
    });
  });

  describe('one gateway, one exchange', () => {
    it('refuses the state of another exchange', async () => {
      await journal.bind('https://a + company 1');
      await journal.bind('https://a + company 1');
      await expect(journal.bind('https://b + company 1')).rejects.toThrow(/holds the orders of https:\/\/a/);
    });

    it('finds messages by part of name or order number', async () => {
      await ready(file('1'), { purchaseOrderNumber: 'VM2400381' });
      expect(await journal.list({ limit: 5, find: '2400' })).toHaveLength(1);
      expect(await journal.list({ limit: 5, find: 'nothing' })).toHaveLength(0);
      expect(await journal.list({ limit: 5, state: 'parked' })).toHaveLength(0);
    });
  });

  describe('decisions', () => {
    it('keeps who decided what, and why', async () => {
      const id = await ready(file('1'));
      await journal.park(id, 'decide', []);
      await journal.command({
        action: 'discard',
        message: id,
        force: false,
        reason: 'by phone',
        who: 'anna',
      });
      await journal.takeCommands();
      expect(await journal.history(id)).toMatchObject([
        { action: 'discard', who: 'anna', reason: 'by phone', result: 'It was discarded.' },
      ]);
    });

    it('checks a corrected document in the place of a parked one and keeps the original', async () => {
      const id = await ready(file('wrong'), { orderKey: 'k' });
      const later = await ready(file('later'), { orderKey: 'k' });
      await claimed();
      await journal.park(id, 'decide', []);
      const bytes = Buffer.from('right');
      await journal.command({ action: 'resend', message: id, force: false, reason: 'typo', bytes });
      await journal.takeCommands();
      const message = await journal.message(id);
      expect(message).toMatchObject({ state: 'received' });
      expect(Buffer.from((await journal.body(message?.hash ?? '')) ?? []).toString()).toBe('right');
      expect(Buffer.from((await journal.part(id, 'received')) ?? []).toString()).toBe('wrong');
      await journal.checked(id, { findings: [], orderKey: 'another' });
      expect(await claimed()).toEqual([id, later]);
    });

    it('makes a new message of the correction of a settled one', async () => {
      const id = await ready(file('1'), { orderKey: 'k' });
      await deliver(id);
      const bytes = Buffer.from('right');
      await journal.command({ action: 'resend', message: id, force: false, reason: '', bytes });
      await journal.takeCommands();
      const [newest] = await journal.list({ limit: 1 });
      expect(newest).toMatchObject({
        state: 'received',
        corrects: id,
        name: (await journal.message(id))?.name,
      });
      expect(Buffer.from((await journal.part(newest?.id ?? 0, 'received')) ?? []).toString()).toBe('right');
    });
  });
}
