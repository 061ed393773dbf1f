import type { TargetObject, TargetScalar, TargetValue } from '../../../tree/values/target-tree.ts';
import type { SegmentType } from '../guide/directory.ts';

/**
 * A segment as the several that its text needs: what does not fit into the elements of one goes on in the next, beside the same
 * other elements (a long name in two IMD, a long note in two FTX).
 */
export function splitSegment(segment: TargetObject, { slots }: SegmentType): readonly TargetObject[] {
  for (const { name, parts } of slots) {
    const composite = segment.members.get(name);
    const part = parts.find(({ of }) => of > 1);
    if (composite?.kind !== 'object' || part === undefined) continue;
    const pieces = splitTexts(composite.members.get(part.name), part.length);
    if (pieces.length <= part.of) continue;
    return chunksOf(pieces, part.of).map((items) => {
      const members = new Map(composite.members).set(part.name, { kind: 'list', items });
      return { ...segment, members: new Map(segment.members).set(name, { ...composite, members }) };
    });
  }
  return [segment];
}

function splitTexts(value: TargetValue | undefined, most: number): readonly TargetScalar[] {
  const texts = value?.kind === 'list' ? value.items : value === undefined ? [] : [value];
  return texts.flatMap((one) =>
    one.kind === 'scalar' ? splitText(one.text, most).map((text): TargetScalar => ({ ...one, text })) : [],
  );
}

const chunksOf = <Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] =>
  items.length === 0 ? [] : [items.slice(0, size), ...chunksOf(items.slice(size), size)];

/** A text in pieces of at most so many characters, cut between words and at line breaks; a longer word is cut. */
export function splitText(text: string, most: number): readonly string[] {
  return text.split(/\r?\n/).flatMap((line) => wrapLine(line.trim(), most));
}

function wrapLine(line: string, most: number): readonly string[] {
  const signs = [...line];
  if (signs.length <= most) return line === '' ? [] : [line];
  const head = signs.slice(0, most + 1).join('');
  const blank = head.lastIndexOf(' ');
  const at = blank > 0 ? [...head.slice(0, blank)].length : most;
  // its blank stays where there is room: who joins the pieces has it back
  const first = signs.slice(0, Math.min(at + 1, most)).join('');
  return [
    blank > 0 ? first : signs.slice(0, most).join(''),
    ...wrapLine(signs.slice(at).join('').trimStart(), most),
  ];
}
