import { parseDatePattern } from '../text/date-pattern.ts';
import { type NumberMarks, parseFileText } from '../text/value-type.ts';

/** The day stands first, unless the file shows that the month does. */
const dates = [
  'yyyy-MM-dd',
  'dd-MM-yyyy',
  'd-M-yyyy',
  'dd.MM.yyyy',
  'd.M.yyyy',
  'd.M.yy',
  'dd/MM/yyyy',
  'd/M/yyyy',
  'd/M/yy',
  'yyyyMMdd',
  'dd-MM-yy',
  'd-M-yy',
  'yyyy/MM/dd',
];
const monthFirst = ['MM/dd/yyyy', 'M/d/yyyy', 'M/d/yy'];
const shortDays = ['d-M-yyyy', 'd.M.yyyy', 'd.M.yy', 'd/M/yyyy', 'M/d/yyyy', 'd-M-yy'];
const moments = [
  'yyyy-MM-ddTHH:mm:ss',
  'yyyy-MM-dd HH:mm:ss',
  'dd-MM-yyyy HH:mm',
  'dd-MM-yyyy HH:mm:ss',
  'dd.MM.yyyy HH:mm',
  'dd.MM.yyyy HH:mm:ss',
];

/** Texts that programs write for no date. */
const noDates = [
  '0',
  '00-00-0000',
  '00.00.0000',
  '00000000',
  '0000-00-00',
  '31.12.9999',
  '31-12-9999',
  '01.01.1900',
  '01-01-1900',
  '1900-01-01',
  '9999-12-31',
];

/** What a person may say that values are. */
export const inferredTypes: readonly string[] = [
  ...['text', 'identifier', 'integer', 'decimal', 'decimal(2)', 'decimal(3)', 'decimal(4)'],
  ...[...new Set([...dates, ...monthFirst])].map((pattern) => `date ${pattern}`),
  ...moments.map((pattern) => `datetime ${pattern}`),
];

export interface TypeGuess {
  readonly type: string;
  readonly empty: readonly string[];
}

/** How a file writes its dates, as far as any of its columns shows it. */
export interface DateForms {
  /** A second number that no month has: the month stands first. */
  readonly isMonthFirst: boolean;
  /** Days and months of one digit. */
  readonly isShort: boolean;
}

export const detectDateForms = (values: readonly string[]): DateForms => ({
  isMonthFirst: values.some((value) => /^\d{1,2}\/(1[3-9]|2\d|3[01])\/\d{2,4}(\s|$)/.test(value.trim())),
  isShort: values.some((value) => /^(\d|\d{2}[-./]\d)[-./]/.test(value.trim()) && isDay(value)),
});

const isDay = (value: string): boolean =>
  shortDays.some((pattern) => parseDatePattern('date', pattern)?.read(value.trim()) !== undefined);

const anyForm: DateForms = { isMonthFirst: false, isShort: false };

/**
 * The type of a column by its values; text where they do not agree. `share`: of them that a date must fit where the heading says
 * that it is one; the others are then told as wrong, row by row.
 */
export function guessType(
  values: readonly string[],
  marks: NumberMarks,
  { days = anyForm, share = 1 }: { readonly days?: DateForms; readonly share?: number } = {},
): TypeGuess {
  const filled = values.map((value) => value.trim()).filter((value) => value !== '');
  const empty = [...new Set(filled.filter((value) => noDates.includes(value)))];
  const rest = filled.filter((value) => !noDates.includes(value));
  const type = rest.length === 0 ? undefined : guessDateType(rest, patternsOf(days), share);
  if (type !== undefined) return { type, empty };
  const isNumber =
    filled.length > 0 &&
    filled.every((value) => parseFileText({ kind: 'decimal' }, value, marks) !== undefined);
  const isIdentifier = filled.some((value) => /^0\d/.test(value));
  return { type: isNumber && !isIdentifier ? 'decimal' : 'text', empty: [] };
}

const patternsOf = ({ isMonthFirst, isShort }: DateForms): readonly string[] => {
  const all = isMonthFirst ? [...monthFirst, ...dates] : dates;
  return isShort ? all.filter((pattern) => !/^(dd|MM)\W/.test(pattern)) : all;
};

/** Eight digits are a date only where they can be one, of our time. */
function guessDateType(
  values: readonly string[],
  days: readonly string[],
  share: number,
): string | undefined {
  const types = [
    ...days.map((pattern) => ['date', pattern] as const),
    ...moments.map((pattern) => ['datetime', pattern] as const),
  ].map(([kind, pattern]) => {
    const made = parseDatePattern(kind, pattern);
    const fits = values.filter((value) => isOfOurTime(made?.read(value))).length;
    return { type: `${kind} ${pattern}`, fits };
  });
  const best = types.reduce((most, one) => (one.fits > most.fits ? one : most));
  return best.fits > 0 && best.fits >= values.length * share ? best.type : undefined;
}

const isOfOurTime = (day: string | undefined): boolean => day !== undefined && /^(199|20[0-6])/.test(day);

/** Whether a column that no heading explains is one of numbers: a part behind the mark, or a sign, shows it; digits alone may be a code. */
export const hasNumberSigns = (values: readonly string[], { decimal }: NumberMarks): boolean =>
  values.some((value) => value.includes(decimal) || /^[+-]|-$/.test(value.trim()));

/** Numbers that zeros fill up, all of one length and without a mark: where one would stand, nothing in them shows. */
export function areZeroPadded(values: readonly string[]): boolean {
  const filled = values.map((value) => value.trim()).filter((value) => value !== '');
  const isEven = new Set(filled.map(({ length }) => length)).size === 1;
  return (
    isEven && filled.some((value) => /^0\d/.test(value)) && filled.every((value) => /^\d+-?$/.test(value))
  );
}

/**
 * The number marks. A mark before three digits alone does not count as the decimal mark; comma where
 * nothing shows it.
 */
export function guessMarks(values: readonly string[]): NumberMarks {
  const numbers = values
    .map((value) => value.trim())
    .filter((value) => /^[+-]?[\d.,' \u00a0]+-?$/.test(value) && /[.,]/.test(value));
  const isDecimal = (mark: string) => (value: string) =>
    new RegExp(`^[+-]?\\d[\\d'. ,]*\\${mark}(\\d{1,2}|\\d{4,})-?$`).test(value) &&
    value.split(mark).length === 2;
  const commas = numbers.filter(isDecimal(',')).length;
  const points = numbers.filter(isDecimal('.')).length;
  const decimal = points > commas ? '.' : ',';
  const groups = (["'", ' ', decimal === ',' ? '.' : ','] as const).find((mark) =>
    numbers.some((value) => new RegExp(`^[+-]?\\d{1,3}(\\${mark}\\d{3})+(\\${decimal}\\d*)?-?$`).test(value)),
  );
  return { decimal, ...(groups === undefined ? {} : { thousands: groups }) };
}
