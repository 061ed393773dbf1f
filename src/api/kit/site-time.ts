import { subtractDays } from '../../time/instants.ts';
import type { Period } from '../model/common-model.ts';

/** When this day began, by the clock of the site, which is that of the process (src/cli/kit/time-zone.ts). Milliseconds since the epoch. */
export const midnightOf = (now: Date): number => new Date(now).setHours(0, 0, 0, 0);

/** Since midnight, or so many days: where that began, RFC 3339 in UTC. */
export function startOfPeriod(period: Period, now: Date): string {
  const days = period === 'today' ? 0 : Number.parseInt(period, 10) - 1;
  return new Date(midnightOf(new Date(subtractDays(now, days)))).toISOString();
}
