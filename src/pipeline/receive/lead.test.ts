import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { JournalNotWritten } from '../../journal/errors.ts';
import { Lead } from './lead.ts';

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
  lead: async () => answer(),
  leave: async (name: string) => void left.push(name),
});

const fails = (error: Error) => () => {
  throw error;
};

it('is ours when the journal says so, and not before', async () => {
  const lead = new Lead('pickup a', journal(true), log);
  expect(lead.isOurs()).toBe(false);
  expect(await lead.ask()).toBe(true);
  expect(lead.isOurs()).toBe(true);
  answer = () => false;
  expect(await lead.ask()).toBe(false);
  expect(lead.isOurs()).toBe(false);
});

it('is believed for 12 seconds from the question on, also while the journal is away', async () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
  onTestFinished(() => clock.mockRestore());
  answer = () => {
    clock.mockReturnValue(1_000);
    return true;
  };
  const lead = new Lead('pickup a', journal(true), log);
  await lead.ask();
  answer = fails(new Error('away'));
  clock.mockReturnValue(11_999);
  expect(await lead.ask()).toBe(false);
  expect(lead.isOurs()).toBe(true);
  clock.mockReturnValue(12_000);
  expect(lead.isOurs()).toBe(false);
  expect(errors).toHaveLength(1);
});

it('that the journal is away is told by the journal', async () => {
  answer = fails(new JournalNotWritten('the disk is full'));
  expect(await new Lead('pickup a', journal(true), log).ask()).toBe(false);
  expect(errors).toEqual([]);
});

it('is left to another', async () => {
  const lead = new Lead('pickup a', journal(true), log);
  await lead.ask();
  await lead.leave();
  expect(left).toEqual(['pickup a']);
  expect(lead.isOurs()).toBe(false);
});

it('who is alone need not ask', () => {
  expect(new Lead('pickup a', journal(false), log).isOurs()).toBe(true);
});
