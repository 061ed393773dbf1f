import type { OutObject, OutScalar, OutValue } from '../../tree/out.ts';
import type { SegmentType } from './directory.ts';

/**
 * A segment as the several that its text needs: what does not fit into the elements of one goes on in the next, beside the same
 * other elements (a long name in two IMD, a long note in two FTX).
 */
export function repeatForText(segment: OutObject, { slots }: SegmentType): readonly OutObject[] {
  for (const { name, parts } of slots) {
    const composite = segment.members.get(name);
    const part = parts.find(({ of }) => of > 1);
    if (composite?.kind !== 'object' || part === undefined) continue;
    const pieces = splitAll(composite.members.get(part.name), part.length);
    if (pieces.length <= part.of) continue;
    return chunksOf(pieces, part.of).map((items) => {
      const members = new Map(composite.members).set(part.name, { kind: 'list', items });
      return { ...segment, members: new Map(segment.members).set(name, { ...composite, members }) };
    });
  }
  return [segment];
}

function splitAll(value: OutValue | undefined, most: number): readonly OutScalar[] {
  const texts = value?.kind === 'list' ? value.items : value === undefined ? [] : [value];
  return texts.flatMap((one) =>
    one.kind === 'scalar' ? split(one.text, most).map((text): OutScalar => ({ ...one, text })) : [],
  );
}

const chunksOf = <Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] =>
  items.length === 0 ? [] : [items.slice(0, size), ...chunksOf(items.slice(size), size)];

/** A text in pieces of at most so many characters, cut between words and at line breaks; a longer word is cut. */
export function split(text: string, most: number): readonly string[] {
  return text.split(/\r?\n/).flatMap((line) => wrapped(line.trim(), most));
}

function wrapped(line: string, most: number): readonly string[] {
  const signs = [...line];
  if (signs.length <= most) return line === '' ? [] : [line];
  const head = signs.slice(0, most + 1).join('');
  const blank = head.lastIndexOf(' ');
  const at = blank > 0 ? [...head.slice(0, blank)].length : most;
  // its blank stays where there is room: who joins the pieces has it back
  const first = signs.slice(0, Math.min(at + 1, most)).join('');
  return [
    blank > 0 ? first : signs.slice(0, most).join(''),
    ...wrapped(signs.slice(at).join('').trimStart(), most),
  ];
}
