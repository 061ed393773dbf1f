import type { SourcePlace, ValueProvenance } from '../../mapping/explain/explain-run.ts';

/**
 * Both ways: a value by its place in the result, and the values that a place of the document went into. `place`: a part of the result, a
 * path in the document, or its LINE or LINE:COLUMN.
 */
export const filterProvenance = <T extends ValueProvenance<SourcePlace>>(
  all: readonly T[],
  place: string,
): readonly T[] => all.filter((one) => isAbout(one, place));

function isAbout({ target, sources, chosenBy }: ValueProvenance<SourcePlace>, place: string): boolean {
  return isAt(target, place) || [...sources, ...chosenBy].some((source) => isSource(source, place));
}

function isSource({ path, line, column, ofVariable }: SourcePlace, place: string): boolean {
  if (isAt(path, place)) return true;
  return !ofVariable && (place === String(line) || place === `${line}:${column}`);
}

/** There or below; a step without a number means each of its name. */
function isAt(path: string, place: string): boolean {
  return [path, path.replace(/\[\d+\]/g, '')].some(
    (one) => one === place || ['/', '['].some((next) => one.startsWith(place + next)),
  );
}
