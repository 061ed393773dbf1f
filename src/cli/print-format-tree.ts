import type { FileDocument, Format } from '../formats/document-format.ts';
import { isElement, textOf } from '../tree/nodes/tree-builder.ts';
import type { TreeAttribute, TreeElement } from '../tree/nodes/tree-node.ts';
import { renderFindingLine, renderTable } from './kit/command-kit.ts';

/** Prints the documents of a file as trees with their places. False: an error stands in it. */
export function printFileTree(format: Format, bytes: Uint8Array): boolean {
  const { documents, findings } = format.cut(bytes);
  console.log(documents.length === 1 ? '1 document' : `${documents.length} documents`);
  for (const finding of findings) console.log(renderFindingLine(finding));
  const right = documents.map((document, n) => printDocumentTree(format, document, n + 1));
  return !findings.some(({ severity }) => severity === 'error') && right.every((one) => one);
}

function printDocumentTree(format: Format, document: FileDocument, number: number): boolean {
  const { tree, findings: told } = format.read(document);
  const findings = [...(document.findings ?? []), ...told];
  console.log(`\nDocument ${number}${document.at === undefined ? '' : `, from line ${document.at.line}`}`);
  if (tree !== undefined) console.log(renderTable(rowsOf(tree.root, '')));
  for (const finding of findings) console.log(renderFindingLine(finding));
  return !findings.some(({ severity }) => severity === 'error');
}

/** Name, value, place, and what the file has where that differs. */
function rowsOf(element: TreeElement, indent: string): readonly (readonly string[])[] {
  const { nodeName, line, column, origin, attributes, childNodes } = element;
  const children = childNodes.filter(isElement);
  const value = children.length === 0 ? textOf(element) : '';
  const field = [origin?.record === undefined ? '' : `row ${origin.record}`, origin?.field ?? '']
    .filter(Boolean)
    .join(', ');
  return [
    [`${indent}${nodeName}`, value, `${line}:${column}`, field, writtenOf(element)],
    ...attributes.map((one) => [`${indent}  @${one.nodeName}`, one.value, '', '', writtenOf(one)]),
    ...children.flatMap((child) => rowsOf(child, `${indent}  `)),
  ];
}

const writtenOf = ({ origin }: TreeElement | TreeAttribute): string =>
  origin?.written === undefined ? '' : `written ${origin.written}`;
