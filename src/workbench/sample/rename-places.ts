import type { MovedValue } from '../../formats/revise/description-changes.ts';
import type { Finding } from '../../types.ts';

/** A mapping in which names of its source are others now. */
export interface RenamedPlaces {
  readonly text: string;
  /** Rules that were changed, in the order of the file. */
  readonly renamed: readonly RenamedPlace[];
}

export interface RenamedPlace {
  /** 1-based. */
  readonly line: number;
  readonly from: string;
  readonly to: string;
}

/** Rules of one mapping that are looked at: each needs the mapping checked again. */
const mostPlaces = 200;

/**
 * Each place at which the mapping names what is called otherwise now. `listUnknown`: what the mapping names and its source does not have, each
 * at its place. Where two values of one name are called differently now, nothing shows which of them is meant: that place stays.
 */
export function renamePlaces(
  text: string,
  moved: readonly MovedValue[],
  listUnknown: (text: string) => readonly Finding[],
): RenamedPlaces {
  const names = listNewNames(moved);
  const renamed: RenamedPlace[] = [];
  let now = text;
  while (names.size > 0 && renamed.length < mostPlaces) {
    const found = listUnknown(now).flatMap((finding) => renameAt(now, finding, names) ?? [])[0];
    if (found === undefined) break;
    now = found.text;
    renamed.push(found.place);
  }
  return { text: now, renamed: renamed.toSorted((a, b) => a.line - b.line) };
}

/** By the name of before, where all that was called so has one name now. */
function listNewNames(moved: readonly MovedValue[]): ReadonlyMap<string, string> {
  const byName = Map.groupBy(moved, ({ from }) => from);
  return new Map(
    [...byName].flatMap(([from, all]) => {
      const [to, ...others] = new Set(all.map((one) => one.to));
      return to === undefined || others.length > 0 ? [] : [[from, to] as const];
    }),
  );
}

function renameAt(
  text: string,
  { line = 0, column = 1 }: Finding,
  names: ReadonlyMap<string, string>,
): { readonly text: string; readonly place: RenamedPlace } | undefined {
  const lines = text.split('\n');
  const before = lines[line - 1] ?? '';
  const [from = ''] = /^[A-Za-z_][\w.-]*/.exec(before.slice(column - 1)) ?? [];
  const to = names.get(from);
  if (to === undefined) return undefined;
  const after = before.slice(0, column - 1) + to + before.slice(column - 1 + from.length);
  return { text: lines.with(line - 1, after).join('\n'), place: { line, from, to } };
}
