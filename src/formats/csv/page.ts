import { renderDescriptionPage, renderNumberMarks, renderRecordRows } from '../describe/description-page.ts';
import type { Format } from '../document-format.ts';
import type { CsvDescription } from './description.ts';
import type { CsvLayout } from './layout.ts';

export const renderCsvPage = ({ description, described }: CsvLayout, format: Format): string =>
  renderDescriptionPage({
    format,
    extension: description.extension,
    files: 'tables (CSV)',
    settings: renderSettings(description),
    place: 'column',
    rows: renderRecordRows(described),
  });

function renderSettings({ encoding, csv, documents, record, file }: CsvDescription): readonly string[] {
  const quote =
    csv.quote === 'none' ? 'no quotes' : `\`${csv.quote}\` around fields that hold one, doubled inside`;
  return [
    `Encoding: ${encoding}.`,
    `Separator: ${csv.separator === 'tab' ? 'tab' : `\`${csv.separator}\``}; ${quote}.`,
    ...(csv.skip.length === 0
      ? []
      : [`Left out: rows that begin with ${csv.skip.map((text) => `\`${text}\``).join(', ')}.`]),
    csv.headings === 0 || record !== undefined ? 'No headings.' : `Headings in row ${csv.headings}.`,
    renderNumberMarks(csv),
    ...(record === undefined ? [] : [`Field ${record.type.column} of a row says what it is.`]),
    renderDocuments(documents),
    ...(file.trailer === undefined ? [] : [`The last row is \`${file.trailer}\`.`]),
  ];
}

function renderDocuments(documents: CsvDescription['documents']): string {
  if (documents === 'file') return 'A file is one document.';
  if ('starts' in documents) return `Each \`${documents.starts}\` begins a document.`;
  const key = documents.key
    .flat()
    .map((one) => `\`${one}\``)
    .join(', ');
  const together = documents.rows === 'adjacent' ? ', and stand together' : '';
  const above =
    documents.blanks === 'above'
      ? ' A row without it belongs to the document above, and what it leaves out is as there.'
      : '';
  return `Rows with the same ${key} are one document${together}.${above}`;
}
