import { buildExampleMessage } from './example-message.ts';
import type { Directory, ElementSlot } from './guide/directory.ts';
import type { ElementUse, SegmentMember, StructureMember } from './guide/message-structure.ts';
import { renderCodeLabel } from './guide/part-labels.ts';
import type { EdifactLayout } from './layout.ts';

/** The guide for a partner, as one page: settings, segments and groups with qualifiers and codes, an example. */
export function renderEdifactPage(layout: EdifactLayout): string {
  const { description, message, directory, members } = layout;
  const rows = members.flatMap((one) => renderMemberRows(one, directory, 0));
  return `# ${description.format}

Messages ${message.type}, ${message.version}.${message.release}${message.association === undefined ? '' : `, ${message.association}`}, of UN/EDIFACT.

${renderSettings(layout)
  .map((line) => `- ${line}`)
  .join('\n')}

| segment or group | must be there | at the most | elements |
| --- | --- | --- | --- |
${rows.join('\n')}

An example:

\`\`\`
${buildExampleMessage(layout)}
\`\`\`
`;
}

function renderSettings({ description }: EdifactLayout): readonly string[] {
  const { encoding, lexical, recognise, test } = description;
  return [
    encoding === 'auto'
      ? 'Character set: as UNB 0001 says; UTF-8 is known by itself.'
      : `Character set: ${encoding}.`,
    lexical.lineBreaks === 'between'
      ? 'Line breaks stand between segments only.'
      : 'Line breaks may stand anywhere, and are taken out.',
    lexical.counts === 'reject'
      ? 'Wrong counts or references of UNT and UNZ are refused.'
      : 'Wrong counts or references of UNT and UNZ are told.',
    lexical.order === 'tolerant'
      ? 'A segment out of order is read where its group takes it, with a warning.'
      : 'A segment out of order is refused.',
    ...(lexical.envelope === 'optional' ? ['Messages may come without UNB and UNZ.'] : []),
    test === 'park' ? 'A test (UNB 0035 = 1) is parked.' : 'A test (UNB 0035 = 1) is processed.',
    ...Object.entries(recognise).map(([party, id]) => `The ${party} is \`${id}\`.`),
  ];
}

function renderMemberRows(member: StructureMember, directory: Directory, depth: number): readonly string[] {
  if (member.outside) return [];
  const indent = '&nbsp;&nbsp;'.repeat(depth);
  if (member.kind === 'segment')
    return [renderRow(`${indent}${member.tag}`, member, renderElements(member, directory))];
  const head = renderRow(`${indent}**${member.name}**`, member, '');
  return [head, ...member.members.flatMap((one) => renderMemberRows(one, directory, depth + 1))];
}

const renderRow = (name: string, { required, max }: StructureMember, text: string): string =>
  `| ${name} | ${required ? 'yes' : ''} | ${max} | ${text.replaceAll('|', '\\|')} |`;

/** What a guide says of them; without one, the segment's elements. */
function renderElements({ tag, uses }: SegmentMember, directory: Directory): string {
  const slots = directory.segments.get(tag)?.slots ?? [];
  if (uses === undefined)
    return slots
      .filter(({ nth }) => nth === 0)
      .map(renderSlot)
      .join(', ');
  return [...uses].map(([path, use]) => renderUse(path, use, slots, directory)).join('; ');
}

function renderSlot({ name, parts, isComposite }: ElementSlot): string {
  const [only] = parts;
  if (!isComposite) return `${only?.number} ${only?.label}`;
  const inside = parts.filter(({ nth }) => nth === 0).map(({ number, label }) => `${number} ${label}`);
  return `${name} (${inside.join(', ')})`;
}

function renderUse(
  path: string,
  use: ElementUse,
  slots: readonly ElementSlot[],
  directory: Directory,
): string {
  const number = path.slice(-4);
  const part = slots.flatMap(({ parts }) => parts).find((one) => one.number === number);
  const codes = use.codes?.map((code) => renderCodeLabel(directory, number, code)).join(', ');
  return [
    `\`${path}\` ${part?.label ?? ''}${use.required ? '!' : ''}`,
    ...(codes === undefined ? [] : [`: ${codes}`]),
    ...(use.default === undefined ? [] : [`, else ${use.default}`]),
    ...(use.maxLength === undefined ? [] : [`, ${use.maxLength} characters at the most`]),
  ].join('');
}
