import { formatDecimal } from '../../tree/values/decimal.ts';
import { type DatePattern, parseDatePattern } from './date-pattern.ts';

/** Of a field: how its text becomes the tree's, and back. */
export type ValueType =
  | { readonly kind: 'text' | 'identifier' | 'integer' }
  /** `implied`: as many of its digits stand behind a decimal mark that is not written. */
  | { readonly kind: 'decimal'; readonly implied?: number }
  | { readonly kind: 'date' | 'datetime' | 'time'; readonly pattern: DatePattern };

/** What a value may be, for the manual. */
export const valueKinds = {
  text: 'any text',
  identifier: 'a number or name of which every sign counts: leading zeros stay',
  integer: 'a whole number',
  decimal: 'a number, with the decimal mark of the file; in the tree it has a point',
  date: 'a day: `date` alone is `yyyy-MM-dd`; else a pattern of `yyyy yy MM M dd d`, such as `date d-M-yyyy`, several with ` | ` between; `date excel`: days since 1899-12-30',
  datetime: 'a day and a time: `datetime` alone is `yyyy-MM-ddTHH:mm:ss`; the pattern has `HH H mm ss` too',
  time: 'a time of day: `time` alone is `HH:mm:ss`',
} as const;

const kinds = Object.keys(valueKinds).filter((name): name is ValueType['kind'] => name in valueKinds);

/** The signs in the numbers of a file. */
export interface NumberMarks {
  readonly decimal: '.' | ',';
  /** Between groups of three digits; a blank is any blank, an apostrophe any apostrophe. */
  readonly thousands?: '.' | ',' | ' ' | "'";
}

/** `text`, `decimal`, `decimal(3)`, `date dd-MM-yyyy`; undefined: no type. */
export function parseValueType(written: string): ValueType | undefined {
  const implied = /^decimal\((\d)\)$/.exec(written.trim())?.[1];
  if (implied !== undefined) return { kind: 'decimal', implied: Number(implied) };
  const [, name, pattern] = /^(\w+)(?:\s+(\S.*))?$/.exec(written.trim()) ?? [];
  const kind = kinds.find((one) => one === name);
  if (kind === undefined) return undefined;
  if (kind === 'date' || kind === 'datetime' || kind === 'time') {
    const made = parseDatePattern(kind, pattern);
    return made && { kind, pattern: made };
  }
  return pattern === undefined ? { kind } : undefined;
}

/** The type as a description writes it. */
export function renderValueType(type: ValueType): string {
  if ('pattern' in type) return `${type.kind} ${type.pattern.text}`;
  return 'implied' in type ? `${type.kind}(${type.implied})` : type.kind;
}

/** The canonical text of what a file has (blanks around it gone), undefined where it is no such value. */
export function parseFileText(type: ValueType, text: string, marks: NumberMarks): string | undefined {
  if ('pattern' in type) return type.pattern.read(text);
  if (type.kind === 'decimal')
    return type.implied === undefined ? parseNumber(text, marks) : parseImplied(text, type.implied);
  if (type.kind !== 'integer') return text;
  const number = parseNumber(text, marks);
  return number !== undefined && /^-?\d+$/.test(number) ? number : undefined;
}

/** What the file gets for a canonical text, undefined where it is no such value or would come back as another. */
export function renderFileText(type: ValueType, value: string, marks: NumberMarks): string | undefined {
  if ('pattern' in type) return type.pattern.write(value);
  if (type.kind === 'text' || type.kind === 'identifier') return value;
  const number = formatDecimal(value);
  if (number === undefined || (type.kind === 'integer' && number.includes('.'))) return undefined;
  if (type.kind === 'decimal' && type.implied !== undefined) return renderImplied(number, type.implied);
  return number.replace('.', marks.decimal);
}

/** `0000123450` with 3 -> `123.450`; the sign stands before or behind the digits. */
function parseImplied(text: string, digits: number): string | undefined {
  const [, sign = '', all = '', behind = ''] = /^([+-]?)(\d+)([+-]?)$/.exec(text) ?? [];
  if (all === '' || (sign !== '' && behind !== '')) return undefined;
  const padded = all.padStart(digits + 1, '0');
  const minus = sign === '-' || behind === '-' ? '-' : '';
  const fraction = digits === 0 ? '' : `.${padded.slice(-digits)}`;
  return formatDecimal(`${minus}${padded.slice(0, padded.length - digits)}${fraction}`);
}

/** Undefined where it has more digits behind the mark than there is room for. */
function renderImplied(number: string, digits: number): string | undefined {
  const [whole = '', fraction = ''] = number.split('.');
  const kept = fraction.replace(/0+$/, '');
  return kept.length > digits ? undefined : `${whole}${kept.padEnd(digits, '0')}`;
}

const groupMarks: Readonly<Record<string, string>> = {
  '.': '\\.',
  ',': ',',
  ' ': '[ \\u00a0\\u202f]',
  "'": "['’]",
};

/** `1.234,50` -> `1234.50`, `12,5-` -> `-12.5`. Groups must have three digits: `1.5` is no `15`. */
function parseNumber(text: string, marks: NumberMarks): string | undefined {
  const [, sign = '', whole = '', fraction = '', behind = ''] = numberPatternOf(marks).exec(text) ?? [];
  if (whole + fraction === '' || (sign !== '' && behind !== '')) return undefined;
  const digits = whole.replace(/\D/g, '');
  const minus = sign === '-' || behind === '-' ? '-' : '';
  return formatDecimal(`${minus}${digits === '' ? '0' : digits}${fraction === '' ? '' : `.${fraction}`}`);
}

const shapes = new Map<string, RegExp>();

function numberPatternOf({ decimal, thousands }: NumberMarks): RegExp {
  const name = `${decimal}${thousands ?? ''}`;
  const known = shapes.get(name);
  if (known !== undefined) return known;
  const groups = thousands === undefined ? '' : `\\d{1,3}(?:${groupMarks[thousands]}\\d{3})+|`;
  const made = new RegExp(`^([+-]?)(${groups}\\d*)(?:\\${decimal}(\\d*))?(-?)$`);
  shapes.set(name, made);
  return made;
}
