import type { Shape } from '../tree/shape.ts';
import type { YamlSource } from '../yaml/source.ts';
import type { FormatCode } from './describe/codes.ts';
import { readCsvTree } from './describe/csv-tree.ts';
import { readDescription } from './describe/load.ts';
import { type FieldNode, fieldLabel, type GroupNode, namesOf } from './describe/nodes.ts';
import type { CsvDescription, FixedDescription, IdocDescription, XmlDescription } from './describe/schema.ts';
import { alone, describedFormat, nearOnDisk } from './described.ts';
import { type Beside, edifactLayout } from './edifact/describe.ts';
import { edifactPage } from './edifact/page.ts';
import { exampleFile } from './example.ts';
import { fixedLayout } from './fixed/layout.ts';
import { idocLayout } from './idoc/layout.ts';
import type { Format } from './interface.ts';
import { typeText } from './text/types.ts';
import type { Near } from './xml/xsd.ts';

/** A page for the partner or the ERP's programmer: how such a file looks. Undefined where the description is wrong. */
export function formatPage(text: string, file: string, beside?: Beside): string | undefined {
  const { description, source } = readDescription(text, file);
  const { format } = describedFormat(text, file, beside);
  if (description === undefined || format === undefined) return undefined;
  if (description.syntax === 'edifact') {
    const { layout } = beside === undefined ? {} : edifactLayout(source, description, beside);
    return layout && edifactPage(layout);
  }
  const rows = rowsOf({ source, description, beside, near: nearOnDisk(file) }, format);
  return `# ${description.format}

${intro(description)}

${settings(description)
  .map((line) => `- ${line}`)
  .join('\n')}

| value | ${words[description.syntax].place} | must be there | type |
| --- | --- | --- | --- |
${rows.join('\n')}
${example(format, description.syntax)}`;
}

type Description = CsvDescription | FixedDescription | IdocDescription | XmlDescription;

/** How people speak of such files, and of where a value stands in them. */
const words = {
  csv: { files: 'tables (CSV)', place: 'column' },
  fixed: { files: 'records of fixed places', place: 'characters' },
  idoc: { files: 'SAP IDocs', place: 'characters' },
  xml: { files: 'XML', place: 'element' },
} as const;

interface Described {
  readonly source: YamlSource<FormatCode>;
  readonly description: Description;
  readonly beside: Beside | undefined;
  readonly near: Near;
}

function rowsOf(described: Described, format: Format): readonly string[] {
  const root = rootOf(described);
  return root === undefined ? shapeRows(format.shape().root, '', true, false) : recordRows(root, '');
}

/** What its records hold; an XML has none. */
function rootOf({ source, description, beside, near }: Described): GroupNode | undefined {
  if (description.syntax === 'csv') return readCsvTree(source, description).root;
  if (description.syntax === 'fixed') return fixedLayout(source, description).layout?.root;
  if (description.syntax === 'idoc')
    return idocLayout(source, description, beside ?? alone, near).layout?.root;
  return undefined;
}

/** Of a table or records with every value; of an XML with what must be there. */
function example(format: Format, syntax: Description['syntax']): string {
  const text = exampleFile(format, syntax !== 'xml', 'EDI_DC40');
  if (text === undefined) return '';
  const isXml = text.startsWith('<');
  const what = syntax === 'xml' ? 'Such a file with what must be there' : 'Such a file';
  return `\n${what}, with values that stand for others:\n\n\`\`\`${isXml ? 'xml' : ''}\n${text.replace(/\r\n/g, '\n').trimEnd()}\n\`\`\`\n`;
}

const intro = ({ syntax, extension }: Description): string =>
  `Files of this format are ${words[syntax].files}${extension === undefined ? '' : `, called \`*${extension}\``}.`;

function settings(description: Description): readonly string[] {
  const encoding = `Encoding: ${description.encoding}${description.syntax === 'xml' ? ', where the file declares none' : ''}.`;
  if (description.syntax === 'csv') return [encoding, ...csvSettings(description)];
  if (description.syntax === 'idoc') return [encoding, ...idocSettings(description)];
  if (description.syntax === 'fixed') return [encoding, ...fixedSettings(description)];
  return [
    encoding,
    ...Object.entries(description.namespaces).map(
      ([prefix, uri]) => `Namespace ${prefix === '' ? 'without a prefix' : `\`${prefix}\``}: \`${uri}\`.`,
    ),
    numbersText(description.numbers),
    description.documents === 'file'
      ? 'A file is one document.'
      : `Each \`${description.documents.element}\` is one document.`,
  ];
}

