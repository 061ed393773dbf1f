/**
 * Dates and times on text, strict: a day that does not exist is no date. A zone behind a local date is dropped and
 * never shifts it (service rules; SCSN dates are local). `undefined` for a text that is none.
 */

const zone = '(?:Z|[+-](?:0\\d|1[0-3]):[0-5]\\d|[+-]14:00)?';
const day = '(\\d{4})-(\\d{2})-(\\d{2})';
const clock = '([01]\\d|2[0-3]):([0-5]\\d):([0-5]\\d)(?:\\.\\d+)?';
const dateShape = new RegExp(`^${day}${zone}$`);
const timeShape = new RegExp(`^${clock}${zone}$`);
const dateTimeShape = new RegExp(`^${day}T${clock}(${zone})$`);

/** `2026-03-16+01:00` -> `2026-03-16`. */
export function normalizeDate(text: string): string | undefined {
  const match = dateShape.exec(text.trim());
  if (match === null) return undefined;
  const [, year = '', month = '', date = ''] = match;
  return isCalendarDay(year, month, date) ? `${year}-${month}-${date}` : undefined;
}

/** `08:15:00.5+01:00` -> `08:15:00`. */
export function normalizeTime(text: string): string | undefined {
  const match = timeShape.exec(text.trim());
  return match === null ? undefined : match.slice(1, 4).join(':');
}

/** `2026-03-16T08:15:00.123Z` -> `2026-03-16T08:15:00`: fraction and zone dropped, not shifted. */
export function normalizeDateTime(text: string): string | undefined {
  const match = dateTimeShape.exec(text.trim());
  if (match === null) return undefined;
  const [, year = '', month = '', date = '', ...clockParts] = match;
  if (!isCalendarDay(year, month, date)) return undefined;
  return `${year}-${month}-${date}T${clockParts.slice(0, 3).join(':')}`;
}

/**
 * A moment as local date and time in a zone of the IANA database: `2026-03-29T01:30:00Z`, `Europe/Amsterdam` ->
 * `2026-03-29T03:30:00`. A text without zone is local already. Throws a RangeError for an unknown zone.
 */
export function computeLocalDateTime(text: string, timeZone: string): string | undefined {
  const local = normalizeDateTime(text);
  if (local === undefined) return undefined;
  const format = getFormatter(timeZone);
  const offset = dateTimeShape.exec(text.trim())?.[7] ?? '';
  if (offset === '') return local;
  const parts = new Map(format.formatToParts(new Date(`${local}${offset}`)).map((p) => [p.type, p.value]));
  const part = (type: Intl.DateTimeFormatPartTypes, length = 2) =>
    (parts.get(type) ?? '').padStart(length, '0');
  const date = `${part('year', 4)}-${part('month')}-${part('day')}`;
  return `${date}T${part('hour')}:${part('minute')}:${part('second')}`;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function getFormatter(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formatters.set(timeZone, made);
  return made;
}

function isCalendarDay(year: string, month: string, date: string): boolean {
  const [y, m, d] = [Number(year), Number(month), Number(date)];
  if (y < 1 || m < 1 || m > 12 || d < 1) return false;
  const leap = (y % 4 === 0 && y % 100 !== 0) || y % 400 === 0;
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  return d <= (days[m - 1] ?? 0);
}
