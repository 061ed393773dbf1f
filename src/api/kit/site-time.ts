/** When this day began, by the clock of the site, which is that of the process (src/cli/kit/time-zone.ts). Milliseconds since the epoch. */
export const midnightOf = (now: Date): number => new Date(now).setHours(0, 0, 0, 0);
