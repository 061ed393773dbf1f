import { normalizeDate, normalizeDateTime } from '../../../tree/values/date.ts';
import { type DatePattern, parseDatePattern } from '../../text/date-pattern.ts';

/** Forms of dates (2379) that are a day, or a day with a time. The others are weeks, months and periods. */
const forms: Readonly<Record<string, DatePattern | undefined>> = {
  '2': parseDatePattern('date', 'ddMMyy'),
  '101': parseDatePattern('date', 'yyMMdd'),
  '102': parseDatePattern('date', 'yyyyMMdd'),
  '201': parseDatePattern('datetime', 'yyMMddHHmm'),
  '203': parseDatePattern('datetime', 'yyyyMMddHHmm'),
  '204': parseDatePattern('datetime', 'yyyyMMddHHmmss'),
};
/** The same with a zone of three letters or signs behind it, which no local date needs. */
const zoned: Readonly<Record<string, string>> = { '303': '203', '304': '204' };

/** Whether a date of that form is a day; weeks, months and periods stay as they are: the mapping says which day they mean. */
export const isDayFormat = (form: string): boolean =>
  Object.hasOwn(forms, form) || Object.hasOwn(zoned, form);

/** `20261126` in form 102 -> `2026-11-26`; undefined where it is none of its form. */
export function parseDate(text: string, form: string): string | undefined {
  const base = zoned[form];
  if (base !== undefined) return forms[base]?.read(text.replace(/[A-Z?+-][\w:]{0,4}$/, ''));
  return forms[form]?.read(text);
}

/** A canonical date as its form writes it; undefined where it is none, or says what the form cannot. */
export function writeDate(value: string, form: string): string | undefined {
  const pattern = forms[form];
  if (pattern === undefined) return value;
  const isTimed = !['2', '101', '102'].includes(form);
  const date = normalizeDate(value);
  // a day where a moment is asked for begins at midnight; a time is never left out in silence
  if (isTimed && date !== undefined) return pattern.write(`${date}T00:00:00`);
  const moment = normalizeDateTime(value);
  if (!isTimed && moment?.endsWith('T00:00:00')) return pattern.write(moment.slice(0, 10));
  return pattern.write(value);
}
