import { finding, type PhraseName, type Place, phrase, say } from '../findings/messages.ts';
import type { Finding, Language } from '../types.ts';
import type { LineValues } from './line-values.ts';
import type { LineReport } from './select-lines.ts';

export interface Telling {
  readonly language: Language;
  /** What becomes of an order that reopens what was agreed. */
  readonly reopens: 'warn' | 'park';
  /** Where a line stands in the document. */
  placeOf(position: string): Place;
}

/** What is told of the lines of an order. */
export function lineFindings(
  reports: readonly LineReport[],
  { language, reopens, placeOf }: Telling,
): readonly Finding[] {
  return reports.map(({ position, code, names, own, standing, before = '' }) => {
    const listed = (values: LineValues) => valueList(names, values, language);
    const since = standing?.since ? say(phrase('since', { at: standing.since }), language) : '';
    const values = {
      line: position,
      before,
      own: listed(own),
      agreed: listed(standing?.agreed ?? {}),
      open: listed(standing?.open?.values ?? {}),
      status: statusText(standing?.status, language),
      since,
    };
    const found = finding(code, values, { ...placeOf(position), key: position }, language);
    const isReopening = code === 'line-reopens' || code === 'line-asked-again';
    return isReopening && reopens === 'park' ? { ...found, severity: 'park' } : found;
  });
}

export const valueList = (names: readonly string[], values: LineValues, language: Language): string =>
  names.map((name) => valueText(name, values[name] ?? '-', language)).join(', ');

const knownNames = ['quantity', 'unit', 'dates', 'split', 'price', 'item', 'place'] as const;
type KnownName = (typeof knownNames)[number];

const isKnown = (name: string): name is KnownName => knownNames.some((known) => known === name);

/** A value that a site has named itself is called by its name. */
function valueText(name: string, value: string, language: Language): string {
  return isKnown(name)
    ? say(phrase(`value-${name}` satisfies PhraseName, { value }), language)
    : `${name} ${value}`;
}

const statusText = (status: string | undefined, language: Language): string =>
  status === 'Cancelled' || status === 'Completed'
    ? say(phrase(`status-${status}`), language)
    : (status ?? '');
