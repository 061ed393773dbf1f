import { normalizeDate, normalizeDateTime, normalizeTime } from '../../tree/values/date.ts';

/** How a file writes a date, a time or both: `dd-MM-yyyy`, `d.M.yy`, `yyyyMMdd HHmm`, or `excel` (days since 1899-12-30). */
export interface DatePattern {
  readonly text: string;
  /** The canonical text (`2026-11-26`), undefined where it is none of the pattern or no day of the calendar. */
  read(text: string): string | undefined;
  /** Undefined where the canonical text is none, or the pattern cannot say all of it. */
  write(canonical: string): string | undefined;
}

export type DateKind = 'date' | 'datetime' | 'time';

const tokens: Readonly<Record<string, readonly [part: Part, digits: string, length: number]>> = {
  yyyy: ['year', '\\d{4}', 4],
  yy: ['year', '\\d{2}', 2],
  MM: ['month', '\\d{2}', 2],
  M: ['month', '\\d{1,2}', 1],
  dd: ['day', '\\d{2}', 2],
  d: ['day', '\\d{1,2}', 1],
  HH: ['hour', '\\d{2}', 2],
  H: ['hour', '\\d{1,2}', 1],
  mm: ['minute', '\\d{2}', 2],
  ss: ['second', '\\d{2}', 2],
};
type Part = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second';

const wanted: Readonly<Record<DateKind, readonly Part[]>> = {
  date: ['year', 'month', 'day'],
  datetime: ['year', 'month', 'day', 'hour', 'minute'],
  time: ['hour', 'minute'],
};
const strict: Readonly<Record<DateKind, (text: string) => string | undefined>> = {
  date: normalizeDate,
  datetime: normalizeDateTime,
  time: normalizeTime,
};
const usual: Readonly<Record<DateKind, string>> = {
  date: 'yyyy-MM-dd',
  datetime: 'yyyy-MM-ddTHH:mm:ss',
  time: 'HH:mm:ss',
};

/** Undefined for a text that is no pattern of its kind: a part is missing or stands twice, letters that mean nothing. */
export function parseDatePattern(kind: DateKind, text = usual[kind]): DatePattern | undefined {
  const choices = text.split(' | ');
  if (choices.length > 1) return eitherOf(choices.map((choice) => parseDatePattern(kind, choice)));
  if (text === 'excel') return kind === 'date' ? excel : undefined;
  const pieces = text.match(/yyyy|yy|MM?|dd?|HH?|mm|ss|T|[^A-Za-z]/g) ?? [];
  if (pieces.join('') !== text) return undefined;
  const parts = pieces.flatMap((piece) => tokens[piece]?.[0] ?? []);
  const allowed: readonly Part[] = kind === 'date' ? wanted.date : [...wanted[kind], 'second'];
  const fits =
    wanted[kind].every((part) => parts.includes(part)) && parts.every((part) => allowed.includes(part));
  if (!fits || new Set(parts).size < parts.length || isAmbiguous(pieces)) return undefined;
  return new Pattern(kind, text, pieces);
}

/** `d-M-yyyy | d.M.yyyy`: any of them is read, unless two read it as two days; the first one is written. */
function eitherOf(choices: readonly (DatePattern | undefined)[]): DatePattern | undefined {
  const patterns = choices.filter((choice) => choice !== undefined);
  const [first] = patterns;
  if (first === undefined || patterns.length < choices.length) return undefined;
  return {
    text: patterns.map(({ text }) => text).join(' | '),
    read(text) {
      const [value, other] = new Set(patterns.flatMap((pattern) => pattern.read(text) ?? []));
      return other === undefined ? value : undefined;
    },
    write: (canonical) => first.write(canonical),
  };
}

/** A part of one or two digits next to another part: where it ends is not known. */
const isAmbiguous = (pieces: readonly string[]): boolean =>
  pieces.some(
    (piece, at) =>
      piece.length === 1 && tokens[piece] && (tokens[pieces[at + 1] ?? ''] || tokens[pieces[at - 1] ?? '']),
  );

class Pattern implements DatePattern {
  readonly text: string;
  readonly #kind: DateKind;
  readonly #pieces: readonly string[];
  readonly #shape: RegExp;

  constructor(kind: DateKind, text: string, pieces: readonly string[]) {
    this.text = text;
    this.#kind = kind;
    this.#pieces = pieces;
    const shape = pieces.map((piece) => {
      const token = tokens[piece];
      return token === undefined ? piece.replace(/[^T\d]/, '\\$&') : `(?<${token[0]}>${token[1]})`;
    });
    this.#shape = new RegExp(`^${shape.join('')}$`);
  }

  read(text: string): string | undefined {
    const groups = this.#shape.exec(text)?.groups;
    if (groups === undefined) return undefined;
    const part = (name: Part) => (groups[name] ?? '0').padStart(2, '0');
    const year = groups.year?.length === 2 ? `20${groups.year}` : (groups.year ?? '');
    const date = `${year}-${part('month')}-${part('day')}`;
    const time = `${part('hour')}:${part('minute')}:${part('second')}`;
    const whole = { date, time, datetime: `${date}T${time}` }[this.#kind];
    return strict[this.#kind](whole);
  }

  write(canonical: string): string | undefined {
    const value = strict[this.#kind](canonical);
    if (value === undefined) return undefined;
    const [date = '', time = ''] = this.#kind === 'time' ? ['', value] : value.split('T');
    const [year = '', month = '', day = ''] = date.split('-');
    const [hour = '', minute = '', second = ''] = time.split(':');
    const parts = { year, month, day, hour, minute, second };
    const text = this.#pieces.map((piece) => shortenPart(piece, parts)).join('');
    return this.read(text) === value ? text : undefined;
  }
}

function shortenPart(piece: string, parts: Readonly<Record<Part, string>>): string {
  const token = tokens[piece];
  if (token === undefined) return piece;
  const digits = parts[token[0]];
  return token[2] === 1 ? digits.replace(/^0/, '') : digits.slice(-token[2]);
}

const dayLength = 86_400_000;
const excelStart = Date.UTC(1899, 11, 30);

/** Serial numbers of spreadsheets; before March 1900 they count a day that never was. */
const excel: DatePattern = {
  text: 'excel',
  read(text) {
    const days = /^\d{2,6}(?:[.,]0*)?$/.test(text) ? Number.parseInt(text, 10) : 0;
    return days < 61
      ? undefined
      : normalizeDate(new Date(excelStart + days * dayLength).toISOString().slice(0, 10));
  },
  write(canonical) {
    const date = normalizeDate(canonical);
    if (date === undefined) return undefined;
    const days = String(Math.round((Date.parse(`${date}T00:00:00Z`) - excelStart) / dayLength));
    return excel.read(days) === date ? days : undefined;
  },
};
