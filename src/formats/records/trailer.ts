import { phrase, type Tell } from '../../findings/messages.ts';
import type { Finding } from '../../types.ts';
import type { FieldNode } from '../describe/nodes.ts';
import type { RecordNode } from '../describe/record-tree.ts';
import { canonicalText, type NumberMarks } from '../text/types.ts';
import type { CellPlace } from './values.ts';

/** What there is in a file, and what its trailer may count. */
export interface Counts {
  readonly documents: number;
  /** Between header and trailer. */
  readonly rows: number;
}

/** Of a layout, what its trailer is and counts. */
interface Trailing {
  readonly description: { readonly file: { readonly counts: Readonly<Record<string, keyof Counts>> } };
  readonly trailer?: RecordNode;
  readonly marks: NumberMarks;
}

/** The fields of a trailer that count, with what. */
export function countFields({
  description,
  trailer,
}: Omit<Trailing, 'marks'>): readonly { readonly field: FieldNode; readonly what: keyof Counts }[] {
  return (trailer?.members ?? []).flatMap((field) => {
    const what = description.file.counts[field.name];
    return what === undefined || field.kind !== 'field' ? [] : [{ field, what }];
  });
}

/** What a trailer counts otherwise than it is. `textOf`: what stands in a field of it. */
export function trailerFindings(
  textOf: (field: FieldNode) => string,
  layout: Trailing,
  counts: Counts,
  tell: Tell,
  place: CellPlace,
): readonly Finding[] {
  return countFields(layout).flatMap(({ field, what }) => {
    const value = textOf(field).trim();
    if (canonicalText({ kind: 'integer' }, value, layout.marks) === String(counts[what])) return [];
    const values = { value, what: phrase(`counts-${what}`), count: counts[what] };
    return [tell('file-count', values, { ...place, field: field.name })];
  });
}
