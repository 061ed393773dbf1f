import type { FindingMessages } from '../../../findings/finding-catalogue.ts';
import type { EdifactFindingCode } from './codes.ts';

/** What is said of EDIFACT, in English. `{name}` takes a value. */
export const edifactTextsEn: FindingMessages<EdifactFindingCode> = {
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
};
