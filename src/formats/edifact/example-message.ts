import type { Directory, ElementPart, ElementSlot } from './guide/directory.ts';
import type { ElementUse, SegmentMember, StructureMember } from './guide/message-structure.ts';
import type { EdifactLayout } from './layout.ts';

/** A message with everything that the guide names, or that must be there; a segment for each of a qualifier's codes. */
export function buildExampleMessage({ message, members, directory, description }: EdifactLayout): string {
  const { type, version, release, association } = message;
  const name = [type, version, release, 'UN', ...(association === undefined ? [] : [association])].join(':');
  const { sender = '4012345000009:14', recipient = '8712345000004:14' } = description.recognise;
  const body = members.flatMap((one) => buildMember(one, directory));
  const unh = `UNH+1+${name}`;
  const segments = [
    `UNB+UNOC:3+${sender}+${recipient}+260302:0815+1`,
    unh,
    ...body,
    `UNT+${body.length + 2}+1`,
    'UNZ+1+1',
  ];
  return ["UNA:+.? '", ...segments.map((one) => `${one}'`)].join('\n');
}

function buildMember(member: StructureMember, directory: Directory): readonly string[] {
  const isNamed = member.kind === 'segment' ? member.uses !== undefined : member.members.some(hasUses);
  if (member.outside || !(member.required || isNamed)) return [];
  if (member.kind === 'group') return member.members.flatMap((one) => buildMember(one, directory));
  if (member.tag === 'UNS') return ['UNS+S'];
  const codes = listFirstCodes(member, directory);
  const times = member.max > 1 ? codes : codes.slice(0, 1);
  return times.map((code) => buildSegment(member, directory, code));
}

const hasUses = (member: StructureMember): boolean =>
  member.kind === 'segment' ? member.uses !== undefined : !member.outside && member.members.some(hasUses);

/** Of the qualifier that the segment begins with. */
function listFirstCodes({ tag, uses }: SegmentMember, directory: Directory): readonly string[] {
  const slot = directory.segments.get(tag)?.slots[0];
  const [part] = slot?.parts ?? [];
  const path = slot?.isComposite ? `${slot.name}/${part?.name}` : (slot?.name ?? '');
  const known =
    uses?.get(path)?.codes ?? [...(directory.codes.get(part?.number ?? '')?.keys() ?? [])].slice(0, 1);
  return known.length === 0 ? [''] : known;
}

function buildSegment({ tag, uses }: SegmentMember, directory: Directory, code: string): string {
  const slots = directory.segments.get(tag)?.slots ?? [];
  const texts = slots.map((slot, at) => buildSlot(slot, uses, at === 0 ? code : ''));
  return [tag, ...texts].join('+').replace(/\++$/, '');
}

function buildSlot(slot: ElementSlot, uses: SegmentMember['uses'], code: string): string {
  const texts = slot.parts.map((part, at) => {
    const path = slot.isComposite ? `${slot.name}/${part.name}` : slot.name;
    if (at === 0 && code !== '') return code;
    const use = slot.nth === 0 && part.nth === 0 ? uses?.get(path) : undefined;
    const isWanted =
      use !== undefined || (at === 0 && slot.required) || (code !== '' && part.number !== '1131' && at < 3);
    return isWanted && part.nth === 0 && slot.nth === 0 ? sampleValue(part, use) : '';
  });
  return texts.join(':').replace(/:+$/, '');
}

/** A value of its kind. */
function sampleValue({ number, type, length }: ElementPart, use: ElementUse | undefined): string {
  const code = use?.default ?? use?.codes?.[0];
  if (code !== undefined) return code;
  const known: Readonly<Record<string, string>> = {
    '2380': '20260302',
    '2379': '102',
    '6411': 'PCE',
    '6345': 'EUR',
    '1082': '10',
  };
  return known[number] ?? (type === 'decimal' ? '1' : 'X'.repeat(Math.min(3, length)));
}
