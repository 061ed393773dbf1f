import type { YAMLMap } from 'yaml';
import { z } from 'zod';
import { type LocalizedText, localize } from '../../findings/localized-text.ts';
import { csvSchema } from '../csv/description.ts';
import { fixedSchema } from '../fixed/description.ts';
import type { SampleCorrections } from '../infer/sample-corrections.ts';
import { correctMarks } from '../infer/sample-marks.ts';
import type { SampleProposal } from '../infer/sample-proposal.ts';
import type { NumberMarks } from '../text/value-type.ts';
import { xmlSchema } from '../xml/description.ts';
import { TooManyNames } from '../xml/element-usage.ts';
import { type DescribedField, listDescribedFields, NotShown, recordTypeOf } from './described-fields.ts';
import { DescriptionChanges, type MovedValue } from './description-changes.ts';
import {
  DescriptionText,
  findDescriptionEntry,
  findMap,
  listEntries,
  renderScalar,
} from './description-text.ts';
import { revisePlaces } from './revise-places.ts';
import { reviseRecords } from './revise-records.ts';
import { countHeadingRow, openKeptTable, reviseColumns } from './revise-table.ts';
import { reviseXml } from './revise-xml.ts';
import type { RevisedFields } from './revised-fields.ts';

/** A description as a person has corrected it beside a sample; or why the page cannot show it. */
export type Revision =
  | {
      readonly text: string;
      readonly syntax: string;
      readonly proposal: SampleProposal;
      /** By id of the field, where its value stands in the tree: the element that holds it and its own. */
      readonly places: ReadonlyMap<string, string>;
      readonly moved: readonly MovedValue[];
      readonly because?: undefined;
    }
  | { readonly because: LocalizedText };

export interface RevisionQuestion {
  readonly text: string;
  /** Its file, as people call it. */
  readonly file: string;
  readonly bytes: Uint8Array;
  readonly corrections: SampleCorrections;
}

/** Of columns, records of fixed places and own XMLs; what narrows a delivered format has none. */
export function reviseDescription(question: RevisionQuestion): Revision {
  try {
    return reviseShown(question);
  } catch (error) {
    if (error instanceof TooManyNames) return { because: error.because };
    if (!(error instanceof NotShown)) throw error;
    const line = new DescriptionText(question.text).lineOf(error.node);
    return { because: localize('format-not-shown', { line, file: question.file }) };
  }
}

function reviseShown(question: RevisionQuestion): Revision {
  const { file } = question;
  const text = correctSettings(question);
  const opened = new DescriptionText(text);
  const { root } = opened;
  const syntax = root?.get('syntax');
  if (root === undefined || (syntax !== 'csv' && syntax !== 'fixed' && syntax !== 'xml'))
    return { because: localize('format-narrows', { file }) };
  const changes = new DescriptionChanges(opened);
  const fields = listDescribedFields(opened, syntax);
  const revised = reviseFields(syntax, { ...question, text, root, fields }, changes);
  if (revised === undefined) return { because: localize('sample-no-table') };
  const { values, rows, records, ...settings } = revised;
  return {
    ...{ text: opened.render(), syntax, moved: changes.moved },
    proposal: { ...settings, records, rows, fields: values.map(({ proposed }) => proposed) },
    places: new Map(
      values.map(({ proposed, field, holder = field?.holder ?? '' }) => [
        proposed.id,
        syntax === 'xml' ? proposed.id : `${holder}/${proposed.name}`,
      ]),
    ),
  };
}

interface FieldsQuestion extends RevisionQuestion {
  readonly root: YAMLMap;
  readonly fields: readonly DescribedField[];
}

type Settings = Pick<
  SampleProposal,
  'encoding' | 'marks' | 'separator' | 'headings' | 'recordType' | 'typeColumn'
>;

function reviseFields(
  syntax: 'csv' | 'fixed' | 'xml',
  { bytes, corrections, root, fields }: FieldsQuestion,
  changes: DescriptionChanges,
): (RevisedFields & Settings) | undefined {
  const said = corrections.fields ?? {};
  const records = listRecords(root);
  if (syntax === 'xml') {
    const { numbers } = parseSettings(xmlSchema, root);
    return { ...reviseXml({ bytes, fields, said }, changes), marks: marksOf(numbers) };
  }
  if (syntax === 'fixed') {
    const description = parseSettings(fixedSchema, root);
    const { encoding, record, numbers } = description;
    const isOfBytes = record.count === 'bytes' && encoding.startsWith('utf-');
    if (isOfBytes || overlaps(fields)) throw new NotShown(findDescriptionEntry(root, 'records')?.key ?? root);
    const revised = revisePlaces({ bytes, description, records, fields, said: corrections }, changes);
    return { ...revised, encoding, marks: marksOf(numbers), recordType: record.type };
  }
  const description = parseSettings(csvSchema, root);
  const kept = openKeptTable(bytes, description);
  if (kept === undefined) return undefined;
  const { encoding } = description;
  const common = { encoding, marks: kept.marks, separator: kept.table.separator };
  if (records.size > 0)
    return { ...reviseRecords({ kept, description, records, fields, said }, changes), ...common };
  return {
    ...reviseColumns({ kept, description, fields, said }, changes),
    ...common,
    headings: kept.headingRow,
  };
}

