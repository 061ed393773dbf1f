import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Kit } from './kit.ts';
import { sampleRecord } from './sample-record.ts';

/** A journal that was damaged says where. */
export function verifyingBehaviour(kit: Kit): void {
  const { file, ready, receive } = kit;
  const hash = expect.stringMatching(/^The body [0-9a-f]{64} is damaged\.$/);

  /** What is said after the tables were changed. */
  const wrongAfter = async (sql: string): Promise<readonly string[]> => {
    await kit.damage(sql);
    return await kit.journal.verify();
  };

  describe('verify', () => {
    it('finds a body that is damaged, of another length, or gone', async () => {
      await receive(file('a'));
      expect(await wrongAfter('update blob set size = 7')).toEqual([hash]);
      await receive(file('b'));
      expect(
        await wrongAfter('update blob set size = 1; update blob set body = (select body from blob limit 1)'),
      ).toEqual([hash]);
      expect(await wrongAfter('delete from blob')).toEqual(
        [1, 2].map((id) => `Message ${id}: the part received is missing.`),
      );
      expect(await wrongAfter('delete from part')).toEqual(
        [1, 2].map((id) => `Message ${id}: its document is missing.`),
      );
    });

    it('finds a message that nobody would take, and one that would go before another of its order', async () => {
      for (const text of ['1', '2']) await ready(file(text), { orderKey: 'k' });
      expect(await wrongAfter('update message set claimable = 2 - claimable')).toEqual([
        'Message 1 is first of its order and would never go.',
        'Message 2 would go before an earlier one of its order.',
      ]);
    });

    it('finds a piece that is gone, and one that cannot be unpacked', async () => {
      await receive({ ...file(''), bytes: randomBytes(2_500_000) });
      expect(await kit.journal.verify()).toEqual([]);
      expect(
        await wrongAfter('update piece set body = (select body from piece where n = 1) where n = 2'),
      ).toEqual([hash]);
      expect(await wrongAfter('delete from piece where n = 2')).toEqual([hash]);
      await expect(kit.journal.part(1, 'received')).rejects.toThrow('lost a piece');
    });

    it.each([
      ['bytes of another one', (sql: string) => `update blob set body = (${sql})`],
      ['bytes that cannot be unpacked', () => 'update blob set body = substr(body, 1, 8)'],
    ])('never hands out %s', async (_, update) => {
      const ids = await receive(file('a'), file('b'));
      const [other] = ids;
      await kit.damage(
        update(`select body from blob b join part p on p.hash = b.hash where message = ${other}`),
      );
      await expect(kit.journal.part(ids[1] ?? 0, 'received')).rejects.toThrow(/are not what was stored/);
    });

    it('never hands out large ones that are not what was stored', async () => {
      const [id = 0] = await receive({ ...file(''), bytes: randomBytes(2_500_000) });
      await kit.damage('update piece set body = (select body from piece where n = 1) where n = 0');
      await expect(kit.journal.part(id, 'received')).rejects.toThrow(/are not what was stored/);
    });

    it('finds an order state whose body is gone', async () => {
      expect(
        await wrongAfter("insert into state_body (address, hash) values ('buyer/c/PO-1', 'f00')"),
      ).toEqual(['The order state buyer/c/PO-1 refers to the body f00, which is missing.']);
    });

    it('finds an order state that cannot be read, packed or not', async () => {
      const rows =
        "('buyer/c/PO-1', '{}', null), ('buyer/c/PO-2', '{', null), ('buyer/c/PO-3', '', (select body from blob limit 1))";
      await receive(file('a'));
      expect(await wrongAfter(`insert into order_state (address, state, packed) values ${rows}`)).toEqual(
        ['PO-2', 'PO-3'].map((order) => `The order state buyer/c/${order} cannot be read.`),
      );
    });

    it('finds messages in a state that cannot be, among many', async () => {
      await receive(file('first'));
      // behind a thousand others, as far as numbers go: so many are read at once
      const given = await ready(file('last'));
      const id = given + 1100;
      await kit.damage(`update message set id = ${id} where id = ${given};
        update part set message = ${id} where message = ${given}`);
      const odd = async (sql: string, of = id): Promise<readonly string[]> =>
        wrongAfter(`update message set ${sql} where id = ${of}`);
      expect(await odd("state = 'settled'")).toEqual([
        `Message ${id} is settled without an outcome or an instant.`,
      ]);
      expect(await odd("state = 'waiting', outcome = 'delivered'")).toEqual([
        `Message ${id} is waiting, and has the outcome delivered.`,
      ]);
      expect(await odd('outcome = null, order_key = null')).toEqual([
        `Message ${id} is waiting without an order key.`,
      ]);
      expect(await odd("state = 'lost', source = '{}'")).toEqual([
        `Message ${id} cannot be read: source.kind, state.`,
      ]);
      expect(await odd('state = \'received\', source = \'{"kind":"search","note":false}\'')).toEqual([]);
    });

    it('finds an order state that was seen, and is gone', async () => {
      const id = await ready(file('1'), { orderKey: 'k' });
      await kit.journal.park(id, '', [], { saw: { ...sampleRecord, state: '{"seen":1}' } });
      expect(await kit.journal.verify()).toEqual([]);
      const wrong = [`Message ${id}: the order state that it was prepared on is damaged.`];
      await kit.damage('delete from seen_state');
      expect(await kit.journal.verify()).toEqual(wrong);
    });
  });
}
