import type { FileDocument, Format, ReadOptions } from '../../formats/document-format.ts';
import { isElement, textOf } from '../../tree/nodes/tree-builder.ts';
import type { TreeAttribute, TreeElement } from '../../tree/nodes/tree-node.ts';
import type { Finding } from '../../types.ts';

/** A file as a format reads it. Plain data. */
export interface FormattedFile {
  readonly documents: readonly FormattedDocument[];
  /** Of the file as a whole. */
  readonly findings: readonly Finding[];
  /** An error stands in it, or in one of its documents. */
  readonly hasError: boolean;
}

export interface FormattedDocument {
  /** Where it begins; absent where it is the whole file. */
  readonly line?: number;
  /** Undefined: it cannot be read. */
  readonly rows: readonly TreeRow[] | undefined;
  readonly findings: readonly Finding[];
}

/** An element or attribute with what the file has for it, in document order. */
export interface TreeRow {
  /** 0 for the root. */
  readonly depth: number;
  readonly name: string;
  /** Empty of what has elements of its own. */
  readonly value: string;
  /** Of an element. */
  readonly place?: { readonly line: number; readonly column: number };
  /** Of a file of records: its number. */
  readonly record?: number;
  readonly field?: string;
  /** What stands in the file, where that is not the value. */
  readonly written?: string;
}

/** Pure; its work grows with the file, so that pages call it in a worker. `options`: the language of the findings. */
export function readByFormat(format: Format, bytes: Uint8Array, options: ReadOptions = {}): FormattedFile {
  const { documents: cut, findings } = format.cut(bytes, options);
  const documents = cut.map((document) => readDocument(format, document, options));
  const all = [...findings, ...documents.flatMap((one) => one.findings)];
  return { documents, findings, hasError: all.some(({ severity }) => severity === 'error') };
}

/** Rows of its first documents, so many at most; the others are not read. */
export function readFirstRows(format: Format, bytes: Uint8Array, most: number): readonly TreeRow[] {
  const rows: TreeRow[] = [];
  for (const document of format.cut(bytes).documents) {
    if (rows.length >= most) break;
    for (const row of readDocument(format, document).rows ?? []) rows.push(row);
  }
  return rows.slice(0, most);
}

function readDocument(format: Format, document: FileDocument, options: ReadOptions = {}): FormattedDocument {
  const { tree, findings } = format.read(document, options);
  return {
    ...(document.at === undefined ? {} : { line: document.at.line }),
    rows: tree && rowsOf(tree.root, 0),
    findings: [...(document.findings ?? []), ...findings],
  };
}

function rowsOf(element: TreeElement, depth: number): readonly TreeRow[] {
  const { nodeName: name, line, column, origin, attributes, childNodes } = element;
  const children = childNodes.filter(isElement);
  const row: TreeRow = {
    ...{ depth, name, value: children.length === 0 ? textOf(element) : '', place: { line, column } },
    ...(origin?.record === undefined ? {} : { record: origin.record }),
    ...(origin?.field === undefined ? {} : { field: origin.field }),
    ...writtenOf(element),
  };
  const own = attributes.map((one) => ({
    ...{ depth: depth + 1, name: `@${one.nodeName}`, value: one.value },
    ...writtenOf(one),
  }));
  return [row, ...own, ...children.flatMap((child) => rowsOf(child, depth + 1))];
}

const writtenOf = ({ origin }: TreeElement | TreeAttribute): Pick<TreeRow, 'written'> =>
  origin?.written === undefined ? {} : { written: origin.written };
