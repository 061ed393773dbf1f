import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { localize } from '../../findings/localized-text.ts';
import { FolderError } from '../folder-error.ts';
import { type ClaimedFile, NothingTakenError } from '../folder-types.ts';
import { recordingLog } from '../testkit/folder.ts';
import { oneByOne } from '../testkit/one-by-one.ts';
import { ClaimedFiles } from './claims/claimed-files.ts';
import { Handover } from './handover.ts';

/** Which files pass one that cannot be taken, and when. */

const files = ['1.xml', '2.xml'].map(
  (name): ClaimedFile => ({ id: `claim of ${name}`, name, size: 1, mtime: 1 }),
);
const { signal } = new AbortController();

let isThere: boolean;
let taken: string[];
/** Throws to refuse a file. */
let refuse: (name: string) => void;
let inHand: ClaimedFiles;
let handover: Handover;
let now: number;

beforeEach(() => {
  isThere = true;
  taken = [];
  refuse = () => undefined;
  now = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now);
  onTestFinished(() => clock.mockRestore());
  inHand = new ClaimedFiles();
  handover = new Handover('out', inHand, recordingLog().log, async () => isThere);
});

const take = oneByOne(async ({ name }) => {
  refuse(name);
  taken.push(name);
});

/** So many more tries, each when its time has come. */
async function again(times: number): Promise<void> {
  for (let n = 0; n < times; n += 1) {
    now += 60_000;
    await handover.retry(take, signal);
  }
}

const failing =
  (error: Error, ...names: readonly string[]) =>
  (name: string) => {
    if (names.includes(name)) throw error;
  };

it('a file that fails is tried before those behind it, and has four tries', async () => {
  refuse = failing(new Error('input/output error'), '1.xml');
  await handover.handOver(files, take, signal);
  await again(2);
  expect(taken).toEqual([]);
  await again(1);
  expect(taken).toEqual(['2.xml']);
  refuse = () => undefined;
  await again(1);
  expect(taken).toEqual(['2.xml', '1.xml']);
  expect(handover.trouble()).toBeUndefined();
});

it('nothing passes while the folder is away, however long that is and whatever comes back in between', async () => {
  refuse = failing(new Error('the connection was lost'), '1.xml');
  isThere = false;
  await handover.handOver(files, take, signal);
  await again(20);
  expect(taken).toEqual([]);
  refuse = () => undefined;
  await again(1);
  expect(taken).toEqual(['1.xml', '2.xml']);
});

it('a file that went back or is gone holds nobody back', async () => {
  refuse = failing(
    new FolderError('file-changed', localize('file-still-written', { name: '1.xml' })),
    '1.xml',
  );
  await handover.handOver(files, take, signal);
  expect(taken).toEqual(['2.xml']);
  expect(inHand.has('claim of 1.xml')).toBe(false);
});

it('nothing is tried behind one that the journal could not take', async () => {
  const tried: string[] = [];
  refuse = (name) => {
    tried.push(name);
    throw new NothingTakenError('the disk is full');
  };
  await handover.handOver(files, take, signal);
  await again(6);
  expect(new Set(tried)).toEqual(new Set(['1.xml']));
  expect(handover.isFull()).toBe(true);
  expect(handover.trouble()?.en).toContain('the disk is full');
});

it('knows what is in its hands, until it forgets', async () => {
  let during = false;
  refuse = () => {
    during = inHand.has('claim of 2.xml');
    throw new Error('no');
  };
  inHand.markClaimed(files);
  await handover.handOver(files, take, signal);
  expect([during, inHand.has('claim of 1.xml'), inHand.has('claim of 2.xml.claiming')]).toEqual([
    true,
    true,
    true,
  ]);
  handover.reset();
  inHand.clear();
  expect([inHand.has('claim of 1.xml'), handover.isFull(), handover.trouble()]).toEqual([
    false,
    false,
    undefined,
  ]);
});

it('says why in the words of the reader, and quotes what the system said', async () => {
  const away = localize('folder-was-away', { folder: 'out' });
  refuse = failing(new FolderError('folder-unavailable', away), '1.xml');
  await handover.handOver(files, take, signal);
  expect(handover.trouble()?.nl).toContain(`: ${away.nl}`);
  refuse = failing(new Error('input/output error'), '1.xml');
  await again(1);
  expect(handover.trouble()?.nl).toContain('“input/output error”');
});