/** Without what is not said. */
const marksOf = ({
  decimal,
  thousands,
}: {
  readonly decimal: NumberMarks['decimal'];
  readonly thousands?: NumberMarks['thousands'] | undefined;
}): NumberMarks => ({
  ...{ decimal },
  ...(thousands === undefined ? {} : { thousands }),
});

/** Throws NotShown: a description that cannot be loaded is mended in its file. */
function parseSettings<Schema extends z.ZodType>(schema: Schema, root: YAMLMap): z.output<Schema> {
  const parsed = schema.safeParse(root.toJSON());
  if (!parsed.success) throw new NotShown(root);
  return parsed.data;
}

const listRecords = (root: YAMLMap): ReadonlyMap<string, YAMLMap> => {
  const records = findMap(root, 'records');
  return new Map(
    (records ? listEntries(records) : []).flatMap((entry) => {
      const map = records && findMap(records, entry.key.value);
      return map === undefined ? [] : [[recordTypeOf(entry), map] as const];
    }),
  );
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

/** The description with what is said of the file as a whole. */
function correctSettings({ text, bytes, corrections }: RevisionQuestion): string {
  const opened = new DescriptionText(text);
  const { root } = opened;
  if (root === undefined) return text;
  const { encoding, separator, headings, recordType } = corrections;
  const syntax = root.get('syntax');
  if (encoding !== undefined && syntax !== 'xml') opened.setMember(root, 'encoding', encoding);
  const section = syntax === 'csv' ? 'csv' : 'numbers';
  const mark = separator === '\t' ? 'tab' : separator;
  setInSection(opened, root, section, [
    ...listMarks(findMap(root, section), corrections, syntax),
    ...(mark === undefined || syntax !== 'csv' ? [] : [['separator', mark] as const]),
  ]);
  const record = findMap(root, 'record');
  const type = record && findMap(record, 'type');
  if (recordType !== undefined && type !== undefined && syntax === 'fixed')
    for (const [name, value] of Object.entries(recordType)) opened.setMember(type, name, value);
  const changed = opened.render();
  return headings === undefined || syntax !== 'csv' ? changed : correctHeadings(changed, bytes, headings);
}

/** Marks of numbers that are others now; undefined: there is none. */
function listMarks(
  section: YAMLMap | undefined,
  corrections: SampleCorrections,
  syntax: unknown,
): readonly Member[] {
  if (corrections.decimal === undefined && corrections.thousands === undefined) return [];
  const { decimal = syntax === 'csv' ? ',' : '.', thousands } = numbersSchema.parse(section?.toJSON() ?? {});
  const marks = correctMarks(marksOf({ decimal, thousands }), corrections);
  return [
    ...(marks.decimal === decimal ? [] : [['decimal', marks.decimal] as const]),
    ...(marks.thousands === thousands ? [] : [['thousands', marks.thousands] as const]),
  ];
}

const numbersSchema = z.looseObject({
  decimal: z.enum([',', '.']).optional(),
  thousands: z.enum(['.', ',', ' ', "'"]).optional(),
});

type Member = readonly [name: string, value: string | number | undefined];

function setInSection(
  text: DescriptionText,
  root: YAMLMap,
  section: string,
  members: readonly Member[],
): void {
  const map = findMap(root, section);
  const filled = members.flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${renderScalar(value)}`],
  );
  if (map !== undefined) for (const [name, value] of members) text.setMember(map, name, value);
  else if (filled.length > 0)
    text.insert(root, findDescriptionEntry(root, 'syntax'), section, `{ ${filled.join(', ')} }`);
}

/** `row`: with rows that are left out, as the page shows them. */
function correctHeadings(text: string, bytes: Uint8Array, row: number): string {
  const opened = new DescriptionText(text);
  const { root } = opened;
  const description = root && csvSchema.safeParse(root.toJSON()).data;
  const kept = description && openKeptTable(bytes, description);
  if (root === undefined || description === undefined || kept === undefined) return text;
  setInSection(opened, root, 'csv', [['headings', countHeadingRow(kept, row, description)]]);
  return opened.render();
}
