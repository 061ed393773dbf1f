import type { Command } from 'commander';

/** Every command that shows times takes it. */
export const addUtcOption = (command: Command): Command =>
  command.option('--utc', "times in UTC, instead of this machine's zone", false);

/** Before anything is read: a time that is given (`--since`) is meant in the same zone as those that are shown. */
export function obeyUtc(words: readonly string[]): void {
  if (words.includes('--utc')) process.env.TZ = 'UTC';
}
