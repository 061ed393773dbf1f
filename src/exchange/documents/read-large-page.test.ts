import { monitorEventLoopDelay } from 'node:perf_hooks';
import { describe, expect, it } from 'vitest';
import { cpuOf } from '../../../test/kit/cpu.ts';
import type { SearchPage } from '../exchange-client.ts';
import { readPage } from './read-large-page.ts';
import { parseSearchPage } from './search-page.ts';

const reading = { limit: 100, now: Date.parse('2026-02-01T00:00:00Z') };
const lastUpdatedAt = '2026-01-01T00:00:00.000Z';

/** A page of so many bytes: a hundred orders of many lines. */
function pageOf(bytes: number): Buffer {
  const line = { position: '1', item: { number: 'P-1', name: 'Part "5"' }, quantity: 1.5, lastUpdatedAt };
  const lines = Array.from({ length: bytes / 100 / JSON.stringify(line).length }, () => line);
  return Buffer.from(
    JSON.stringify({ data: Array.from({ length: 100 }, (_, n) => ({ id: `o-${n}`, lastUpdatedAt, lines })) }),
  );
}

/** Milliseconds that the event loop was held for at the longest, in time and in this thread's own time on a core. */
async function longestStall(work: () => Promise<unknown>): Promise<{ held: number; busy: number }> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const own = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let [last, busy] = [own(), 0];
  const look = (): void => {
    busy = Math.max(busy, own() - last);
    last = own();
  };
  const timer = setInterval(look, 1);
  await work();
  look();
  clearInterval(timer);
  delay.disable();
  return { held: delay.max / 1e6, busy };
}

describe('a page of orders', () => {
  it.each([1000, 3_000_000])('of %i bytes is read as it stands, in whatever thread', async (bytes) => {
    const body = pageOf(bytes);
    const read = await readPage(body, reading);
    expect(read).toEqual(parseSearchPage(body, reading));
    expect(typeof read !== 'string' && read.orders).toHaveLength(100);
    expect(body.length).toBeGreaterThan(bytes / 2);
  });

  it('that is none is told in words, in whatever thread', async () => {
    const broken = Buffer.concat([pageOf(3_000_000), Buffer.from('x')]);
    expect(await readPage(broken, reading)).toBe('answer-not-json');
  });

  it('that nobody reads in time is too large, whatever its thread does', async () => {
    expect(await readPage(pageOf(3_000_000), reading, 1)).toBe('answer-page-too-large');
  });

  it('of 64 MB of empty lines is cut and not parsed, which would end the process', async () => {
    const nothing = '{},'.repeat(21_000_000);
    const read = await readPage(Buffer.from(`{"data":[{"id":"o-1","lines":[${nothing}{}]}]}`), reading);
    expect(read).toMatchObject({ orders: [{ id: 'o-1' }] });
  });

  it('of 64 MB holds up nobody', async () => {
    const body = pageOf(64_000_000);
    const here = cpuOf(() => parseSearchPage(body, reading));
    let read: SearchPage | string = '';
    const { held, busy } = await longestStall(async () => {
      read = await readPage(body, reading);
    });
    expect(read).toMatchObject({ cursor: lastUpdatedAt });
    // measured: 1.0 s here, 0.06 s with a thread, most of it for handing the bytes over
    expect(busy, `the loop was held for ${Math.round(held)} ms`).toBeLessThan(here / 3);
  });
});
