import { phrase, type Tell } from '../../findings/messages.ts';
import type { Finding } from '../../types.ts';
import { canonicalText } from '../text/types.ts';
import type { CsvLayout } from './layout.ts';
import { TextRows } from './rows.ts';

/** What there is in a file, and what its trailer may count. */
export interface Counts {
  readonly documents: number;
  /** Between header and trailer. */
  readonly rows: number;
}

/** What a trailer counts otherwise than it is. `text`: the row. */
export function trailerFindings(
  text: string,
  layout: CsvLayout,
  counts: Counts,
  tell: Tell,
  place: { readonly line: number; readonly column: number; readonly record: number },
): readonly Finding[] {
  const rows = new TextRows(text, layout.lexical);
  rows.next();
  return (layout.trailer?.members ?? []).flatMap((field) => {
    const what = layout.description.file.counts[field.name];
    if (what === undefined || field.kind !== 'field' || field.at.by !== 'position') return [];
    const value = rows.text(field.at.column).trim();
    if (canonicalText({ kind: 'integer' }, value, layout.marks) === String(counts[what])) return [];
    const values = { value, what: phrase(`counts-${what}`), count: counts[what] };
    return [tell('file-count', values, { ...place, field: field.name })];
  });
}
