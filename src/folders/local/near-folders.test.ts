import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NearFolders } from './near-folders.ts';

/** The disks that folders lie on; others are gone. */
let disks: Record<string, number>;
let looked: string[];

const openNear = (journal?: string): NearFolders =>
  new NearFolders(journal, async (folder) => {
    looked.push(folder);
    return disks[folder];
  });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  disks = { '/data': 1, '/out': 1, '/share': 2 };
  looked = [];
});
afterEach(() => vi.useRealTimers());

describe('near folders', () => {
  it('are those on the disk of the journal', async () => {
    const near = openNear('/data');
    expect(await near.hasAll('/out/a.xml')).toBe(true);
    expect(await near.hasAll('/share/a.xml')).toBe(false);
    expect(await near.hasAll('/out/a.xml', '/share/a.xml')).toBe(false);
    expect(await near.hasAll('/gone/a.xml')).toBe(false);
  });

  it('are none without an embedded journal, and none where its disk cannot be told', async () => {
    expect(openNear().hasAll('/out/a.xml')).toBe(false);
    expect(looked).toEqual([]);
    expect(await openNear('/elsewhere').hasAll('/gone/a.xml')).toBe(false);
  });

  it('are known at once for five seconds, and looked at again after that', async () => {
    const near = openNear('/data');
    await near.hasAll('/out/a.xml');
    vi.advanceTimersByTime(4_999);
    expect(near.hasAll('/out/b.xml')).toBe(true);
    disks['/out'] = 2;
    vi.advanceTimersByTime(1);
    expect(await near.hasAll('/out/c.xml')).toBe(false);
    expect(near.hasAll('/out/d.xml')).toBe(false);
  });

  it('have in them, without a look, the folders that are made in them, whatever they are renamed to, until they go', async () => {
    const near = openNear('/data');
    await near.hasAll('/out/a.xml');
    looked = [];
    near.noteMade('/out/work');
    expect(near.hasAll('/out/work/a.xml')).toBe(true);
    near.noteMoved('/out/work', '/out/claim');
    expect(near.hasAll('/out/claim/a.xml')).toBe(true);
    expect(looked).toEqual([]);
    expect(await near.hasAll('/out/work/a.xml')).toBe(false);
    near.noteGone('/out/claim');
    expect(await near.hasAll('/out/claim/a.xml')).toBe(false);
  });

  it('have nothing in them any more when they are on another disk', async () => {
    const near = openNear('/data');
    near.noteMade('/out/work');
    expect(await near.hasAll('/out/work/a.xml')).toBe(true);
    disks['/out'] = 2;
    vi.advanceTimersByTime(5_000);
    expect(await near.hasAll('/out/work/a.xml')).toBe(false);
  });

  it('a file that is renamed is no folder', async () => {
    const near = openNear('/data');
    near.noteMoved('/out/a.xml', '/out/b');
    expect(await near.hasAll('/out/b/c.xml')).toBe(false);
  });
});
