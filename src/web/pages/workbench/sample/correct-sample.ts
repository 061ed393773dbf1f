import type {
  ProposedFieldModel,
  SampleCorrectionsModel,
  SampleProposalModel,
} from '../../../../api/model/workbench/sample-model.ts';

/** What clicks say of a sample, as corrections: pure, so that a page is a function of them. */

type FieldChange = NonNullable<SampleCorrectionsModel['fields']>[string];
/** What the documents of a sample are. */
export type DocumentKind = NonNullable<SampleCorrectionsModel['kind']>;
type RecordChange = NonNullable<SampleCorrectionsModel['records']>[string];

export const changeField = (
  corrections: SampleCorrectionsModel,
  id: string,
  change: FieldChange,
): SampleCorrectionsModel => ({
  ...corrections,
  fields: { ...corrections.fields, [id]: { ...corrections.fields?.[id], ...change } },
});

/** Two fields cannot mean the same: the one that a person had said before means nothing any more. `mayRepeat`: several can. */
export function changeMeaning(
  corrections: SampleCorrectionsModel,
  id: string,
  meaning: string,
  mayRepeat = false,
): SampleCorrectionsModel {
  const fields = Object.entries(corrections.fields ?? {}).map(([other, change]) =>
    meaning !== '' && !mayRepeat && other !== id && change.meaning === meaning
      ? [other, { ...change, meaning: '' }]
      : [other, change],
  );
  const change = { meaning, leaveOut: undefined };
  return changeField({ ...corrections, fields: Object.fromEntries(fields) }, id, change);
}

/** It goes nowhere, for a reason that is kept. */
export const leaveOut = (
  corrections: SampleCorrectionsModel,
  id: string,
  reason: string,
): SampleCorrectionsModel => changeField(corrections, id, { meaning: '', leaveOut: reason });

/** Roles that segments of several codes can have: the first that an order has counts. */
const sharedRoles: readonly string[] = ['delivery', 'price'];

/** What segments of one code are; there is one buyer, and one supplier. */
export function changeGroup(
  corrections: SampleCorrectionsModel,
  id: string,
  role: string,
): SampleCorrectionsModel {
  const others = Object.entries(corrections.groups ?? {}).filter(
    ([other, one]) => other !== id && (one !== role || sharedRoles.includes(role)),
  );
  return { ...corrections, groups: Object.fromEntries([...others, ...(role === '' ? [] : [[id, role]])]) };
}

const changeRecord = (
  corrections: SampleCorrectionsModel,
  type: string,
  change: RecordChange,
): SampleCorrectionsModel => ({
  ...corrections,
  records: { ...corrections.records, [type]: { ...corrections.records?.[type], ...change } },
});

/** `row`: its number, from 1. */
export const isHeadingRow = ({ headings, headingRows }: SampleProposalModel, row: number): boolean =>
  headingRows === undefined ? row === headings : headingRows.includes(row);

/** A row is headings, or data. What was said of columns is said of others then, unless rows are of several kinds. */
export function toggleHeadings(
  corrections: SampleCorrectionsModel,
  proposal: SampleProposalModel,
  row: number,
): SampleCorrectionsModel {
  const is = isHeadingRow(proposal, row);
  const { headingRows, typeColumn } = proposal;
  if (headingRows === undefined)
    return { ...corrections, headings: is ? 0 : row, fields: undefined, key: undefined };
  const others = headingRows.filter((one) => one !== row);
  // by what is headings a kind may be told: it stays
  return { ...corrections, typeColumn, headingRows: is ? others : [...others, row].sort((a, b) => a - b) };
}

/** Another column says what rows are; 0: none. What was said of rows and columns does not fit any more. */
export const changeTypeColumn = (
  corrections: SampleCorrectionsModel,
  typeColumn: number,
): SampleCorrectionsModel => ({
  ...corrections,
  ...{ typeColumn, headings: undefined, key: undefined },
  ...{ headingRows: undefined, records: undefined, fields: undefined },
});

/** An order and a line are records of one type each: the one that was it before becomes a detail. */
export function changeRole(
  corrections: SampleCorrectionsModel,
  { records }: SampleProposalModel,
  type: string,
  role: NonNullable<RecordChange['role']>,
): SampleCorrectionsModel {
  const others = records.filter((one) => one.type !== type && one.role === role && isSingle(role));
  const freed = others.reduce(
    (before, one) => changeRecord(before, one.type, { role: 'detail' }),
    corrections,
  );
  return changeRecord(freed, type, { role });
}

