import { renderDescriptionPage, renderRecordRows } from '../describe/description-page.ts';
import type { Format } from '../document-format.ts';
import { controlRecord } from './control-record.ts';
import type { IdocDescription } from './description.ts';
import type { IdocLayout } from './layout.ts';

export const renderIdocPage = ({ description, root }: IdocLayout, format: Format): string =>
  renderDescriptionPage({
    format,
    extension: description.extension,
    files: 'SAP IDocs',
    settings: renderSettings(description),
    place: 'characters',
    rows: renderRecordRows(root),
    example: { without: controlRecord.name },
  });

function renderSettings({ encoding, recognise, test, write }: IdocDescription): readonly string[] {
  const { sender, recipient } = recognise;
  return [
    `Encoding: ${encoding}.`,
    'Read as XML and as flat records (port version 3, a segment a line); places are those of the flat form, values without one are read from XML alone.',
    `Written as ${write.form === 'xml' ? 'XML' : 'flat records'}.`,
    'MESTYP of the control record says what an IDoc is; a file holds one or several.',
    ...(sender === undefined ? [] : [`SNDPRN is \`${sender}\`.`]),
    ...(recipient === undefined ? [] : [`RCVPRN is \`${recipient}\`.`]),
    `IDocs with TEST are ${test === 'park' ? 'parked' : 'processed'}.`,
    'Numbers have a decimal point, and their minus sign behind them.',
  ];
}
