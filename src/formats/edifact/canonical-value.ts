import { countCharacters } from '../../text/characters.ts';
import { formatDecimal } from '../../tree/values/decimal.ts';
import type { ElementPart } from './guide/directory.ts';
import type { ElementUse } from './guide/message-structure.ts';
import { isDayFormat, parseDate } from './lexical/date-forms.ts';
import type { SegmentComponent } from './lexical/lexer.ts';
import type { FindingAtSegment } from './segment-placer.ts';

/** How a value is taken, beside what the directory says. */
export interface ValueSettings {
  readonly decimal: '.' | ',';
  readonly use?: ElementUse | undefined;
  /** Of a date (2380): its form (2379). */
  readonly dateForm?: string | undefined;
  /** As findings call it. */
  readonly label: string;
}

/** The canonical text of a component; undefined, with a finding, where it is no value of its kind. */
export function readCanonicalValue(
  part: ElementPart,
  { text }: SegmentComponent,
  settings: ValueSettings,
  tell: (found: ReturnType<FindingAtSegment>) => void,
  here: FindingAtSegment,
): string | undefined {
  const type = settings.use?.type ?? part.type;
  const value = type === 'text' ? text : text.trim();
  if (type === 'decimal') return numberOf(part, value, settings, tell, here);
  const most = settings.use?.maxLength ?? part.length;
  const count = countCharacters(value);
  if (count > most) tell(here('edi-length', { value, name: settings.label, count, most }));
  if (part.number === '2380') return dateOf(value, settings, tell, here);
  return value;
}

function numberOf(
  part: ElementPart,
  value: string,
  { decimal, label }: ValueSettings,
  tell: (found: ReturnType<FindingAtSegment>) => void,
  here: FindingAtSegment,
): string | undefined {
  const [, sign = '', whole = '', mark = '', fraction = ''] = /^(-?)(\d+)(?:([.,])(\d+))?$/.exec(value) ?? [];
  if (whole === '') {
    tell(here('field-number', { value, name: label, example: `1234${decimal}50` }));
    return undefined;
  }
  if (mark !== '' && mark !== decimal) tell(here('edi-decimal-mark', { value, name: label, mark: decimal }));
  const count = whole.length + fraction.length;
  if (count > part.length) tell(here('edi-length', { value, name: label, count, most: part.length }));
  return formatDecimal(`${sign}${whole}${fraction === '' ? '' : `.${fraction}`}`);
}

/** Without a form, eight digits are a day of the calendar (102) where they can be one. */
function dateOf(
  value: string,
  { dateForm = '', label }: ValueSettings,
  tell: (found: ReturnType<FindingAtSegment>) => void,
  here: FindingAtSegment,
): string | undefined {
  if (dateForm === '') {
    const date = parseDate(value, '102');
    if (date !== undefined) tell(here('edi-date-form', { value, name: label }));
    return date ?? value;
  }
  if (!isDayFormat(dateForm)) {
    tell(here('edi-date-period', { value, name: label, form: dateForm }));
    return value;
  }
  const date = parseDate(value, dateForm);
  if (date === undefined) tell(here('field-date', { value, name: label, example: `2379 = ${dateForm}` }));
  return date;
}
