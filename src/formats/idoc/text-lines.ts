import type { TargetObject, TargetValue } from '../../tree/values/target-tree.ts';
import { fieldsOf, type GroupNode, groupsOf } from '../describe/description-nodes.ts';

/**
 * SAP's texts: a segment holds one line (TDLINE), and TDFORMAT says how it follows the one before: `*` begins a paragraph, nothing goes
 * on in it. A text that a mapping puts into one segment goes on in the next ones, cut at words; a line break begins a paragraph.
 */
export function splitTextLines(target: TargetObject, group: GroupNode): TargetObject {
  const members = new Map(target.members);
  for (const inner of groupsOf(group)) {
    const value = members.get(inner.name);
    if (value !== undefined) members.set(inner.name, linesOf(value, inner));
  }
  return { ...target, members };
}

function linesOf(value: TargetValue, group: GroupNode): TargetValue {
  const items: readonly TargetValue[] = value.kind === 'list' ? value.items : [value];
  const made = items.flatMap((item): readonly TargetValue[] =>
    item.kind === 'object' ? splitSegment(splitTextLines(item, group), group) : [item],
  );
  const [only] = made;
  return value.kind !== 'list' && only !== undefined && made.length === 1
    ? only
    : { kind: 'list', items: made };
}

/** A segment as the several that its text needs. */
function splitSegment(segment: TargetObject, group: GroupNode): readonly TargetObject[] {
  const length = fieldsOf(group).find(({ name }) => name === 'TDLINE')?.maxLength;
  const text = segment.members.get('TDLINE');
  if (length === undefined || text?.kind !== 'scalar') return [segment];
  const paragraphs = text.text.split(/\r\n|\r|\n/).filter((one) => one.trim() !== '');
  const lines = paragraphs.flatMap((one) =>
    piecesOf(one, length).map((line, n) => ({ line, isFirst: n === 0 })),
  );
  if (lines.length < 2) return [segment];
  return lines.map(({ line, isFirst }, n) => {
    const format = n === 0 ? segment.members.get('TDFORMAT') : isFirst ? buildScalar('*') : undefined;
    const rest = new Map([...segment.members].filter(([name]) => name !== 'TDFORMAT'));
    if (format !== undefined) rest.set('TDFORMAT', format);
    return { ...segment, members: rest.set('TDLINE', { ...text, text: line }) };
  });
}

/** Of so many characters at the most, cut at blanks; a longer word stays whole. */
function piecesOf(paragraph: string, length: number): readonly string[] {
  const pieces: string[] = [];
  for (const word of paragraph.trim().split(/ +/)) {
    const longer = `${pieces.at(-1) ?? ''} ${word}`.trimStart();
    if (pieces.length > 0 && longer.length <= length) pieces[pieces.length - 1] = longer;
    else pieces.push(word);
  }
  return pieces;
}

const buildScalar = (text: string): TargetValue => ({ kind: 'scalar', type: 'string', text });
