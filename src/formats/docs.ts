import type { Shape } from '../tree/shape.ts';
import { readCsvTree } from './describe/csv-tree.ts';
import { readDescription } from './describe/load.ts';
import { type FieldNode, fieldLabel, type GroupNode } from './describe/nodes.ts';
import type { CsvDescription, XmlDescription } from './describe/schema.ts';
import { describedFormat } from './described.ts';
import { type Beside, edifactLayout } from './edifact/describe.ts';
import { edifactPage } from './edifact/page.ts';
import { exampleFile } from './example.ts';
import type { Format } from './interface.ts';
import { typeText } from './text/types.ts';

/** A page for the partner or the ERP's programmer: how such a file looks. Undefined where the description is wrong. */
export function formatPage(text: string, file: string, beside?: Beside): string | undefined {
  const { description, source } = readDescription(text, file);
  const { format } = describedFormat(text, file, beside);
  if (description === undefined || format === undefined) return undefined;
  if (description.syntax === 'edifact') {
    const { layout } = beside === undefined ? {} : edifactLayout(source, description, beside);
    return layout && edifactPage(layout);
  }
  const rows =
    description.syntax === 'csv'
      ? csvRows(readCsvTree(source, description).root, '')
      : shapeRows(format.shape().root, '', true, false);
  return `# ${description.format}

${intro(description)}

${settings(description)
  .map((line) => `- ${line}`)
  .join('\n')}

| value | ${description.syntax === 'csv' ? 'column' : 'element'} | must be there | type |
| --- | --- | --- | --- |
${rows.join('\n')}
${example(format, description.syntax)}`;
}

/** Of a table with every column; of an XML with what must be there. */
function example(format: Format, syntax: Description['syntax']): string {
  const text = exampleFile(format, syntax === 'csv');
  if (text === undefined) return '';
  const what = syntax === 'csv' ? 'Such a file' : 'Such a file with what must be there';
  return `\n${what}, with values that stand for others:\n\n\`\`\`${syntax === 'xml' ? 'xml' : ''}\n${text.replace(/\r\n/g, '\n').trimEnd()}\n\`\`\`\n`;
}

type Description = CsvDescription | XmlDescription;

const intro = ({ syntax, extension }: Description): string =>
  `Files of this format are ${syntax === 'csv' ? 'tables (CSV)' : 'XML'}${extension === undefined ? '' : `, called \`*${extension}\``}.`;

function settings(description: Description): readonly string[] {
  const encoding = `Encoding: ${description.encoding}${description.syntax === 'xml' ? ', where the file declares none' : ''}.`;
  if (description.syntax === 'csv') return [encoding, ...csvSettings(description)];
  const { decimal, thousands } = description.numbers;
  return [
    encoding,
    ...Object.entries(description.namespaces).map(
      ([prefix, uri]) => `Namespace ${prefix === '' ? 'without a prefix' : `\`${prefix}\``}: \`${uri}\`.`,
    ),
    `Numbers: decimal mark \`${decimal}\`${thousands === undefined ? '' : `, \`${thousands}\` between thousands`}.`,
    description.documents === 'file'
      ? 'A file is one document.'
      : `Each \`${description.documents.element}\` is one document.`,
  ];
}

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
    csv.headings === 0 || record !== undefined ? 'No headings.' : `Headings in row ${csv.headings}.`,
    `Numbers: decimal mark \`${csv.decimal}\`${csv.thousands === undefined ? '' : `, \`${csv.thousands}\` between thousands`}.`,
    ...(record === undefined ? [] : [`Field ${record.type.column} of a row says what it is.`]),
    documents === 'file'
      ? 'A file is one document.'
      : 'key' in documents
        ? `Rows with the same ${key} are one document${documents.rows === 'adjacent' ? ', and stand together' : ''}.`
        : `Each \`${documents.starts}\` begins a document.`,
    ...(file.trailer === undefined ? [] : [`The last row is \`${file.trailer}\`.`]),
  ];
}

function csvRows(group: GroupNode, above: string): readonly string[] {
  return group.members.flatMap((member) => {
    const path = `${above}${member.name}`;
    if (member.kind === 'field') return [fieldRow(member, path)];
    const record = member.record === undefined ? '' : `rows \`${member.record}\``;
    return [
      line(`**${path}**${member.max > 1 ? ' (several)' : ''}`, record, member.required, ''),
      ...csvRows(member, `${path}/`),
    ];
  });
}

function fieldRow({ at, required, type, empty, maxLength }: FieldNode, path: string): string {
  const others = at.by === 'position' ? [] : at.names.slice(1);
  const place = `${at.by === 'label' ? 'above the table: ' : ''}\`${fieldLabel(at)}\`${others.length === 0 ? '' : ` (or ${others.map((one) => `\`${one}\``).join(', ')})`}`;
  const most = maxLength === undefined ? '' : `, ${maxLength} characters at the most`;
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
