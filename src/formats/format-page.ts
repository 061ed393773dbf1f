import type { YamlSource } from '../yaml/yaml-source.ts';
import type { CsvDescription } from './csv/description.ts';
import { readCsvTree } from './csv/read-tree.ts';
import { type FieldNode, fieldLabel, type GroupNode, namesOf } from './describe/description-nodes.ts';
import type { FormatCode } from './describe/format-codes.ts';
import { parseDescription } from './describe/parse-description.ts';
import { noReferencedTexts, type ReadNearby, type ReferencedTexts } from './describe/referenced-texts.ts';
import { buildDescribedFormat, readNearbyOnDisk } from './described-format.ts';
import type { Format } from './document-format.ts';
import { buildEdifactLayout } from './edifact/build-layout.ts';
import { renderEdifactPage } from './edifact/page.ts';
import { buildExampleFile } from './example-file.ts';
import type { FixedDescription } from './fixed/description.ts';
import { buildFixedLayout } from './fixed/layout.ts';
import type { IdocDescription } from './idoc/description.ts';
import { buildIdocLayout } from './idoc/layout.ts';
import { renderValueType } from './text/value-type.ts';
import type { XmlDescription } from './xml/description.ts';
import { readXmlTree, type XmlNode } from './xml/read-tree.ts';

/** A page for the partner or the ERP's programmer: how such a file looks. Undefined where the description is wrong. */
export function renderFormatPage(text: string, file: string, beside?: ReferencedTexts): string | undefined {
  const { description, source } = parseDescription(text, file);
  const { format } = buildDescribedFormat(text, file, beside);
  if (description === undefined || format === undefined) return undefined;
  if (description.syntax === 'edifact') {
    const { layout } = beside === undefined ? {} : buildEdifactLayout(source, description, beside);
    return layout && renderEdifactPage(layout);
  }
  const rows = rowsOf({ source, description, beside, near: readNearbyOnDisk(file) });
  return `# ${description.format}

${renderIntro(description)}

${renderSettings(description)
  .map((line) => `- ${line}`)
  .join('\n')}

| value | ${syntaxWords[description.syntax].place} | must be there | type |
| --- | --- | --- | --- |
${rows.join('\n')}
${renderExample(format, description.syntax)}`;
}

type PageDescription = CsvDescription | FixedDescription | IdocDescription | XmlDescription;

/** How people speak of such files, and of where a value stands in them. */
const syntaxWords = {
  csv: { files: 'tables (CSV)', place: 'column' },
  fixed: { files: 'records of fixed places', place: 'characters' },
  idoc: { files: 'SAP IDocs', place: 'characters' },
  xml: { files: 'XML', place: 'element' },
} as const;

interface PageInput {
  readonly source: YamlSource<FormatCode>;
  readonly description: PageDescription;
  readonly beside: ReferencedTexts | undefined;
  readonly near: ReadNearby;
}

function rowsOf(described: PageInput): readonly string[] {
  const { source, description } = described;
  if (description.syntax === 'xml') {
    const { root } = readXmlTree(source, description);
    return root === undefined ? [] : renderElementRows(root, '');
  }
  const root = rootOf(described);
  return root === undefined ? [] : renderRecordRows(root, '');
}

/** What its records hold; an XML has none. */
function rootOf({ source, description, beside, near }: PageInput): GroupNode | undefined {
  if (description.syntax === 'csv') return readCsvTree(source, description).root;
  if (description.syntax === 'fixed') return buildFixedLayout(source, description).layout?.root;
  if (description.syntax === 'idoc')
    return buildIdocLayout(source, description, beside ?? noReferencedTexts, near).layout?.root;
  return undefined;
}

/** Of a table or records with every value; of an XML with what must be there. */
function renderExample(format: Format, syntax: PageDescription['syntax']): string {
  const text = buildExampleFile(format, syntax !== 'xml', 'EDI_DC40');
  if (text === undefined) return '';
  const isXml = text.startsWith('<');
  const what = syntax === 'xml' ? 'Such a file with what must be there' : 'Such a file';
  return `\n${what}, with values that stand for others:\n\n\`\`\`${isXml ? 'xml' : ''}\n${text.replace(/\r\n/g, '\n').trimEnd()}\n\`\`\`\n`;
}

