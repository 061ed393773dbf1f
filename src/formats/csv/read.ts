import type { Finding, Language } from '../../types.ts';
import type { FileDocument, ReadResult } from '../document-format.ts';
import { decodeBytes } from '../records/decode-bytes.ts';
import { type GroupInstance, RecordTreeBuilder } from '../records/group-instance.ts';
import { openDocument, readWithinLimits } from '../records/open-document.ts';
import { CellValueReader } from '../records/value-reader.ts';
import { CellReader } from './cell-reader.ts';
import { type FileHead, readHead } from './file-head.ts';
import { type CreateCsvFinding, csvFindingCreator } from './findings/catalogue.ts';
import type { CsvLayout } from './layout.ts';
import { buildFaultFinding, TextRows } from './lexical/text-rows.ts';
import { RecordRows } from './record-rows.ts';
import { RowTree } from './row-tree.ts';

/** The tree of a document with the places of the file, and all that is wrong with it. */
export function readCsv(document: FileDocument, layout: CsvLayout, language: Language = 'en'): ReadResult {
  const tell = csvFindingCreator(language);
  const texts = textsOf(document, layout, tell);
  if ('problem' in texts) return { findings: [texts.problem] };
  const head = readHead(texts.head, layout, tell);
  const headErrors = head.findings.filter(({ severity }) => severity === 'error');
  if (headErrors.length > 0) return { findings: headErrors };
  return readWithinLimits(() => new DocumentRowReader(layout, head, tell).read(texts.parts), tell);
}

interface DocumentTexts {
  readonly head: TextRows;
  /** The document's own rows; those of the head are read already where it is all of the file. */
  readonly parts: readonly TextRows[];
}

function textsOf(
  document: FileDocument,
  { lexical, description }: CsvLayout,
  tell: CreateCsvFinding,
): DocumentTexts | { readonly problem: Finding } {
  const open = openDocument(document, description.encoding, tell);
  if ('problem' in open) return open;
  const { file, around } = open;
  const { bytes, at } = document;
  const rows = new TextRows(open.head, lexical, file.first);
  if (around === undefined) return { head: rows, parts: [rows] };
  const all = around.parts ?? [{ offset: 0, line: at?.line ?? 1, row: at?.record ?? 1 }];
  const parts: TextRows[] = [];
  for (const [n, { offset, line, row }] of all.entries()) {
    const { text, problem } = decodeBytes(bytes.subarray(offset, all[n + 1]?.offset), file, tell, {
      line,
      column: 1,
    });
    if (problem !== undefined) return { problem };
    parts.push(new TextRows(text, lexical, { line, row }));
  }
  return { head: rows, parts };
}

/** Reads the rows of one document. */
class DocumentRowReader {
  readonly #layout: CsvLayout;
  readonly #head: FileHead;
  readonly #tell: CreateCsvFinding;

  constructor(layout: CsvLayout, head: FileHead, tell: CreateCsvFinding) {
    this.#layout = layout;
    this.#head = head;
    this.#tell = tell;
  }

  read(parts: readonly TextRows[]): ReadResult {
    const values = new CellValueReader(this.#layout.marks, this.#tell);
    const cells = new CellReader(this.#layout, this.#head, values, this.#tell);
    const builder =
      this.#layout.typeColumn === undefined
        ? new RowTree(this.#layout, cells, this.#head, this.#tell)
        : new RecordRows(this.#layout, cells, this.#head, this.#tell);
    for (const rows of parts) {
      while (rows.next()) if (!this.#isHeadings(rows)) builder.add(rows);
      const fault = rows.fault && buildFaultFinding(rows.fault, rows.behindFault(), rows.record, this.#tell);
      if (fault !== undefined) return { findings: [fault] };
    }
    return this.#made(builder.root, [...cells.findings, ...values.findings, ...builder.findings]);
  }

  /** Once more, as on a new page of a report. */
  #isHeadings(rows: TextRows): boolean {
    return this.#head.headingRow !== undefined && rows.isRow(this.#head.headingRow);
  }

  #made(root: GroupInstance, findings: readonly Finding[]): ReadResult {
    const maker = new RecordTreeBuilder(this.#tell);
    const tree = maker.document(root);
    return { tree, findings: [...findings, ...maker.findings] };
  }
}
