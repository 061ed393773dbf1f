import { afterEach, expect, it, vi } from 'vitest';
import { orderXml } from '../../test/kit/documents.ts';
import { Site, until } from '../../test/kit/site.ts';

/** What the work loop claims while messages are under way; the way of a message itself is in test/. */

let site: Site | undefined;

afterEach(async () => {
  await site?.close();
  site = undefined;
});

const fast = { exchange: { rate: { perSecond: 1000, parallel: 50 } } };

async function open(): Promise<Site> {
  const opened = await Site.open({
    config: (config) => Object.assign(config.exchange ?? {}, fast.exchange),
  });
  site = opened;
  await opened.start('none');
  return opened;
}

function drop(into: Site, folder: string, count: number): void {
  for (let n = 1; n <= count; n += 1)
    into.drop(`erp/out/${folder}`, `${folder}-${n}.xml`, orderXml({ number: `${folder}-${n}` }));
}

it('slow messages that fill nearly all hands leave the others to work', async () => {
  const opened = await open();
  opened.simulator.fault({ match: '/v2/api-connector', delayMs: 3000, times: 14 });
  drop(opened, 'orders-json', 14);
  await until('14 slow ones', () => (opened.simulator.requests().length >= 14 ? true : undefined));
  drop(opened, 'orders', 20);
  const last = await opened.ended('orders-20.xml');
  const messages = await opened.messages();
  const slow = messages.filter(({ channel }) => channel === 'orders-json');
  expect(last.outcome).toBe('delivered');
  expect(slow.map(({ state }) => state)).toEqual(Array.from({ length: 14 }, () => 'ready'));
  await opened.idle();
});

interface Claim {
  readonly room: number;
  readonly got: number;
  readonly began: number;
  readonly ended: number;
}

/** Everything that the work loop asks of the journal from now on. */
function claimsOf({ gateway: { journal } }: Site): readonly Claim[] {
  const claims: Claim[] = [];
  const claim = journal.claim.bind(journal);
  vi.spyOn(journal, 'claim').mockImplementation(async (room, due, busy) => {
    const began = performance.now();
    const messages = await claim(room, due, busy);
    claims.push({ room, got: messages.length, began, ended: performance.now() });
    return messages;
  });
  return claims;
}

it('while there are more, four are claimed together, or what has room after 20 ms', async () => {
  const opened = await open();
  const claims = claimsOf(opened);
  drop(opened, 'orders', 200);
  await opened.ended('orders-200.xml');
  const hurried = claims.filter(({ room, began }, at) => {
    const before = claims[at - 1];
    return before?.got === before?.room && room < 4 && before && began - before.ended < 19;
  });
  expect(claims.filter(({ got, room }) => got === room).length).toBeGreaterThan(5);
  expect(hurried).toEqual([]);
});
