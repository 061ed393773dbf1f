import { type Tell, teller } from '../../findings/messages.ts';
import { Unreadable, unread } from '../../tree/limits.ts';
import type { Finding, Language } from '../../types.ts';
import type { Document, Read } from '../interface.ts';
import { decoded } from '../records/decoded.ts';
import { unpacked } from '../records/envelope.ts';
import { TreeMaker } from '../records/instance.ts';
import { opened } from '../records/opened.ts';
import { RecordTree } from '../records/record-tree.ts';
import { ValueReader } from '../records/values.ts';
import type { FixedLayout } from './layout.ts';
import { FixedRecords } from './records.ts';

/** The tree of a document with the places of the file, and all that is wrong with it. */
export function readFixed(document: Document, layout: FixedLayout, language: Language = 'en'): Read {
  const tell = teller(language);
  const texts = textsOf(document, layout, tell);
  if ('problem' in texts) return { findings: [texts.problem] };
  try {
    return read(texts, layout, tell);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { findings: unread(error).findings };
  }
}

interface Texts {
  /** What stands before all documents, where the document is a part of the file. */
  readonly head: string;
  readonly own: string;
  readonly at: { readonly line: number; readonly column: number; readonly record: number };
}

function textsOf(
  { bytes, envelope, at }: Document,
  { description }: FixedLayout,
  tell: Tell,
): Texts | { readonly problem: Finding } {
  const around = envelope === undefined ? undefined : unpacked(envelope);
  const file = opened(around?.head ?? bytes, description.encoding);
  const head = decoded((around?.head ?? bytes).subarray(file.markLength), file, tell);
  if (head.text === undefined) return head;
  const start = { line: at?.line ?? 1, column: at?.column ?? 1, record: at?.record ?? 1 };
  if (around === undefined) return { head: '', own: head.text, at: start };
  const own = decoded(bytes, file, tell, start);
  return own.text === undefined ? own : { head: head.text, own: own.text, at: start };
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
  return { tree: made, findings: findings.toSorted(byPlace) };
}

const byPlace = (a: Finding, b: Finding): number =>
  (a.line ?? 0) - (b.line ?? 0) || (a.column ?? 0) - (b.column ?? 0);
