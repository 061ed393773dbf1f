import type { FindingMessages } from '../../../findings/finding-catalogue.ts';
import type { CsvFindingCode } from './codes.ts';

/** What is said of tables, in English. `{name}` takes a value. */
export const csvTextsEn: FindingMessages<CsvFindingCode> = {
  'csv-quote-open': [
    'A quote is opened here and never closed.',
    'Let the export double every quote inside a quoted field; if the program never quotes, write `quote: none` in the format.',
  ],
  'csv-quote-junk': [
    'Something stands behind the closing quote of a field: `{value}`.',
    'Let the export double every quote inside a quoted field; if the program never quotes, write `quote: none` in the format.',
  ],
  'csv-quote-rows': [
    'The quoted field `{name}` holds what looks like whole rows.',
    'A quote seems to be missing: let the export close every quote, and double it inside a field.',
  ],
  'csv-row-wide': [
    'The row has more than {most} fields.',
    'Look at `separator:` of the format, or whether the export repeats it without end.',
  ],
  'csv-headings-none': [
    'The file ends before its headings (row {count}).',
    'Have the export write headings, or correct `headings:` of the format.',
  ],
  'csv-heading-missing': [
    'There is no column `{name}`.{near}',
    'Have the export write this heading, or add the one it writes to `column:` of the format.',
  ],
  'csv-heading-twice': [
    'The heading `{name}` stands in columns {count} and {other}; nobody can tell which is meant.',
    'Let the export name one of them otherwise.',
  ],
  'csv-heading-unknown': [
    'The format does not know the column `{name}`; it is not read.',
    'Add it to the tree of the format, or to `ignore:`.',
  ],
  'csv-label-missing': [
    'The block above the table has no `{name}`.',
    'Look whether the export writes it, and under which label.',
  ],
  'csv-label-unknown': [
    'The format does not know `{name}` above the table; what stands there is not read.',
    'Add it to the tree of the format (`label:`), or to `ignore:`.',
  ],
  'csv-label-more': [
    'Behind `{name}` stands more than one value; `{value}` is not read.',
    'Let the export write one value behind each label.',
  ],
  'row-short': [
    'The row has {count} fields; `{name}` is field {other}.',
    'Look whether a separator is missing, or a line break stands in a field without quotes.',
  ],
  'row-long': [
    'The row has {count} fields, and only {most} are known; field {other} holds `{value}`.',
    'Look for a separator inside a field: let the export put such fields in quotes.',
  ],
  'row-disagrees': [
    '`{name}` is `{value}` here and `{other}` in row {first}, and both rows belong to one.',
    'Let the export write the same value in all rows, or correct the key in the format.',
  ],
  'row-without-key': [
    'The row has no `{name}`, so nobody can tell which document it belongs to.',
    'Let the export fill it in every row.',
  ],
  'row-again': [
    'The row is the same as row {first}, so that what it orders or confirms would count twice.',
    'Look whether the export writes rows twice; if two equal deliveries are meant, set the severity of row-again to warning in the channel and retry.',
  ],
  'write-quote': [
    '`{name}` holds a separator, quote or line break, and the format has no quotes: `{value}`.',
    'Take it out in the mapping (replace), or allow quotes in the format.',
  ],
  'write-key-twice': [
    '`{value}` of `{name}` stands twice; the rows would be read as one.',
    'Give each a number of its own.',
  ],
  'write-left-out': [
    'A row would begin with `{value}`, and rows that begin so are left out when the file is read.',
    'Change `skip:` of the format, or the first of `write: { columns }`.',
  ],
};