const numbersText = ({ decimal, thousands }: CsvDescription['csv'] | XmlDescription['numbers']): string =>
  `Numbers: decimal mark \`${decimal}\`${thousands === undefined ? '' : `, \`${thousands}\` between thousands`}.`;

function fixedSettings({ record, numbers, documents, file, write }: FixedDescription): readonly string[] {
  const { ends, length, count, type } = record;
  const most = length === undefined ? '' : ` of ${length} ${count}`;
  return [
    ends === 'newline'
      ? `A record is a line${most}.`
      : `A record has ${length} ${count}, without a line break.`,
    `Characters ${spanText(type.at, type.length)} say what a record is.`,
    `Text begins at the left of its place; numbers end at its right, with ${write.numbers} before them and the minus sign ${write.sign === 'leading' ? 'first' : 'last'}.`,
    `${numbersText(numbers)} decimal(2): no mark is written, two of the digits stand behind it.`,
    documents === 'file' ? 'A file is one document.' : `Each \`${documents.starts}\` begins a document.`,
    ...(file.header === undefined ? [] : [`The first record is \`${file.header}\`.`]),
    ...(file.trailer === undefined ? [] : [`The last record is \`${file.trailer}\`.`]),
  ];
}

function idocSettings({ recognise, test, write }: IdocDescription): readonly string[] {
  const { sender, recipient } = recognise;
  return [
    'Read as XML and as flat records (port version 3, a segment a line); places are those of the flat form, values without one are read from XML alone.',
    `Written as ${write.form === 'xml' ? 'XML' : 'flat records'}.`,
    'MESTYP of the control record says what an IDoc is; a file holds one or several.',
    ...(sender === undefined ? [] : [`SNDPRN is \`${sender}\`.`]),
    ...(recipient === undefined ? [] : [`RCVPRN is \`${recipient}\`.`]),
    `IDocs with TEST are ${test === 'park' ? 'parked' : 'processed'}.`,
    'Numbers have a decimal point, and their minus sign behind them.',
  ];
}

/** `3–14`; 1-based. */
const spanText = (first: number, length: number): string =>
  length === 1 ? `${first}` : `${first}–${first + length - 1}`;

function csvSettings({ csv, documents, record, file }: CsvDescription): readonly string[] {
  const quote =
    csv.quote === 'none' ? 'no quotes' : `\`${csv.quote}\` around fields that hold one, doubled inside`;
  const key =
    typeof documents === 'object' && 'key' in documents
      ? documents.key
          .flat()
          .map((one) => `\`${one}\``)
          .join(', ')
      : '';
  return [
    `Separator: ${csv.separator === 'tab' ? 'tab' : `\`${csv.separator}\``}; ${quote}.`,
    ...(csv.skip.length === 0
      ? []
      : [`Left out: rows that begin with ${csv.skip.map((text) => `\`${text}\``).join(', ')}.`]),
    csv.headings === 0 || record !== undefined ? 'No headings.' : `Headings in row ${csv.headings}.`,
    numbersText(csv),
    ...(record === undefined ? [] : [`Field ${record.type.column} of a row says what it is.`]),
    documents === 'file'
      ? 'A file is one document.'
      : 'key' in documents
        ? `Rows with the same ${key} are one document${documents.rows === 'adjacent' ? ', and stand together' : ''}.${
            documents.blanks === 'above'
              ? ' A row without it belongs to the document above, and what it leaves out is as there.'
              : ''
          }`
        : `Each \`${documents.starts}\` begins a document.`,
    ...(file.trailer === undefined ? [] : [`The last row is \`${file.trailer}\`.`]),
  ];
}

function recordRows(group: GroupNode, above: string): readonly string[] {
  return group.members.flatMap((member) => {
    const path = `${above}${member.name}`;
    if (member.kind === 'field') return [fieldRow(member, path)];
    const record = member.record === undefined ? '' : `record \`${member.record}\``;
    return [
      line(`**${path}**${member.max > 1 ? ' (several)' : ''}`, record, member.required, ''),
      ...recordRows(member, `${path}/`),
    ];
  });
}

function fieldRow({ at, required, type, empty, maxLength }: FieldNode, path: string): string {
  const others = namesOf(at).slice(1);
  const place =
    at.by === 'place'
      ? at.length === 0
        ? ''
        : spanText(at.first + 1, at.length)
      : `${at.by === 'label' ? 'above the table: ' : ''}\`${fieldLabel(at)}\`${others.length === 0 ? '' : ` (or ${others.map((one) => `\`${one}\``).join(', ')})`}`;
  const most = maxLength === undefined || at.by === 'place' ? '' : `, ${maxLength} characters at the most`;
  const none = empty.filter((one) => one !== '').map((one) => `\`${one}\``);
  return line(
    path,
    place,
    required,
    `${typeText(type)}${most}${none.length === 0 ? '' : `; ${none.join(', ')}: none`}`,
  );
}

function shapeRows(shape: Shape, above: string, required: boolean, many: boolean): readonly string[] {
  const path = `${above}${shape.name}`;
  const isGroup = shape.type === undefined;
  return [
    line(
      isGroup ? `**${path}**${many ? ' (several)' : ''}` : path,
      `\`${shape.name}\``,
      required,
      shape.type ?? '',
    ),
    ...shape.attributes.map((one) =>
      line(`${path}/@${one.name}`, `attribute \`${one.name}\``, one.required, one.type),
    ),
    ...shape.children.flatMap((child) => shapeRows(child.shape, `${path}/`, child.required, child.many)),
  ];
}

const line = (value: string, place: string, required: boolean, type: string): string =>
  `| ${[value, place, required ? 'yes' : '', type].map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
