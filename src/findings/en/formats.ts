import type { FindingMessages } from '../create-finding.ts';
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
  'csv-nul': [
    'The file holds a NUL character, which no text has.',
    'The file was cut off or is no text; have it written again, and look at `encoding:` of the format (UTF-16 has a zero beside every letter).',
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
  'rows-apart': [
    'Rows of `{value}` stand in two places: from row {first} on, and from row {count} on.',
    'Let the export sort its rows; if they may be anywhere, write `rows: anywhere` in the format.',
  ],
  'row-without-key': [
    'The row has no `{name}`, so nobody can tell which document it belongs to.',
    'Let the export fill it in every row.',
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
  'record-long': [
    'The record has {count} characters and may have {most}; behind its end stands `{value}`.',
    'Look whether something was inserted that moves all behind it, or correct `record.length` of the format.',
  ],
  'record-short': [
    'The record has {count} characters and must have {most}.',
    'Look whether the export was interrupted; if it cuts off blanks, write short: blanks in the format.',
  ],
  'record-line-break': [
    'A line break stands in a record that ends by its length, so that nobody knows where its fields are.',
    'Have the export write its records without line breaks, or write ends: newline in the format.',
  ],
  'record-character': [
    'The place of `{name}` begins or ends within a character.',
    'The format counts bytes; look whether the export counts characters.',
  ],
  'record-rest': [
    'A record `{name}` holds `{value}` from character {first} on, where the format has no field.',
    'Describe a field there; as it is, no mapping can read it.',
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
  'xml-root-other': [
    'The root element is `{name}`{namespace}; the format has `{expected}`{wanted}.',
    'Check which export writes into this folder, or correct `tree:` and `namespaces:` of the format.',
  ],
  'xml-by-xsd': [
    'The XSD of the format does not allow this: {what}',
    'Have the export write it as the XSD says; if the XSD is not the one of this export, name the right one under `xsd:` of the format.',
  ],
  'xml-between-documents': [
    'Something stands between two documents: `{value}`.',
    'Let the export write the documents one after the other; what belongs to all of them stands before the first or behind the last.',
  ],
  'xml-not-described': [
    'The format does not know `{name}` in `{parent}`.',
    'Add it to the tree of the format; as it is, no mapping can read it.',
  ],
  'xml-attribute-empty': [
    '`{parent}` has no attribute `{name}`.',
    'Let the export write it; the format says that it must be there.',
  ],
  'edi-none': [
    'This is no EDIFACT file: it begins with `{value}`.',
    'An interchange begins with UNA or UNB; check which export writes into this folder.',
  ],
  'edi-una': [
    'The UNA does not say separators that can be used: `{value}`.',
    "Have the sender write UNA with six signs that differ, such as UNA:+.? ', or none at all (0085: 7).",
  ],
  'edi-una-short': [
    'The UNA has eight characters; the blank before the terminator is missing. It was read as if it were there.',
    "Have the sender write UNA:+.? ' with its blank.",
  ],
  'edi-no-header': [
    'The file begins with `{value}`, not with UNB.',
    'Have the sender write an interchange; if a converter writes messages alone, set `lexical: { envelope: optional }` in the format (0085: 13).',
  ],
  'edi-segment-open': [
    'The file ends within a segment, which has no terminator {terminator}: `{value}`.',
    'The file was cut off, or its UNA names another terminator: have it sent again (0085: 13).',
  ],
  'edi-message-open': [
    '`{value}` stands within a message, which has no UNT before it.',
    'The message was cut off, and nobody can tell where: have the interchange sent again (0085: 13).',
  ],
  'edi-end-missing': [
    'The file ends without {name}.',
    'The file was cut off: have it sent again (0085: 13).',
  ],
  'edi-behind-end': [
    'Behind the end of an interchange stands `{value}`.',
    'Only another interchange (UNA or UNB) may follow; look whether two files were mixed (0085: 15).',
  ],
  'edi-between-messages': [
    'Between two messages stands `{value}`.',
    'Only UNH, UNG, UNE and UNZ may stand there; look whether a message lost its UNH (0085: 15).',
  ],
  'edi-count': [
    '`{name}` counts {value} {what}, and there are {count}.',
    'Look whether something was lost on the way; if this sender always counts wrongly, set `lexical: { counts: warn }` in its format (0085: 29).',
  ],
  'edi-reference': [
    '`{name}` has the reference `{value}`, and {other} `{expected}`.',
    'Look whether two files were mixed; if this sender never writes them alike, set `lexical: { counts: warn }` in its format (0085: 28).',
  ],
  'edi-reference-twice': [
    'The reference `{value}` was given to an earlier message of this interchange too.',
    'Let the sender number the messages of an interchange (0085: 26).',
  ],
  'edi-charset': [
    'UNB says {level}, but the letters beyond it are {actual}; they were read as {actual}.',
    'Have the sender write what the level says, or name the encoding in the format (`encoding:`) (0085: 21).',
  ],
  'edi-charset-mixed': [
    'Letters in UTF-8 and the byte {value} after `{near}`, which is none, stand in one message.',
    'Nobody can tell which is meant: have the sender write one character set (0085: 21).',
  ],
  'edi-charset-unknown': [
    'UNB says UNOX, and such letters cannot be read here: byte {value} after `{near}`.',
    'Have the sender write UNOC or UNOW, or name the encoding in the format (`encoding:`) (0085: 2).',
  ],
  'edi-line-break': [
    'A line break stands within a segment.',
    'If this sender wraps its files, set `lexical: { lineBreaks: anywhere }` in its format; in a value there can be none (0085: 21).',
  ],
  'edi-release': [
    'The release character stands before `{value}`, which needs none.',
    'The character was kept; let the sender release separators alone.',
  ],
  'edi-repetition': [
    'The repetition separator `{value}` stands in element {place} of `{name}`, which does not repeat.',
    'It was read as text; let the sender release it, or write a UNA without a repetition separator (0085: 35).',
  ],
  'edi-release-end': [
    'A release character stands before a line break or the end, and releases nothing.',
    'Let the sender write it twice where it is meant itself (0085: 21).',
  ],
  'edi-control': [
    'A control character stands in a value: {value}.',
    'Have the sender take it out (0085: 21).',
  ],
  'edi-tag': [
    '`{value}` is no segment: a segment begins with three capitals or digits.',
    'Look for a terminator in the text before it that is not released (0085: 15).',
  ],
  'edi-type-other': [
    'The message is {value}; the format reads {expected}.',
    'Name the format of this message type for the channel (0085: 15).',
  ],
  'edi-release-other': [
    'The message is {value}; the format reads {expected}.',
    'Use the format of that release, or write one of your own with `guide:` and `message: {value}` (0085: 15).',
  ],
  'edi-test': [
    'The interchange says that it is a test (UNB 0035).',
    'Send it again without the test mark, or set `test: process` in the format while you try.',
  ],
  'edi-order': [
    '`{name}` stands out of order in `{parent}`.',
    'It was read where it belongs; let the sender keep the order of the message (0085: 15).',
  ],
  'edi-too-many': [
    '`{name}` stands more often than {most} times in `{parent}`.',
    'It was read all the same; look whether the sender means it (0085: 35).',
  ],
  'edi-unexpected': [
    '`{name}` cannot stand in `{parent}`; nothing reads it.',
    'It is kept as `unexpected`; read it there, or ask the sender what it is for (0085: 15).',
  ],
  'edi-not-in-guide': [
    '`{name}` is not in the guide of this partner.',
    'Add it to `tree:` of the format if it matters; as it is, look whether a mapping reads it.',
  ],
  'edi-part-missing': [
    '`{name}` is missing.',
    'Let the sender fill it: the message says that it must be there (0085: 13).',
  ],
  'edi-part-unknown': [
    '`{name}` has an element {place} that its directory does not know: `{value}`.',
    'Nothing reads it; look whether a separator in a text was not released (0085: 16).',
  ],
  'edi-length': [
    '`{value}` in {name} has {count} characters, and {most} are allowed.',
    'It was read whole; let the sender keep the length (0085: 39).',
  ],
  'edi-decimal-mark': [
    '`{value}` in {name} has another decimal mark than UNA says ({mark}).',
    'It was read as a decimal mark; let the sender write {mark} (0085: 19).',
  ],
  'edi-date-form': [
    '`{value}` in {name} has no form (2379) beside it; it was read as CCYYMMDD.',
    'Let the sender write 102 behind it (0085: 13).',
  ],
  'edi-date-period': [
    '`{value}` in {name} has the form {form}: a week, a month or a period, and no day.',
    'The mapping must say which day is meant.',
  ],
  'edi-code': [
    '`{value}` in {name} is not in the guide of this partner, which has {known}.',
    'Add the code to the format if it is meant (0085: 12).',
  ],
  'idoc-none': [
    'The file has no IDoc: its root element is `{value}`, and no element IDOC is in it.',
    'Check which export writes into this folder.',
  ],
  'idoc-no-control': [
    'The IDoc has no control record (EDI_DC40), so nobody can tell what it is.',
    'Have SAP write the whole IDoc; middleware must not take EDI_DC40 away.',
  ],
  'idoc-version': [
    'The control record is EDI_DC: an IDoc of record types version 2, which is not read.',
    'Set the port in SAP (transaction WE21) to version 3, whose control record is EDI_DC40.',
  ],
  'idoc-message-other': [
    'The IDoc says that it is `{value}` (MESTYP), and this format reads {expected}.',
    'Look which partner profile writes into this folder, or give the channel a format for that message.',
  ],
  'idoc-test': [
    'The control record says that this IDoc is a test (TEST).',
    'Have it sent without the flag; write test: process in the format where test orders are to be sent.',
  ],
  'idoc-parent': [
    'Segment {name} belongs to segment {value} (PSGNUM), which is not before it.',
    'Look whether segments were lost or moved on the way, and have the IDoc written again.',
  ],
  'idoc-number-other': [
    'The segment belongs to IDoc {value} (DOCNUM), and the control record is that of {other}.',
    'Look whether two files were mixed, and have both IDocs written again.',
  ],
  'idoc-segment-twice': [
    'Segment number {value} (SEGNUM) is there twice.',
    'Look whether a line was written twice, and have the IDoc written again.',
  ],
  'idoc-segment-gap': [
    'Segment {value} (SEGNUM) follows {other}: segments may be lost.',
    'Compare with the IDoc in SAP (transaction WE02); if a filter takes segments out on purpose, set the severity of idoc-segment-gap to off in the channel.',
  ],
  'idoc-not-described': [
    'The IDoc holds {count} things that the format does not describe: {names}.',
    'They are not read. Name the report of transaction WE60 under `parser:` of a format of your own, which then knows them all.',
  ],
  'idoc-no-place': [
    '`{name}` cannot be written: the format does not know where it stands in a flat IDoc.',
    'Name the report of transaction WE60 under `parser:` of a format of your own, or write XML.',
  ],
  'write-character': [
    '`{character}` in `{name}` does not exist in {encoding}.',
    'Replace it at its source or by a table of the mapping, or have the ERP read another encoding.',
  ],
  'write-quote': [
    '`{name}` holds a separator, quote or line break, and the format has no quotes: `{value}`.',
    'Take it out in the mapping (replace), or allow quotes in the format.',
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
  'write-key-twice': [
    '`{value}` of `{name}` stands twice; the rows would be read as one.',
    'Give each a number of its own.',
  ],
  'write-left-out': [
    'A row would begin with `{value}`, and rows that begin so are left out when the file is read.',
    'Change `skip:` of the format, or the first of `write: { columns }`.',
  ],
};
