import { datePattern } from '../text/patterns.ts';
import { canonicalText, type NumberMarks } from '../text/types.ts';

const dates = [
  'yyyy-MM-dd',
  'dd-MM-yyyy',
  'd-M-yyyy',
  'dd.MM.yyyy',
  'd.M.yyyy',
  'd.M.yy',
  'dd/MM/yyyy',
  'd/M/yyyy',
  'yyyyMMdd',
  'dd-MM-yy',
  'yyyy/MM/dd',
];
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
];

export interface Guess {
  readonly type: string;
  readonly empty: readonly string[];
}

/** The type of a column by its values; text where they do not agree. Eight digits are a date only where they can be one. */
export function guessType(values: readonly string[], marks: NumberMarks): Guess {
  const filled = values.map((value) => value.trim()).filter((value) => value !== '');
  const empty = [...new Set(filled.filter((value) => noDates.includes(value)))];
  const rest = filled.filter((value) => !noDates.includes(value));
  for (const [kind, patterns] of [
    ['date', dates],
    ['datetime', moments],
  ] as const)
    for (const pattern of patterns)
      if (rest.length > 0 && rest.every((value) => datePattern(kind, pattern)?.read(value) !== undefined))
        return { type: `${kind} ${pattern}`, empty };
  const isNumber =
    filled.length > 0 &&
    filled.every((value) => canonicalText({ kind: 'decimal' }, value, marks) !== undefined);
  const isIdentifier = filled.some((value) => /^0\d/.test(value));
  return { type: isNumber && !isIdentifier ? 'decimal' : 'text', empty: [] };
}

/** The marks of the numbers: what stands before the last one to four digits; comma where nothing tells. */
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
