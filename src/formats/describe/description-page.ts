import type { Format } from '../document-format.ts';
import { buildExampleFile, type ExampleContent } from '../example-file.ts';
import { type NumberMarks, renderValueType } from '../text/value-type.ts';
import { type FieldNode, fieldLabel, type GroupNode, namesOf } from './description-nodes.ts';

/** What the page of a format says, whose values stand in one table. */
export interface DescriptionPage {
  readonly format: Format;
  /** Of the description; absent: files are not called by one. */
  readonly extension: string | undefined;
  /** After "Files of this format are": `tables (CSV)`. */
  readonly files: string;
  /** Sentences. */
  readonly settings: readonly string[];
  /** Where a value stands: `column`. */
  readonly place: string;
  /** As `renderRow` makes them. */
  readonly rows: readonly string[];
  /** What its example holds; with everything where that is not said. */
  readonly example?: ExampleContent;
}

/** A page for the partner or the ERP's programmer: how such a file looks. */
export function renderDescriptionPage(page: DescriptionPage): string {
  const { format, extension, files, settings, place, rows } = page;
  return `# ${format.name}

Files of this format are ${files}${extension === undefined ? '' : `, called \`*${extension}\``}.

${settings.map((line) => `- ${line}`).join('\n')}

| value | ${place} | must be there | type |
| --- | --- | --- | --- |
${rows.join('\n')}
${renderExample(page)}`;
}

function renderExample({ format, example = {} }: DescriptionPage): string {
  const text = buildExampleFile(format, example);
  if (text === undefined) return '';
  const what = example.isShort ? 'Such a file with what must be there' : 'Such a file';
  const language = text.startsWith('<') ? 'xml' : '';
  return `\n${what}, with values that stand for others:\n\n\`\`\`${language}\n${text.replace(/\r\n/g, '\n').trimEnd()}\n\`\`\`\n`;
}

/** `3–14`; 1-based. */
export const renderSpan = (first: number, length: number): string =>
  length === 1 ? `${first}` : `${first}–${first + length - 1}`;

export const renderNumberMarks = ({
  decimal,
  thousands,
}: {
  readonly [K in keyof NumberMarks]: NumberMarks[K] | undefined;
}): string =>
  `Numbers: decimal mark \`${decimal}\`${thousands === undefined ? '' : `, \`${thousands}\` between thousands`}.`;

/** A row for each value of records, and one for each record or group. */
export function renderRecordRows(group: GroupNode, above = ''): readonly string[] {
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
  // of a place, the place says how long
  const most = maxLength === undefined || at.by === 'place' ? {} : { maxLength };
  return renderRow(path, renderAddress(at), required, renderConstraints({ type, empty, ...most }));
}

function renderAddress(at: FieldNode['at']): string {
  if (at.by === 'place') return at.length === 0 ? '' : renderSpan(at.first + 1, at.length);
  const others = namesOf(at).slice(1);
  const more = others.length === 0 ? '' : ` (or ${others.map((one) => `\`${one}\``).join(', ')})`;
  return `${at.by === 'label' ? 'above the table: ' : ''}\`${fieldLabel(at)}\`${more}`;
}

/** The type of a value, with what else it has to keep to. */
export function renderConstraints({
  type,
  empty,
  maxLength,
}: Pick<FieldNode, 'type' | 'empty' | 'maxLength'>): string {
  const most = maxLength === undefined ? '' : `, ${maxLength} characters at the most`;
  const none = empty.filter((one) => one !== '').map((one) => `\`${one}\``);
  return `${renderValueType(type)}${most}${none.length === 0 ? '' : `; ${none.join(', ')}: none`}`;
}

export const renderRow = (value: string, place: string, required: boolean, type: string): string =>
  `| ${[value, place, required ? 'yes' : '', type].map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
