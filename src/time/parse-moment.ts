/** A moment as people write it: RFC 3339, a local day or time, or so long ago (`2h`, `3d`). RFC 3339 in UTC, or undefined. */
export function parseMoment(text: string, now: number): string | undefined {
  const ago = /^(\d+)([mhd])$/.exec(text);
  if (ago) return instantOf(new Date(now - Number(ago[1]) * (units.get(ago[2] ?? '') ?? 0)));
  if (!/^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/.test(text)) return undefined;
  // a day alone would be taken in UTC
  return instantOf(new Date(text.length === 10 ? `${text}T00:00` : text));
}

/** Undefined: no day of the calendar, or one beyond it. */
const instantOf = (at: Date): string | undefined =>
  Number.isNaN(at.getTime()) ? undefined : at.toISOString();

const units: ReadonlyMap<string, number> = new Map([
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);
