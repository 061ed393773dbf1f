import { randomBytes } from 'node:crypto';
import { steadyNow } from '../time/steady-clock.ts';

let lastTime = 0;
let counter = 0;

/**
 * A new id of 16 characters, unique for ever; ids of one process sort as they were made, ids of different runs by time.
 * Small letters and digits only: some file systems know no capitals.
 */
export function createId(): string {
  const now = steadyNow();
  counter = now > lastTime ? 0 : counter + 1;
  lastTime = Math.max(now, lastTime);
  const random = (randomBytes(4).readUInt32BE() % 36 ** 4).toString(36).padStart(4, '0');
  return lastTime.toString(36).padStart(9, '0') + counter.toString(36).padStart(3, '0') + random;
}

/** When a claim with such an id was made; undefined for ids that are not ours. */
export function claimTimeOf(id: string): Date | undefined {
  return /^[0-9a-z]{16}$/.test(id) ? new Date(Number.parseInt(id.slice(0, 9), 36)) : undefined;
}

/** Milliseconds since a claim was begun, whole or in the making; those whose id is not ours are as old as can be. */
export function claimAgeOf(claim: string): number {
  return steadyNow() - (claimTimeOf(claim.slice(0, 16))?.getTime() ?? 0);
}
