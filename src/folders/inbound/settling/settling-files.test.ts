import { describe, expect, it } from 'vitest';
import { localize } from '../../../findings/localized-text.ts';
import { SettlingFiles } from './settling-files.ts';

const settings = { interval: 500, patience: 60_000, giveUp: 900_000 };
const held = localize('left-held');
const look = (size: number, mtime = 0) => ({ size, mtime });

/** One whole scan; answers the names that were not there before. */
function scan(settling: SettlingFiles, ...names: readonly string[]): readonly string[] {
  settling.beginScan();
  const fresh = settling.listNew(names.map((name) => ({ name })));
  settling.endScan();
  return fresh.map(({ name }) => name);
}

/** Files that were seen at 0, and by a second scan. */
function watching(...names: readonly string[]): SettlingFiles {
  const settling = new SettlingFiles(settings);
  for (const name of scan(settling, ...names)) settling.add(name, look(10), 0);
  scan(settling, ...names);
  return settling;
}

async function dueNames(settling: SettlingFiles, now: number, size = 100): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const batch of settling.takeDue(now, size)) names.push(...batch.map(({ name }) => name));
  return names;
}

describe('Settling', () => {
  it('wants a second look one interval after the first, not sooner', async () => {
    const settling = watching('a.xml');
    expect(await dueNames(settling, 499)).toEqual([]);
    expect(settling.wait(100)).toBe(400);
    expect(await dueNames(settling, 500)).toEqual(['a.xml']);
  });

  it('starts anew when size or time changed, whichever way', async () => {
    for (const changed of [look(11), look(9), look(10, 5), look(10, -5)]) {
      const settling = watching('a.xml');
      expect(settling.isQuiet('a.xml', changed, 500)).toBe(false);
      scan(settling, 'a.xml');
      expect(await dueNames(settling, 999)).toEqual([]);
      expect(await dueNames(settling, 1000)).toEqual(['a.xml']);
      expect(settling.isQuiet('a.xml', changed, 1000)).toBe(true);
    }
  });

  it('takes a complete file at its second look', async () => {
    expect(watching('a.xml').judge('a.xml', 'complete', 500)).toBe('take');
  });

  it('takes one whose end nothing tells after more quiet', () => {
    const settling = new SettlingFiles({ ...settings, interval: 100, quiet: 500 });
    scan(settling, 'a.csv');
    settling.add('a.csv', look(10), 0);
    expect(settling.judge('a.csv', 'other', 499)).toBe('wait');
    expect(settling.wait(499)).toBe(1);
    expect(settling.judge('a.csv', 'other', 500)).toBe('take');
    expect(watching('a.csv').judge('a.csv', 'other', 500)).toBe('take');
  });

  it('takes one of a format whose files show no end after much more', () => {
    const settling = new SettlingFiles({ ...settings, interval: 100, quiet: 500, endless: 10_000 });
    scan(settling, 'a.csv');
    settling.add('a.csv', look(10), 0);
    expect(settling.judge('a.csv', 'endless', 9_999)).toBe('wait');
    expect(settling.wait(9_999)).toBe(1);
    expect(settling.judge('a.csv', 'endless', 10_000)).toBe('take');
  });

  it('warns of an unfinished file once, after patience, and gives up much later', async () => {
    const settling = watching('a.xml');
    expect(settling.judge('a.xml', 'unfinished', 59_999)).toBe('wait');
    expect(settling.judge('a.xml', 'unfinished', 60_000)).toBe('warn');
    expect(settling.judge('a.xml', 'unfinished', 61_000)).toBe('wait');
    expect(settling.judge('a.xml', 'unfinished', 899_999)).toBe('wait');
    expect(settling.judge('a.xml', 'unfinished', 900_000)).toBe('take');
  });

  it('counts quiet from the last change', async () => {
    const settling = watching('a.xml');
    settling.isQuiet('a.xml', look(11), 50_000);
    expect(settling.judge('a.xml', 'unfinished', 100_000)).toBe('wait');
    expect(settling.judge('a.xml', 'unfinished', 110_000)).toBe('warn');
  });

  it('gives an empty file as long as an unfinished one: its writer may not have begun', async () => {
    const settling = watching('a.xml');
    expect(settling.judge('a.xml', 'empty', 500)).toBe('wait');
    expect(settling.judge('a.xml', 'empty', 90_000)).toBe('warn');
    expect(settling.judge('a.xml', 'empty', 899_999)).toBe('wait');
    expect(settling.judge('a.xml', 'empty', 900_000)).toBe('take');
  });

  it('looks at what stays unfinished more and more rarely, but never past a limit', async () => {
    const settling = watching('a.xml');
    settling.judge('a.xml', 'unfinished', 30_000);
    expect(settling.wait(30_000)).toBe(3_000);
    settling.judge('a.xml', 'unfinished', 59_000);
    expect(settling.wait(59_000)).toBe(1_000);
    settling.judge('a.xml', 'unfinished', 890_000);
    expect(settling.wait(890_000)).toBe(10_000);
  });

  it('orders files by time, then by natural name, whichever scan saw them first', async () => {
    const settling = new SettlingFiles(settings);
    const all = ['late.xml', 'o-10.xml', 'o-9.xml', 'old.xml'];
    scan(settling, 'late.xml');
    settling.add('late.xml', look(1, 900), 0);
    scan(settling, ...all);
    settling.add('o-10.xml', look(1, 50), 100);
    settling.add('o-9.xml', look(1, 50), 100);
    settling.add('old.xml', look(1, 1), 100);
    scan(settling, ...all);
    expect(await dueNames(settling, 1000)).toEqual(['old.xml', 'o-9.xml', 'o-10.xml', 'late.xml']);
  });

  it('takes nothing before a whole scan that began after it was seen: it may find an earlier one', async () => {
    const settling = new SettlingFiles(settings);
    scan(settling, 'second.xml');
    settling.add('second.xml', look(1, 2), 0);
    expect(await dueNames(settling, 1000)).toEqual([]);
    settling.beginScan();
    settling.listNew([{ name: 'first.xml' }, { name: 'second.xml' }]);
    expect(await dueNames(settling, 1000)).toEqual([]);
    settling.add('first.xml', look(1, 1), 1000);
    settling.endScan();
    expect(await dueNames(settling, 1400)).toEqual([]);
    scan(settling, 'first.xml', 'second.xml');
    expect(await dueNames(settling, 1500)).toEqual(['first.xml', 'second.xml']);
  });

  it('holds a file back for a minute at the most, were ever older ones to come without end', async () => {
    const settling = new SettlingFiles(settings);
    const names = ['patient.xml', 'young.xml', 'older.xml'];
    const seen = (at: number, mtime: number, now: number) => {
      scan(settling, ...names.slice(0, at + 1));
      settling.add(names[at] ?? '', look(1, mtime), now);
    };
    seen(0, 3_000, 0);
    seen(1, 4_000, 30_000);
    seen(2, 2_000, 60_000);
    scan(settling, ...names);
    expect(await dueNames(settling, 60_100)).toEqual(['patient.xml']);
    expect(settling.isHeldBack('patient.xml', 60_100)).toBe(false);
    expect(settling.isHeldBack('young.xml', 60_100)).toBe(true);
    settling.forget('patient.xml');
    expect(await dueNames(settling, 60_500)).toEqual(['older.xml', 'young.xml']);
  });

  it('waits once for a file that changed: a copying writer gives it its old time last of all', async () => {
    const settling = watching('copied.xml');
    expect(await dueNames(settling, 500)).toEqual(['copied.xml']);
    settling.add('later.xml', look(1, 50), 10);
    settling.isQuiet('copied.xml', look(10, 5), 500);
    expect(settling.isHeldBack('later.xml', 500)).toBe(true);
    expect(settling.isHeldBack('copied.xml', 500)).toBe(false);
    scan(settling, 'copied.xml', 'later.xml');
    expect(await dueNames(settling, 600)).toEqual([]);
    expect(await dueNames(settling, 1000)).toEqual(['copied.xml', 'later.xml']);
    settling.isQuiet('copied.xml', look(12, 6), 1000);
    settling.postpone('later.xml', 0, 1000, held);
    scan(settling, 'copied.xml', 'later.xml');
    settling.add('latest.xml', look(1, 60), 900);
    scan(settling, 'copied.xml', 'later.xml', 'latest.xml');
    expect(await dueNames(settling, 1400)).toEqual(['latest.xml']);
  });

  it('forgets what is gone, so that a name that comes back is new', async () => {
    const settling = watching('a.xml', 'b.xml');
    expect(scan(settling, 'b.xml')).toEqual([]);
    expect(scan(settling, 'a.xml', 'b.xml')).toEqual(['a.xml']);
    expect(settling.has('a.xml')).toBe(false);
    expect(await dueNames(settling, 500)).toEqual(['b.xml']);
  });

  it('takes none before an older one of its scan that still rests', async () => {
    const settling = new SettlingFiles(settings);
    scan(settling, 'young.xml', 'old.xml');
    settling.add('young.xml', look(1, 2), 0);
    settling.add('old.xml', look(1, 1), 300);
    scan(settling, 'young.xml', 'old.xml');
    expect(await dueNames(settling, 500)).toEqual([]);
    expect(settling.wait(500)).toBe(300);
    expect(await dueNames(settling, 800)).toEqual(['old.xml', 'young.xml']);
  });

  it('lets the others pass one that is unfinished or changes again and again', async () => {
    const settling = watching('a.xml', 'b.xml', 'c.xml');
    expect(await dueNames(settling, 500, 1)).toEqual(['a.xml', 'b.xml', 'c.xml']);
    for (const size of [11, 12]) settling.isQuiet('a.xml', look(size), 500);
    settling.judge('b.xml', 'unfinished', 500);
    scan(settling, 'a.xml', 'b.xml', 'c.xml');
    expect(await dueNames(settling, 600)).toEqual(['c.xml']);
    expect(await dueNames(settling, 1000)).toEqual(['a.xml', 'b.xml', 'c.xml']);
  });

  it('postpones a busy file and warns once when it stays busy', async () => {
    const settling = watching('a.xml');
    expect(settling.postpone('a.xml', 1000, 500, held)).toBe('wait');
    expect(settling.wait(500)).toBe(1000);
    expect(settling.postpone('a.xml', 1000, 60_000, held)).toBe('warn');
    expect(settling.postpone('a.xml', 1000, 61_000, held)).toBe('wait');
    expect(settling.stuckReason('a.xml')).toEqual(held);
    settling.judge('a.xml', 'unfinished', 62_000);
    expect(settling.stuckReason('a.xml')).toEqual(localize('left-unfinished'));
  });

  it('gives the oldest of 100,000 names without sorting them all', async () => {
    const settling = new SettlingFiles(settings);
    const names = Array.from({ length: 100_000 }, (_, n) => `order-${(n * 7919) % 100_000}.xml`);
    for (const name of scan(settling, ...names)) settling.add(name, look(1, 1), 0);
    scan(settling, ...names);
    for await (const batch of settling.takeDue(1000, 3)) {
      expect(batch.map(({ name }) => name)).toEqual(['order-0.xml', 'order-1.xml', 'order-2.xml']);
      break;
    }
  });
});
