import { buildPhrase, type CreateFinding } from '../../findings/create-finding.ts';
import type { Finding } from '../../types.ts';
import type { FieldNode } from '../describe/description-nodes.ts';
import type { RecordNode } from '../describe/read-records.ts';
import { type NumberMarks, parseFileText } from '../text/value-type.ts';
import type { CellPosition } from './value-reader.ts';

/** What there is in a file, and what its trailer may count. */
export interface FileCounts {
  readonly documents: number;
  /** Between header and trailer. */
  readonly rows: number;
}

/** Of a layout, what its trailer is and counts. */
interface Trailing {
  readonly description: { readonly file: { readonly counts: Readonly<Record<string, keyof FileCounts>> } };
  readonly trailer?: RecordNode;
  readonly marks: NumberMarks;
}

/** The fields of a trailer that count, with what. */
export function listCountFields({
  description,
  trailer,
}: Omit<Trailing, 'marks'>): readonly { readonly field: FieldNode; readonly what: keyof FileCounts }[] {
  return (trailer?.members ?? []).flatMap((field) => {
    const what = description.file.counts[field.name];
    return what === undefined || field.kind !== 'field' ? [] : [{ field, what }];
  });
}

/** What a trailer counts otherwise than it is. `textOf`: what stands in a field of it. */
export function checkTrailer(
  textOf: (field: FieldNode) => string,
  layout: Trailing,
  counts: FileCounts,
  tell: CreateFinding,
  place: CellPosition,
): readonly Finding[] {
  return listCountFields(layout).flatMap(({ field, what }) => {
    const value = textOf(field).trim();
    if (parseFileText({ kind: 'integer' }, value, layout.marks) === String(counts[what])) return [];
    const values = { value, what: buildPhrase(`counts-${what}`), count: counts[what] };
    return [tell('file-count', values, { ...place, field: field.name })];
  });
}
