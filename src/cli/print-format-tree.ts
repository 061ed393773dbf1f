import type { Format } from '../formats/document-format.ts';
import type { Language } from '../types.ts';
import { type FormattedDocument, readByFormat, type TreeRow } from '../workbench/preview/read-by-format.ts';
import { renderFindingLine, renderTable } from './kit/command-kit.ts';

/** Prints the documents of a file as trees with their places. False: an error stands in it. */
export function printFileTree(format: Format, bytes: Uint8Array, language: Language): boolean {
  const { documents, findings, hasError } = readByFormat(format, bytes, { language });
  console.log(documents.length === 1 ? '1 document' : `${documents.length} documents`);
  for (const finding of findings) console.log(renderFindingLine(finding, language));
  for (const [n, document] of documents.entries()) printDocumentTree(document, n + 1, language);
  return !hasError;
}

function printDocumentTree(
  { line, rows, findings }: FormattedDocument,
  number: number,
  language: Language,
): void {
  console.log(`\nDocument ${number}${line === undefined ? '' : `, from line ${line}`}`);
  if (rows !== undefined) console.log(renderTable(rows.map(cellsOf)));
  for (const finding of findings) console.log(renderFindingLine(finding, language));
}

/** Name, value, place, and what the file has where that differs. */
function cellsOf({ depth, name, value, place, record, field, written }: TreeRow): readonly string[] {
  const origin = [record === undefined ? '' : `row ${record}`, field ?? ''].filter(Boolean).join(', ');
  return [
    `${'  '.repeat(depth)}${name}`,
    value,
    place === undefined ? '' : `${place.line}:${place.column}`,
    origin,
    written === undefined ? '' : `written ${written}`,
  ];
}
