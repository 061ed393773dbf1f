import { localize } from '../../findings/localized-text.ts';
import type { SyntaxRevision } from '../define-syntax.ts';
import { listDescribedFields, listRecords, rootOf } from '../revise/described-fields.ts';
import { changeDescription, listMarks, parseSettings, setInSection } from '../revise/description-settings.ts';
import { findMap } from '../revise/description-text.ts';
import { csvSchema } from './description.ts';
import { reviseRecords } from './revision/revise-records.ts';
import { countHeadingRow, openKeptTable, reviseColumns } from './revision/revise-table.ts';

/** By columns; of rows of several kinds by those of each kind. */
export const csvRevision: SyntaxRevision = {
  correctSettings({ text, bytes, corrections }) {
    const { encoding, separator, headings } = corrections;
    const mark = separator === '\t' ? 'tab' : separator;
    const changed = changeDescription(text, (opened, root) => {
      if (encoding !== undefined) opened.setMember(root, 'encoding', encoding);
      setInSection(opened, root, 'csv', [
        ...listMarks(findMap(root, 'csv'), corrections, ','),
        ...(mark === undefined ? [] : [['separator', mark] as const]),
      ]);
    });
    return headings === undefined ? changed : correctHeadings(changed, bytes, headings);
  },
  reviseFields({ bytes, corrections: { fields: said = {} } }, changes) {
    const root = rootOf(changes.text);
    const fields = listDescribedFields(root);
    const description = parseSettings(csvSchema, root);
    const kept = openKeptTable(bytes, description);
    if (kept === undefined) return { because: localize('sample-no-table') };
    const { encoding } = description;
    const settings = { encoding, marks: kept.marks, separator: kept.table.separator };
    const records = listRecords(root);
    if (records.size > 0)
      return { ...reviseRecords({ kept, description, records, fields, said }, changes), ...settings };
    const revised = reviseColumns({ kept, description, fields, said }, changes);
    return { ...revised, ...settings, headings: kept.headingRow };
  },
};

/** `row`: with rows that are left out, as the page shows them. */
const correctHeadings = (text: string, bytes: Uint8Array, row: number): string =>
  changeDescription(text, (opened, root) => {
    const description = csvSchema.safeParse(root.toJSON()).data;
    const kept = description && openKeptTable(bytes, description);
    if (description === undefined || kept === undefined) return;
    setInSection(opened, root, 'csv', [['headings', countHeadingRow(kept, row, description)]]);
  });