const isSingle = (role: string): boolean => role !== 'detail' && role !== 'delivery';

export const listFieldsOf = (
  { fields }: SampleProposalModel,
  record: string,
): readonly ProposedFieldModel[] => fields.filter((one) => one.record === record);

/** As they are said now: the answer to the last click may not be there yet. */
const startsOf = (
  corrections: SampleCorrectionsModel,
  proposal: SampleProposalModel,
  record: string,
): readonly number[] =>
  corrections.records?.[record]?.starts ?? listFieldsOf(proposal, record).flatMap(({ first }) => first ?? []);

/** The fields with the beginnings that are said now. */
export function listPlacedFields(
  corrections: SampleCorrectionsModel,
  proposal: SampleProposalModel,
  record: string,
): readonly ProposedFieldModel[] {
  const fields = listFieldsOf(proposal, record);
  const starts = startsOf(corrections, proposal, record);
  if (starts.length !== fields.length) return fields;
  return fields.map((field, n) => {
    const first = starts[n] ?? field.first ?? 1;
    const end = starts[n + 1] ?? (field.first ?? 1) + (field.length ?? 1);
    return { ...field, first, length: end - first };
  });
}

/** What was said of a field goes with it, though its id tells where it begins. */
export function moveStart(
  corrections: SampleCorrectionsModel,
  proposal: SampleProposalModel,
  record: string,
  { from, to }: { readonly from: number; readonly to: number },
): SampleCorrectionsModel {
  const starts = startsOf(corrections, proposal, record).map((start) => (start === from ? to : start));
  const [old, now] = [`${record}@${from}`, `${record}@${to}`];
  const field = proposal.fields.find(({ id }) => id === old);
  const { [old]: said, ...fields } = corrections.fields ?? {};
  const meaning = said?.meaning ?? field?.meaning;
  const began = said?.began ?? from;
  const change = { ...said, began, ...(meaning === undefined ? {} : { meaning }) };
  return changeRecord({ ...corrections, fields: { ...fields, [now]: change } }, record, { starts });
}

/** How far the beginning of a field can be moved: each field keeps a character. */
export function limitsOfStart(
  fields: readonly ProposedFieldModel[],
  { recordType }: Pick<SampleProposalModel, 'recordType'>,
  from: number,
): { readonly least: number; readonly most: number } {
  const at = fields.findIndex(({ first }) => first === from);
  const behindType = recordType ? recordType.at + recordType.length : 1;
  const before = fields[at - 1]?.first;
  return {
    least: before === undefined ? behindType : before + 1,
    most: from + Math.max(1, fields[at]?.length ?? 1) - 1,
  };
}

export const addStart = (
  corrections: SampleCorrectionsModel,
  proposal: SampleProposalModel,
  record: string,
  start: number,
): SampleCorrectionsModel =>
  changeRecord(corrections, record, {
    starts: [...new Set([...startsOf(corrections, proposal, record), start])].sort((a, b) => a - b),
  });

/** The field becomes part of the one before it. */
export const removeStart = (
  corrections: SampleCorrectionsModel,
  proposal: SampleProposalModel,
  record: string,
  start: number,
): SampleCorrectionsModel =>
  changeRecord(corrections, record, {
    starts: startsOf(corrections, proposal, record).filter((one) => one !== start),
  });

/** What stands behind all orders is in none of them. */
export const isTrailer = ({ records }: SampleProposalModel, record: string | undefined): boolean =>
  record !== undefined && records.some(({ type, role }) => type === record && role === 'trailer');

/** Digits that zeros fill up, as a number of the order: nobody has said yet how many of them are decimals. */
export const isUnclearNumber = (
  { id, type, meaning, examples }: ProposedFieldModel,
  { fields: said = {} }: SampleCorrectionsModel,
): boolean =>
  type === 'decimal' &&
  meaning !== undefined &&
  said[id]?.type === undefined &&
  examples.some((one) => /^0\d+$/.test(one));

/** Fields that nothing in an order is filled with, and that nobody leaves out. */
export const listOpenFields = (
  proposal: SampleProposalModel,
  meanings: readonly string[],
  { fields: said = {} }: SampleCorrectionsModel,
): readonly ProposedFieldModel[] =>
  proposal.fields.filter(
    ({ id, record, meaning = '' }) =>
      !meanings.includes(meaning) && said[id]?.leaveOut === undefined && !isTrailer(proposal, record),
  );
