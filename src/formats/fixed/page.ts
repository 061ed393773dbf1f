import {
  renderDescriptionPage,
  renderNumberMarks,
  renderRecordRows,
  renderSpan,
} from '../describe/description-page.ts';
import type { Format } from '../document-format.ts';
import type { FixedDescription } from './description.ts';
import type { FixedLayout } from './layout.ts';

export const renderFixedPage = ({ description, root }: FixedLayout, format: Format): string =>
  renderDescriptionPage({
    format,
    extension: description.extension,
    files: 'records of fixed places',
    settings: renderSettings(description),
    place: 'characters',
    rows: renderRecordRows(root),
  });

function renderSettings(description: FixedDescription): readonly string[] {
  const { encoding, record, numbers, documents, file, write } = description;
  const { ends, length, count, type } = record;
  const most = length === undefined ? '' : ` of ${length} ${count}`;
  return [
    `Encoding: ${encoding}.`,
    ends === 'newline'
      ? `A record is a line${most}.`
      : `A record has ${length} ${count}, without a line break.`,
    `Characters ${renderSpan(type.at, type.length)} say what a record is.`,
    `Text begins at the left of its place; numbers end at its right, with ${write.numbers} before them and the minus sign ${write.sign === 'leading' ? 'first' : 'last'}.`,
    `${renderNumberMarks(numbers)} decimal(2): no mark is written, two of the digits stand behind it.`,
    documents === 'file' ? 'A file is one document.' : `Each \`${documents.starts}\` begins a document.`,
    ...(file.header === undefined ? [] : [`The first record is \`${file.header}\`.`]),
    ...(file.trailer === undefined ? [] : [`The last record is \`${file.trailer}\`.`]),
  ];
}
