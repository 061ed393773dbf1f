import { buildPhrase, type Phrase } from '../../findings/create-finding.ts';
import type { PhraseName } from '../../findings/finding-catalogue.ts';
import type { FindingCode } from '../../findings/finding-codes.ts';
import { textOf } from '../../tree/nodes/tree-builder.ts';
import { formatDecimal } from '../../tree/values/decimal.ts';
import { attributeOf } from '../schemas/libxml.ts';
import type { LibxmlError } from '../schemas/schema-set.ts';
import { childElements } from '../xml/element-location.ts';
import type { ElementMatch } from './check-content.ts';
import type { ElementFault } from './element-fault.ts';

/** Why a value is not of its XSD type, in the words of its writer. */
interface WrongValue {
  readonly code: FindingCode;
  /** The value as it should have been written, where that is certain. */
  readonly example?: string;
}

const typePhrases: Readonly<Record<string, PhraseName>> = {
  decimal: 'type-decimal',
  date: 'type-date',
  time: 'type-time',
  dateTime: 'type-dateTime',
  boolean: 'type-boolean',
  base64Binary: 'type-base64Binary',
  anyURI: 'type-anyURI',
  language: 'type-language',
  normalizedString: 'type-text',
  string: 'type-text',
};

/** "a number", "a date", … */
export function renderType(type: string): Phrase {
  return buildPhrase(typePhrases[type] ?? 'type-other', { type });
}

const forms: Readonly<Record<string, RegExp>> = {
  decimal: /^[+-]?(\d+(\.\d*)?|\.\d+)$/,
  date: /^-?\d{4,}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(Z|[+-]\d\d:\d\d)?$/,
  dateTime:
    /^-?\d{4,}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-4]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]\d\d:\d\d)?$/,
  time: /^([01]\d|2[0-4]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]\d\d:\d\d)?$/,
  language: /^[a-zA-Z]{1,8}(-[a-zA-Z\d]{1,8})*$/,
  boolean: /^(true|false|1|0)$/,
};

/** Whether a value has the form of its XSD type; types without a simple form count as right. */
export function hasTypeForm(value: string, type: string): boolean {
  const isDay = !type.startsWith('date') || isInCalendar(value.trim());
  return isDay && (forms[type]?.test(value.trim()) ?? true);
}

function isInCalendar(date: string): boolean {
  const [, year = '', month = '', day = ''] = /^-?(\d{4,})-(\d\d)-(\d\d)/.exec(date) ?? [];
  const last = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  return Number(day) <= last;
}

/** What is wrong with the value of a leaf. `alone`: libxml2 did not look at it. */
export function checkValue(
  { element, model, required }: ElementMatch,
  errors: readonly LibxmlError[],
  alone: boolean,
): ElementFault | undefined {
  const type = model.type ?? 'string';
  const name = element.localName;
  const [inside] = childElements(element);
  if (inside !== undefined)
    return { element, code: 'elements-in-value', values: { name, value: inside.localName } };
  const value = textOf(element);
  const own = errors.filter((error) => attributeOf(error) === undefined);
  // the words of libxml2 end after 64,000 characters, and so they may not come to the point
  const isRefused = own.some(({ message }) => /not a valid value/.test(message));
  if (!isRefused && ((!alone && own.length === 0) || hasTypeForm(value, type))) return undefined;
  const { code, example } = explainValue(value, type);
  const known = example ?? buildPhrase('such-as', { example: type === 'date' ? '2026-01-31' : '1234.50' });
  const todo = buildPhrase(required ? 'fill' : 'fill-or-leave-out');
  return {
    element,
    code,
    values: { name, value: value.trim(), wanted: renderType(type), example: known, todo },
  };
}

/** Explains a value that its type refuses. */
function explainValue(value: string, type: string): WrongValue {
  const trimmed = value.trim();
  if (trimmed === '' && type !== 'base64Binary') return { code: 'value-empty' };
  if (type === 'decimal') return explainDecimal(trimmed);
  if (type === 'date') return explainDate(trimmed);
  if (type === 'time') return { code: 'time-wrong' };
  if (type === 'dateTime') return { code: 'date-time-wrong' };
  if (type === 'boolean') return { code: 'boolean-wrong' };
  if (type === 'base64Binary') return { code: 'base64-wrong' };
  return { code: 'value-wrong' };
}

function explainDecimal(value: string): WrongValue {
  if (/^[+-]?\d+,\d+$/.test(value)) return { code: 'decimal-comma', example: value.replace(',', '.') };
  if (/^[+-]?\d{1,3}([.' \u00a0]\d{3})+(,\d+)?$/.test(value)) {
    return { code: 'decimal-thousands', example: value.replace(/[.' \u00a0]/g, '').replace(',', '.') };
  }
  if (/^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(value)) {
    return { code: 'decimal-thousands', example: value.replaceAll(',', '') };
  }
  const plain = /^[+-]?(\d+\.?\d*|\.\d+)[eE][+-]?\d{1,3}$/.test(value) ? formatDecimal(value) : undefined;
  return plain === undefined ? { code: 'decimal-wrong' } : { code: 'decimal-exponent', example: plain };
}

function explainDate(value: string): WrongValue {
  const withTime = /^(\d{4}-\d\d-\d\d)[T ]\d/.exec(value);
  if (withTime?.[1] !== undefined) return { code: 'date-with-time', example: withTime[1] };
  const local = /^(\d{1,2})([-./ ])(\d{1,2})\2(\d{4}|\d{2})( .*|T.*)?$/.exec(value);
  if (local !== null) return { code: 'date-order', ...buildLocalExample(local) };
  const plain = /^(\d{4})([/.]?)(\d{2})\2(\d{2})$/.exec(value);
  if (plain !== null) return { code: 'date-order', ...buildExample(plain[1], plain[3], plain[4]) };
  return { code: 'date-wrong' };
}

/** Day before month, as in Dutch and German; with slashes either may come first, so there is no certain example. */
function buildLocalExample([, first, sign, second, year]: RegExpExecArray): { example?: string } {
  const ambiguous = sign === '/' && Number(first) <= 12 && Number(second) <= 12;
  return ambiguous ? {} : buildExample(year?.length === 2 ? `20${year}` : year, second, first);
}

function buildExample(year = '', month = '', day = ''): { example?: string } {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return forms.date?.test(date) ? { example: date } : {};
}
