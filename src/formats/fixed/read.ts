import type { Finding, Language } from '../../types.ts';
import type { FileDocument, ReadResult } from '../document-format.ts';
import { decodeBytes } from '../records/decode-bytes.ts';
import { RecordTreeBuilder } from '../records/group-instance.ts';
import { openDocument, readWithinLimits } from '../records/open-document.ts';
import { RecordTree } from '../records/record-tree.ts';
import { CellValueReader } from '../records/value-reader.ts';
import { type CreateFixedFinding, fixedFindingCreator } from './findings/catalogue.ts';
import { FixedRecords } from './fixed-records.ts';
import type { FixedLayout } from './layout.ts';

/** The tree of a document with the places of the file, and all that is wrong with it. */
export function readFixed(
  document: FileDocument,
  layout: FixedLayout,
  language: Language = 'en',
): ReadResult {
  const tell = fixedFindingCreator(language);
  const texts = textsOf(document, layout, tell);
  if ('problem' in texts) return { findings: [texts.problem] };
  return readWithinLimits(() => readTexts(texts, layout, tell), tell);
}

interface DocumentTexts {
  /** What stands before all documents, where the document is a part of the file. */
  readonly head: string;
  readonly own: string;
  readonly at: { readonly line: number; readonly column: number; readonly record: number };
}

function textsOf(
  document: FileDocument,
  { description }: FixedLayout,
  tell: CreateFixedFinding,
): DocumentTexts | { readonly problem: Finding } {
  const open = openDocument(document, description.encoding, tell);
  if ('problem' in open) return open;
  const { bytes, at } = document;
  const start = { line: at?.line ?? 1, column: at?.column ?? 1, record: at?.record ?? 1 };
  if (open.around === undefined) return { head: '', own: open.head, at: start };
  const own = decodeBytes(bytes, open.file, tell, start);
  return own.text === undefined ? own : { head: open.head, own: own.text, at: start };
}

function readTexts(
  { head, own, at }: DocumentTexts,
  layout: FixedLayout,
  tell: CreateFixedFinding,
): ReadResult {
  const values = new CellValueReader(layout.marks, tell);
  const common = { values, tell, told: new Set<string>() };
  const before = new FixedRecords(head, layout, { line: 1, row: 1 }, common);
  const tree = new RecordTree(layout, before.next(), tell);
  const { line, column, record: row } = at;
  const records = new FixedRecords(own, layout, { line, column, row }, common);
  for (let record = records.next(); record !== undefined; record = records.next()) tree.add(record);
  const maker = new RecordTreeBuilder(tell);
  const made = maker.document(tree.root);
  const findings = [
    ...before.findings,
    ...records.findings,
    ...values.findings,
    ...tree.findings,
    ...maker.findings,
  ];
  return { tree: made, findings };
}
