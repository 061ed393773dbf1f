import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { JournalNotWritten } from '../../journal/model/journal-errors.ts';
import { Lease } from './lease.ts';

let answer: () => boolean;
let left: string[];
let errors: unknown[];
const log = { error: (...told: unknown[]) => void errors.push(told) };

beforeEach(() => {
  answer = () => true;
  left = [];
  errors = [];
});

const journal = (shared: boolean) => ({
  shared,
  acquireLease: async () => answer(),
  renewLease: async () => answer(),
  releaseLease: async (name: string) => void left.push(name),
});

const fails = (error: Error) => () => {
  throw error;
};

it('is ours when the journal says so, and not before', async () => {
  const lease = new Lease('pickup a', journal(true), log);
  expect(lease.isHeld()).toBe(false);
  expect(await lease.acquire()).toBe(true);
  expect(lease.isHeld()).toBe(true);
  answer = () => false;
  expect(await lease.acquire()).toBe(false);
  expect(lease.isHeld()).toBe(false);
});

it('is believed for 12 seconds from the question on, also while the journal is away', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  onTestFinished(() => clock.mockRestore());
  answer = () => {
    clock.mockReturnValue(1_000);
    return true;
  };
  const lease = new Lease('pickup a', journal(true), log);
  await lease.acquire();
  answer = fails(new Error('away'));
  clock.mockReturnValue(11_999);
  expect(await lease.acquire()).toBe(false);
  expect(lease.isHeld()).toBe(true);
  clock.mockReturnValue(12_000);
  expect(lease.isHeld()).toBe(false);
  expect(errors).toHaveLength(1);
});

it('that the journal is away is told by the journal', async () => {
  answer = fails(new JournalNotWritten('the disk is full'));
  expect(await new Lease('pickup a', journal(true), log).acquire()).toBe(false);
  expect(errors).toEqual([]);
});

it('is left to another', async () => {
  const lease = new Lease('pickup a', journal(true), log);
  await lease.acquire();
  await lease.release();
  expect(left).toEqual(['pickup a']);
  expect(lease.isHeld()).toBe(false);
});

it('who is alone need not ask', () => {
  expect(new Lease('pickup a', journal(false), log).isHeld()).toBe(true);
});
