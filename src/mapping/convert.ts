import type { WayCode } from '../findings/codes.ts';
import { dateText, dateTimeText, timeText } from '../tree/date.ts';
import { decimalText, normalDecimal } from '../tree/decimal.ts';
import type { OutScalar } from '../tree/out.ts';

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
  readonly misfit: WayCode;
}

export type Converted = Pick<OutScalar, 'type' | 'text'> | Misfit | undefined;

/**
 * Turns the text of a source value into the text of a target value. Blanks at both ends are left out; nothing left:
 * `undefined`. Decimals keep their digits (`+5` -> `5`, `.5` -> `0.5`); zones of dates are dropped, nothing shifts.
 */
export function convert(source: string, as: Conversion): Converted {
  const text = source.trim();
  if (text === '') return undefined;
  if (as === 'text') return { type: 'string', text };
  const value = converters[as](text);
  return value === undefined ? { misfit: misfits[as] } : { type: typeOf(as), text: value };
}

export function isMisfit(converted: Converted): converted is Misfit {
  return converted !== undefined && 'misfit' in converted;
}

function typeOf(as: Conversion): OutScalar['type'] {
  if (as === 'decimal' || as === 'integer') return 'number';
  return as === 'boolean' ? 'boolean' : 'string';
}

type Strict = Exclude<Conversion, 'text'>;

const converters: Record<Strict, (text: string) => string | undefined> = {
  identifier: (text) => (/\s/.test(text) ? undefined : text),
  decimal: decimalText,
  integer: (text) => {
    const value = normalDecimal(text);
    return value?.includes('.') ? undefined : value;
  },
  boolean: (text) => {
    if (text === 'true' || text === '1') return 'true';
    return text === 'false' || text === '0' ? 'false' : undefined;
  },
  date: (text) => dateText(text) ?? dateTimeText(text)?.slice(0, 10),
  datetime: dateTimeText,
  time: (text) => timeText(text) ?? dateTimeText(text)?.slice(11),
  uri: (text) => (URL.canParse(text) && /^https?:/i.test(text) ? text : undefined),
};

/** What is said of a text that cannot be converted. */
const misfits: Record<Strict, WayCode> = {
  identifier: 'bad-identifier',
  decimal: 'bad-decimal',
  integer: 'bad-integer',
  boolean: 'bad-boolean',
  date: 'bad-date',
  datetime: 'bad-date-time',
  time: 'bad-time',
  uri: 'bad-uri',
};
