import { dateText, dateTimeText, timeText } from '../tree/date.ts';
import { decimalText, normalDecimal } from '../tree/decimal.ts';
import type { OutScalar } from '../tree/out.ts';
import type { Severity } from '../types.ts';

export const conversions = [
  'text',
  'identifier',
  'decimal',
  'integer',
  'boolean',
  'date',
  'datetime',
  'time',
  'uri',
] as const;
export type Conversion = (typeof conversions)[number];

/** A value the target cannot take. */
export interface Misfit {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly advice: string;
}

export type Converted = Pick<OutScalar, 'type' | 'text'> | Misfit | undefined;

/**
 * Turns the text of a source value into the text of a target value. Blanks at both ends are left out; nothing left:
 * `undefined`. Decimals keep their digits (`+5` -> `5`, `.5` -> `0.5`); zones of dates are dropped, nothing shifts.
 */
export function convert(source: string, as: Conversion): Converted {
  const text = source.trim();
  if (text === '') return undefined;
  const value = converters[as](text);
  return typeof value === 'string' ? { type: typeOf(as), text: value } : value;
}

export function isMisfit(converted: Converted): converted is Misfit {
  return converted !== undefined && 'code' in converted;
}

function typeOf(as: Conversion): OutScalar['type'] {
  if (as === 'decimal' || as === 'integer') return 'number';
  return as === 'boolean' ? 'boolean' : 'string';
}

const converters: Record<Conversion, (text: string) => string | Misfit> = {
  text: (text) => text,
  identifier: (text) =>
    /\s/.test(text)
      ? misfit(
          'bad-identifier',
          `"${text}" has a blank inside, and an identifier must not.`,
          'Take the blank out.',
        )
      : text,
  decimal: (text) =>
    decimalText(text) ??
    misfit(
      'bad-decimal',
      `"${text}" is not a decimal number.`,
      'Write it with a decimal point, such as 1.5.',
    ),
  integer: (text) => {
    const value = normalDecimal(text);
    if (value !== undefined && !value.includes('.')) return value;
    return misfit('bad-decimal', `"${text}" is not a whole number.`, 'Write it without decimals.');
  },
  boolean: (text) => {
    if (text === 'true' || text === '1') return 'true';
    if (text === 'false' || text === '0') return 'false';
    return misfit('bad-boolean', `"${text}" is neither true nor false.`, 'Write true or false.');
  },
  date: (text) =>
    dateText(text) ??
    dateTimeText(text)?.slice(0, 10) ??
    misfit('bad-date', `"${text}" is not a date.`, 'Write it as YYYY-MM-DD, with a day that exists.'),
  datetime: (text) =>
    dateTimeText(text) ??
    misfit('bad-date', `"${text}" is not a date with a time.`, 'Write it as YYYY-MM-DDThh:mm:ss.'),
  time: (text) =>
    timeText(text) ??
    dateTimeText(text)?.slice(11) ??
    misfit('bad-date', `"${text}" is not a time.`, 'Write it as hh:mm:ss.'),
  uri: (text) =>
    URL.canParse(text) && /^https?:/i.test(text)
      ? text
      : misfit(
          'bad-uri',
          `"${text}" is not a web address.`,
          'Give an address that begins with https://.',
          'warning',
        ),
};

function misfit(code: string, message: string, advice: string, severity: Severity = 'error'): Misfit {
  return { code, severity, message, advice };
}
