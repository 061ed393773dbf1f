import { describe, expect, it } from 'vitest';
import { Settling } from './settling.ts';

const settings = { interval: 500, patience: 60_000, giveUp: 900_000 };
const look = (size: number, mtime = 0) => ({ size, mtime });

async function watching(...names: readonly string[]): Promise<Settling> {
  const settling = new Settling(settings);
  for (const name of await settling.begin(names)) settling.seen(name, look(10), 0);
  return settling;
}

async function dueNames(settling: Settling, now: number): Promise<readonly string[]> {
  return (await settling.due(now)).map((file) => file.name);
}

describe('Settling', () => {
  it('wants a second look one interval after the first, not sooner', async () => {
    const settling = await watching('a.xml');
    expect(await dueNames(settling, 499)).toEqual([]);
    expect(settling.wait(100)).toBe(400);
    expect(await dueNames(settling, 500)).toEqual(['a.xml']);
  });

  it('starts anew when size or time changed, whichever way', async () => {
    for (const changed of [look(11), look(9), look(10, 5), look(10, -5)]) {
      const settling = await watching('a.xml');
      expect(settling.isQuiet('a.xml', changed, 500)).toBe(false);
      expect(await dueNames(settling, 999)).toEqual([]);
      expect(settling.isQuiet('a.xml', changed, 1000)).toBe(true);
    }
  });

  it('takes a complete file at its second look', async () => {
    expect((await watching('a.xml')).judge('a.xml', 'complete', 500)).toBe('take');
  });

  it('warns of an unfinished file once, after patience, and gives up much later', async () => {
    const settling = await watching('a.xml');
    expect(settling.judge('a.xml', 'unfinished', 59_999)).toBe('wait');
    expect(settling.judge('a.xml', 'unfinished', 60_000)).toBe('warn');
    expect(settling.judge('a.xml', 'unfinished', 61_000)).toBe('wait');
    expect(settling.judge('a.xml', 'unfinished', 899_999)).toBe('wait');
    expect(settling.judge('a.xml', 'unfinished', 900_000)).toBe('take');
  });

  it('counts quiet from the last change', async () => {
    const settling = await watching('a.xml');
    settling.isQuiet('a.xml', look(11), 50_000);
    expect(settling.judge('a.xml', 'unfinished', 100_000)).toBe('wait');
    expect(settling.judge('a.xml', 'unfinished', 110_000)).toBe('warn');
  });

  it('gives an empty file as long as an unfinished one: its writer may not have begun', async () => {
    const settling = await watching('a.xml');
    expect(settling.judge('a.xml', 'empty', 500)).toBe('wait');
    expect(settling.judge('a.xml', 'empty', 90_000)).toBe('warn');
    expect(settling.judge('a.xml', 'empty', 899_999)).toBe('wait');
    expect(settling.judge('a.xml', 'empty', 900_000)).toBe('take');
  });

  it('looks at what stays unfinished more and more rarely, but never past a limit', async () => {
    const settling = await watching('a.xml');
    settling.judge('a.xml', 'unfinished', 30_000);
    expect(settling.wait(30_000)).toBe(3_000);
    settling.judge('a.xml', 'unfinished', 59_000);
    expect(settling.wait(59_000)).toBe(1_000);
    settling.judge('a.xml', 'unfinished', 890_000);
    expect(settling.wait(890_000)).toBe(10_000);
  });

  it('orders files of one scan by time, then by natural name; earlier scans come first', async () => {
    const settling = new Settling(settings);
    await settling.begin(['late.xml']);
    settling.seen('late.xml', look(1, 900), 0);
    await settling.begin(['late.xml', 'o-10.xml', 'o-9.xml', 'old.xml']);
    settling.seen('o-10.xml', look(1, 50), 100);
    settling.seen('o-9.xml', look(1, 50), 100);
    settling.seen('old.xml', look(1, 1), 100);
    expect(await dueNames(settling, 1000)).toEqual(['late.xml', 'old.xml', 'o-9.xml', 'o-10.xml']);
  });

  it('forgets what is gone, so that a name that comes back is new', async () => {
    const settling = await watching('a.xml', 'b.xml');
    expect(await settling.begin(['b.xml'])).toEqual([]);
    expect(await settling.begin(['a.xml', 'b.xml'])).toEqual(['a.xml']);
  });

  it('postpones a busy file and warns once when it stays busy', async () => {
    const settling = await watching('a.xml');
    expect(settling.postpone('a.xml', 1000, 500)).toBe('wait');
    expect(settling.wait(500)).toBe(1000);
    expect(settling.postpone('a.xml', 1000, 60_000)).toBe('warn');
    expect(settling.postpone('a.xml', 1000, 61_000)).toBe('wait');
  });

  it('orders 100,000 names in slices, so that the event loop goes on in between', async () => {
    const settling = new Settling(settings);
    const names = Array.from({ length: 100_000 }, (_, n) => `order-${(n * 7919) % 100_000}.xml`);
    for (const name of await settling.begin(names)) settling.seen(name, look(1, 1), 0);
    let turns = 0;
    const ticking = setInterval(() => {
      turns += 1;
    }, 0);
    const sorted = await dueNames(settling, 1000);
    clearInterval(ticking);
    expect(turns).toBeGreaterThan(10);
    expect(sorted).toHaveLength(100_000);
    expect(sorted.slice(0, 2)).toEqual(['order-0.xml', 'order-1.xml']);
    expect(sorted.at(-1)).toBe('order-99999.xml');
  });
});
