import { type Tell, teller } from '../../findings/messages.ts';
import type { Finding, Language } from '../../types.ts';
import type { Document, Read } from '../interface.ts';
import { decoded } from '../records/decoded.ts';
import { TreeMaker } from '../records/instance.ts';
import { openDocument, readWithin } from '../records/open-document.ts';
import { RecordTree } from '../records/record-tree.ts';
import { ValueReader } from '../records/values.ts';
import type { FixedLayout } from './layout.ts';
import { FixedRecords } from './records.ts';

/** The tree of a document with the places of the file, and all that is wrong with it. */
export function readFixed(document: Document, layout: FixedLayout, language: Language = 'en'): Read {
  const tell = teller(language);
  const texts = textsOf(document, layout, tell);
  if ('problem' in texts) return { findings: [texts.problem] };
  return readWithin(() => read(texts, layout, tell), tell);
}

interface Texts {
  /** What stands before all documents, where the document is a part of the file. */
  readonly head: string;
  readonly own: string;
  readonly at: { readonly line: number; readonly column: number; readonly record: number };
}

function textsOf(
  document: Document,
  { description }: FixedLayout,
  tell: Tell,
): Texts | { readonly problem: Finding } {
  const open = openDocument(document, description.encoding, tell);
  if ('problem' in open) return open;
  const { bytes, at } = document;
  const start = { line: at?.line ?? 1, column: at?.column ?? 1, record: at?.record ?? 1 };
  if (open.around === undefined) return { head: '', own: open.head, at: start };
  const own = decoded(bytes, open.file, tell, start);
  return own.text === undefined ? own : { head: open.head, own: own.text, at: start };
}

function read({ head, own, at }: Texts, layout: FixedLayout, tell: Tell): Read {
  const values = new ValueReader(layout.marks, tell);
  const common = { values, tell, told: new Set<string>() };
  const before = new FixedRecords(head, layout, { line: 1, row: 1 }, common);
  const tree = new RecordTree(layout, before.next(), tell);
  const { line, column, record: row } = at;
  const records = new FixedRecords(own, layout, { line, column, row }, common);
  for (let record = records.next(); record !== undefined; record = records.next()) tree.add(record);
  const maker = new TreeMaker(tell);
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
