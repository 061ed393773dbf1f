import type { FindingMessages } from '../finding-catalogue.ts';
import type { RecordCode } from '../finding-codes.ts';

/** What is said of files that are not XML of SCSN, in English. `{name}` takes a value. */
export const formats: FindingMessages<RecordCode> = {
  'text-encoding-wrong': [
    'The format says {encoding}, but the byte {value} after `{near}` does not belong to that encoding.',
    'Have the export write {encoding}, or correct `encoding:` of the format. Older Windows programs write windows-1252, DOS programs cp850.',
  ],
  'text-encoding-other': [
    'The format says {encoding}, but the letters beyond ASCII are written in UTF-8.',
    'Correct `encoding:` of the format to utf-8; read as it says, `ë` would become two wrong letters.',
  ],
  'text-encoding-mark': [
    'The format says {encoding}, but the file begins with the byte order mark of {actual}; it was read as {actual}.',
    'Correct `encoding:` of the format.',
  ],
  'csv-nul': [
    'The file holds a NUL character, which no text has.',
    'The file was cut off or is no text; have it written again, and look at `encoding:` of the format (UTF-16 has a zero beside every letter).',
  ],
  'rows-apart': [
    'Rows of `{value}` stand in two places: from row {first} on, and from row {count} on.',
    'Let the export sort its rows; if they may be anywhere, write `rows: anywhere` in the format.',
  ],
  'record-unknown': [
    'There is no record `{value}`.{near}',
    'Describe it under `records:` of the format, or correct the export.',
  ],
  'record-unexpected': [
    'A record `{name}` cannot stand here.',
    'Look at the order of the rows; `tree:` of the format says what belongs into what.',
  ],
  'record-missing': [
    '`{name}` is missing in `{parent}`.',
    'Look at the export: the format says that it must be there.',
  ],
  'record-too-many': [
    '`{name}` is there more often than {most} times.',
    'Look at the export, or correct the number in the format.',
  ],
  'field-missing': ['`{name}` is empty.', 'Fill it in the ERP; the format says that it must be there.'],
  'field-number': [
    '`{value}` in `{name}` is not a number as the format has them.',
    'Such as {example}; correct the export, or `decimal:` and `thousands:` of the format.',
  ],
  'field-exponent': [
    '`{value}` in `{name}` is a number that a spreadsheet has shortened; digits are gone.',
    'Have the ERP write the file again and do not save it from a spreadsheet.',
  ],
  'field-integer': [
    '`{value}` in `{name}` is not a whole number.',
    'Correct it in the ERP, or the type in the format.',
  ],
  'field-overpunch': [
    '`{value}` in `{name}` is a number whose last sign holds both a digit and the sign (COBOL overpunch).',
    'Have the export write its sign separately, before or behind the digits.',
  ],
  'field-date': [
    '`{value}` in `{name}` is not a date as the format has them ({example}).',
    'Write a day of the calendar in that form, correct the type in the format, or name this text under `empty:`.',
  ],
  'file-record-missing': [
    'The file has no record `{name}` {where}.',
    'Look whether the export was interrupted, and have it written again.',
  ],
  'file-count': [
    'The last record says {value} {what}, and the file has {count}.',
    'Look whether the export was interrupted, and have it written again.',
  ],
  'write-character': [
    '`{character}` in `{name}` does not exist in {encoding}.',
    'Replace it at its source or by a table of the mapping, or have the ERP read another encoding.',
  ],
  'write-line-break': [
    '`{name}` holds a line break, which would end its record: `{value}`.',
    'Take it out in the mapping (translate, tokenize), or at its source.',
  ],
  'write-length': [
    '`{name}` has {count} characters and may have {most}: `{value}`.',
    'Shorten it in the mapping (substring), or at its source.',
  ],
  'write-value': [
    '`{value}` cannot be written as {type} in `{name}`.',
    'Correct the mapping, or the type in the format.',
  ],
};
