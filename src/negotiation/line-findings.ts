import {
  buildPhrase,
  createFinding,
  type FindingLocation,
  renderPhrase,
} from '../findings/create-finding.ts';
import type { PhraseName } from '../findings/finding-catalogue.ts';
import type { Finding, Language } from '../types.ts';
import type { LineValues } from './line-values.ts';
import type { LineReport } from './select-lines.ts';

export interface LineFindingOptions {
  readonly language: Language;
  /** What becomes of an order that reopens what was agreed. */
  readonly reopens: 'warn' | 'park';
  /** Where a line stands in the document. */
  locationOf(position: string): FindingLocation;
}

/** Findings on the lines of an order. */
export function buildLineFindings(
  reports: readonly LineReport[],
  { language, reopens, locationOf: placeOf }: LineFindingOptions,
): readonly Finding[] {
  return reports.map(({ position, code, names, own, standing, before = '' }) => {
    const listed = (values: LineValues) => renderValues(names, values, language);
    const since = standing?.since ? renderPhrase(buildPhrase('since', { at: standing.since }), language) : '';
    const values = {
      line: position,
      before,
      own: listed(own),
      agreed: listed(standing?.agreed ?? {}),
      open: listed(standing?.open?.values ?? {}),
      status: renderStatus(standing?.status, language),
      since,
    };
    const found = createFinding(code, values, { ...placeOf(position), key: position }, language);
    const isReopening = code === 'line-reopens' || code === 'line-asked-again';
    return isReopening && reopens === 'park' ? { ...found, severity: 'park' } : found;
  });
}

export const renderValues = (names: readonly string[], values: LineValues, language: Language): string =>
  names.map((name) => renderValue(name, values[name] ?? '-', language)).join(', ');

const knownNames = ['quantity', 'unit', 'dates', 'split', 'price', 'item', 'place'] as const;
type KnownName = (typeof knownNames)[number];

const isKnown = (name: string): name is KnownName => knownNames.some((known) => known === name);

/** A value that a site has named itself is called by its name. */
function renderValue(name: string, value: string, language: Language): string {
  return isKnown(name)
    ? renderPhrase(buildPhrase(`value-${name}` satisfies PhraseName, { value }), language)
    : `${name} ${value}`;
}

const renderStatus = (status: string | undefined, language: Language): string =>
  status === 'Cancelled' || status === 'Completed'
    ? renderPhrase(buildPhrase(`status-${status}`), language)
    : (status ?? '');
