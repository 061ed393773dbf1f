import type { FindingMessages } from '../../../findings/finding-catalogue.ts';
import type { IdocFindingCode } from './codes.ts';

/** What is said of IDocs, in English. `{name}` takes a value. */
export const idocTextsEn: FindingMessages<IdocFindingCode> = {
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
    'The format does not describe this of the IDoc ({count}): {names}.',
    'They are not read. Name the report of transaction WE60 under `parser:` of a format of your own, which then knows them all.',
  ],
  'idoc-no-place': [
    '`{name}` cannot be written: the format does not know where it stands in a flat IDoc.',
    'Name the report of transaction WE60 under `parser:` of a format of your own, or write XML.',
  ],
};
