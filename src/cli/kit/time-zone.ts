import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { resolveFromCaller } from './command-kit.ts';

/** Every command that shows times takes it. */
export const addUtcOption = (command: Command): Command =>
  command.option('--utc', "times in UTC, instead of the site's zone (`timeZone` in the config)", false);

/**
 * Before anything is read: a time that is given (`--since`) is meant in the same zone as those that are shown. It is the zone of the
 * whole process, its threads included: UTC where that is asked for, else the `timeZone` of the config, else that of the machine.
 */
export function chooseTimeZone(words: readonly string[]): void {
  const zone = words.includes('--utc') ? 'UTC' : readConfigZone(findConfigPath(words));
  if (zone !== undefined) process.env.TZ = zone;
}

function findConfigPath(words: readonly string[]): string {
  const joined = words.find((word) => word.startsWith('--config='));
  if (joined !== undefined) return joined.slice('--config='.length);
  const at = words.findIndex((word) => word === '-c' || word === '--config');
  return resolveFromCaller((at === -1 ? undefined : words[at + 1]) ?? 'gateway.yaml');
}

/** The line of the config alone: what is wrong with the rest, or with it, is told by whoever reads all of it. */
function readConfigZone(path: string): string | undefined {
  try {
    const [, zone] = /^timeZone: *["']?([\w+/-]+)["']? *(?:#.*)?$/m.exec(readFileSync(path, 'utf8')) ?? [];
    // throws for what is no zone
    return zone && new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