const renderIntro = ({ syntax, extension }: PageDescription): string =>
  `Files of this format are ${syntaxWords[syntax].files}${extension === undefined ? '' : `, called \`*${extension}\``}.`;

function renderSettings(description: PageDescription): readonly string[] {
  const encoding = `Encoding: ${description.encoding}${description.syntax === 'xml' ? ', where the file declares none' : ''}.`;
  if (description.syntax === 'csv') return [encoding, ...renderCsvSettings(description)];
  if (description.syntax === 'idoc') return [encoding, ...renderIdocSettings(description)];
  if (description.syntax === 'fixed') return [encoding, ...renderFixedSettings(description)];
  return [
    encoding,
    ...Object.entries(description.namespaces).map(
      ([prefix, uri]) => `Namespace ${prefix === '' ? 'without a prefix' : `\`${prefix}\``}: \`${uri}\`.`,
    ),
    renderNumbers(description.numbers),
    description.documents === 'file'
      ? 'A file is one document.'
      : `Each \`${description.documents.element}\` is one document.`,
  ];
}

const renderNumbers = ({ decimal, thousands }: CsvDescription['csv'] | XmlDescription['numbers']): string =>
  `Numbers: decimal mark \`${decimal}\`${thousands === undefined ? '' : `, \`${thousands}\` between thousands`}.`;

function renderFixedSettings({
  record,
  numbers,
  documents,
  file,
  write,
}: FixedDescription): readonly string[] {
  const { ends, length, count, type } = record;
  const most = length === undefined ? '' : ` of ${length} ${count}`;
  return [
    ends === 'newline'
      ? `A record is a line${most}.`
      : `A record has ${length} ${count}, without a line break.`,
    `Characters ${renderSpan(type.at, type.length)} say what a record is.`,
    `Text begins at the left of its place; numbers end at its right, with ${write.numbers} before them and the minus sign ${write.sign === 'leading' ? 'first' : 'last'}.`,
    `${renderNumbers(numbers)} decimal(2): no mark is written, two of the digits stand behind it.`,
    documents === 'file' ? 'A file is one document.' : `Each \`${documents.starts}\` begins a document.`,
    ...(file.header === undefined ? [] : [`The first record is \`${file.header}\`.`]),
    ...(file.trailer === undefined ? [] : [`The last record is \`${file.trailer}\`.`]),
  ];
}

function renderIdocSettings({ recognise, test, write }: IdocDescription): readonly string[] {
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
const renderSpan = (first: number, length: number): string =>
  length === 1 ? `${first}` : `${first}–${first + length - 1}`;

function renderCsvSettings({ csv, documents, record, file }: CsvDescription): readonly string[] {
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
    renderNumbers(csv),
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

function renderRecordRows(group: GroupNode, above: string): readonly string[] {
  return group.members.flatMap((member) => {
    const path = `${above}${member.name}`;
    if (member.kind === 'field') return [renderFieldRow(member, path)];
    const record = member.record === undefined ? '' : `record \`${member.record}\``;
    return [
      renderRow(`**${path}**${member.max > 1 ? ' (several)' : ''}`, record, member.required, ''),
      ...renderRecordRows(member, `${path}/`),
    ];
  });
}

function renderFieldRow({ at, required, type, empty, maxLength }: FieldNode, path: string): string {
  const others = namesOf(at).slice(1);
  const place =
    at.by === 'place'
      ? at.length === 0
        ? ''
        : renderSpan(at.first + 1, at.length)
      : `${at.by === 'label' ? 'above the table: ' : ''}\`${fieldLabel(at)}\`${others.length === 0 ? '' : ` (or ${others.map((one) => `\`${one}\``).join(', ')})`}`;
  // of a place, the place says how long
  const most = maxLength === undefined || at.by === 'place' ? {} : { maxLength };
  return renderRow(path, place, required, typeOf({ type, empty, ...most }));
}

/** Types with what else a value of a field, an element or an attribute has to keep to. */
function typeOf({ type, empty, maxLength }: Pick<FieldNode, 'type' | 'empty' | 'maxLength'>): string {
  const most = maxLength === undefined ? '' : `, ${maxLength} characters at the most`;
  const none = empty.filter((one) => one !== '').map((one) => `\`${one}\``);
  return `${renderValueType(type)}${most}${none.length === 0 ? '' : `; ${none.join(', ')}: none`}`;
}

function renderElementRows(node: XmlNode, above: string): readonly string[] {
  const path = `${above}${node.name}`;
  const isGroup = node.children.length > 0;
  const several = node.max > 1 ? ' (several)' : '';
  return [
    renderRow(
      `${isGroup ? `**${path}**` : path}${several}`,
      `\`${node.name}\``,
      node.required,
      isGroup ? '' : typeOf(node),
    ),
    ...node.attributes.map((one) =>
      renderRow(`${path}/@${one.name}`, `attribute \`${one.name}\``, one.required, typeOf(one)),
    ),
    ...node.children.flatMap((child) => renderElementRows(child, `${path}/`)),
  ];
}

const renderRow = (value: string, place: string, required: boolean, type: string): string =>
  `| ${[value, place, required ? 'yes' : '', type].map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
