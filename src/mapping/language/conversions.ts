import type { ProcessingCode } from '../../findings/finding-codes.ts';
import { normalizeDate, normalizeDateTime, normalizeTime } from '../../tree/values/date.ts';
import { formatDecimal, normalizeDecimal } from '../../tree/values/decimal.ts';
import type { TargetScalar } from '../../tree/values/target-tree.ts';

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
export interface ConversionProblem {
  readonly code: ProcessingCode;
}

export type ConversionResult = Pick<TargetScalar, 'type' | 'text'> | ConversionProblem | undefined;

/**
 * Turns the text of a source value into the text of a target value. Blanks at both ends are left out; nothing left:
 * `undefined`. Decimals keep their digits (`+5` -> `5`, `.5` -> `0.5`); zones of dates are dropped, nothing shifts.
 */
export function convertText(source: string, as: Conversion): ConversionResult {
  const text = source.trim();
  if (text === '') return undefined;
  if (as === 'text') return { type: 'string', text };
  const value = converters[as](text);
  return value === undefined ? { code: problemCodes[as] } : { type: scalarTypeOf(as), text: value };
}

export function isConversionProblem(converted: ConversionResult): converted is ConversionProblem {
  return converted !== undefined && 'code' in converted;
}

function scalarTypeOf(as: Conversion): TargetScalar['type'] {
  if (as === 'decimal' || as === 'integer') return 'number';
  return as === 'boolean' ? 'boolean' : 'string';
}

type StrictConversion = Exclude<Conversion, 'text'>;

const converters: Record<StrictConversion, (text: string) => string | undefined> = {
  identifier: (text) => (/\s/.test(text) ? undefined : text),
  decimal: formatDecimal,
  integer: (text) => {
    const value = normalizeDecimal(text);
    return value?.includes('.') ? undefined : value;
  },
  boolean: (text) => {
    if (text === 'true' || text === '1') return 'true';
    return text === 'false' || text === '0' ? 'false' : undefined;
  },
  date: (text) => normalizeDate(text) ?? normalizeDateTime(text)?.slice(0, 10),
  datetime: normalizeDateTime,
  time: (text) => normalizeTime(text) ?? normalizeDateTime(text)?.slice(11),
  uri: (text) => (URL.canParse(text) && /^https?:/i.test(text) ? text : undefined),
};

/** The finding code of a text that cannot be converted. */
const problemCodes: Record<StrictConversion, ProcessingCode> = {
  identifier: 'bad-identifier',
  decimal: 'bad-decimal',
  integer: 'bad-integer',
  boolean: 'bad-boolean',
  date: 'bad-date',
  datetime: 'bad-date-time',
  time: 'bad-time',
  uri: 'bad-uri',
};
