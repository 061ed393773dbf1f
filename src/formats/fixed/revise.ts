import type { SyntaxRevision } from '../define-syntax.ts';
import {
  type DescribedField,
  listDescribedFields,
  listRecords,
  NotShown,
  rootOf,
} from '../revise/described-fields.ts';
import { changeDescription, correctNumbers, marksOf, parseSettings } from '../revise/description-settings.ts';
import { findDescriptionEntry, findMap } from '../revise/description-text.ts';
import { fixedSchema } from './description.ts';
import { revisePlaces } from './revise-places.ts';

/** By the places of each kind of record. */
export const fixedRevision: SyntaxRevision = {
  correctSettings: ({ text, corrections }) =>
    changeDescription(text, (opened, root) => {
      const { encoding, recordType } = corrections;
      if (encoding !== undefined) opened.setMember(root, 'encoding', encoding);
      correctNumbers(opened, root, corrections);
      const record = findMap(root, 'record');
      const type = record && findMap(record, 'type');
      if (recordType !== undefined && type !== undefined)
        for (const [name, value] of Object.entries(recordType)) opened.setMember(type, name, value);
    }),
  reviseFields({ bytes, corrections: said }, changes) {
    const root = rootOf(changes.text);
    const fields = listDescribedFields(root);
    const description = parseSettings(fixedSchema, root);
    const { encoding, record, numbers } = description;
    const isOfBytes = record.count === 'bytes' && encoding.startsWith('utf-');
    if (isOfBytes || overlaps(fields)) throw new NotShown(findDescriptionEntry(root, 'records')?.key ?? root);
    const revised = revisePlaces({ bytes, description, records: listRecords(root), fields, said }, changes);
    return { ...revised, encoding, marks: marksOf(numbers), recordType: record.type };
  },
};

/** Characters that two fields of a record read cannot be shown as one beside the other. */
const overlaps = (fields: readonly DescribedField[]): boolean =>
  [...Map.groupBy(fields, ({ record }) => record).values()].some((own) => {
    const places = own.flatMap(({ at }) => (at.by === 'place' ? [at] : []));
    const sorted = places.toSorted((a, b) => a.first - b.first);
    return sorted.some(
      ({ first, length }, n) => first + length > (sorted[n + 1]?.first ?? Number.POSITIVE_INFINITY),
    );
  });
