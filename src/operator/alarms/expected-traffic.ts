import type { Expectation } from '../../config/schema/config-schema.ts';

/** What is usual on a channel, and whether it stays away. Pure. */

/** Milliseconds of one step: days begin on full hours nearly everywhere. */
const hour = 3_600_000;

/** Milliseconds that are looked at, at the most; what has been silent for longer is silent. */
const longest = 400 * 24 * hour;

/** Has nothing been received for longer than is usual? Instants in milliseconds since the epoch; time of other days does not count. */
export function isSilent({ every, days }: Expectation, last: number, now: number, timeZone: string): boolean {
  if (now - last >= longest) return true;
  if (now - last < every) return false;
  const dayOf = weekdays(timeZone);
  let counted = 0;
  for (let at = last; at < now && counted < every; ) {
    const next = Math.min(now, (Math.floor(at / hour) + 1) * hour);
    if (days.includes(dayOf(at))) counted += next - at;
    at = next;
  }
  return counted >= every;
}

const names = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** Sunday is 0. */
function weekdays(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'short' });
  return (at) => names.indexOf(format.format(at));
}
