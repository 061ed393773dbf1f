/**
 * Is timestamp `a` later than `b`? Compared as instants, since the exchange may leave out milliseconds; what cannot be
 * read as an instant is compared as text. When either is unknown the answer is yes: better looked at twice than missed.
 */
export function isLater(a: string | undefined, b: string | undefined): boolean {
  if (a === undefined || b === undefined) return true;
  const [left, right] = [Date.parse(a), Date.parse(b)];
  return Number.isNaN(left) || Number.isNaN(right) ? a > b : left > right;
}

/** Do both name the same moment, whatever digits and zone they are written with? */
export const isSameInstant = (a: string, b: string): boolean => a === b || Date.parse(a) === Date.parse(b);

/** So many milliseconds before an instant, as YYYY-MM-DDThh:mm:ss.SSSZ; undefined when it cannot be read. */
export function subtractMilliseconds(instant: string, milliseconds: number): string | undefined {
  const at = Date.parse(instant) - milliseconds;
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}

/** So many times 24 hours before, as YYYY-MM-DDThh:mm:ss.SSSZ. */
export const subtractDays = (now: Date, days: number): string =>
  new Date(now.getTime() - days * 86_400_000).toISOString();
