import type { SourceLocation, ValueProvenance } from '../../mapping/explain/explain-run.ts';
import { renderProvenance } from '../../mapping/explain/render-provenance.ts';
import { isOfVariable } from '../../tree/nodes/items.ts';

/** Where values of a result come from, for people. */

/** `place`: a part of the result, a path in the document, or its LINE or LINE:COLUMN; undefined: everything. */
export function printOrigins(origins: readonly ValueProvenance[], place?: string): void {
  const asked = place === undefined ? origins : origins.filter((origin) => isAbout(origin, place));
  console.log(heading(asked.length, place));
  for (const line of asked.flatMap((one) => renderProvenance(one))) console.log(line);
}

function heading(count: number, place: string | undefined): string {
  if (place === undefined) return '\nWhere each value comes from';
  if (count > 0) return `\nWhere ${place} comes from, or goes to`;
  return `\nNo value of the result is ${place}, or comes from there.`;
}

/** Both ways: a value by its place in the result, and the values that a place of the document went into. */
function isAbout({ target, sources, chosenBy }: ValueProvenance, place: string): boolean {
  return isAt(target, place) || [...sources, ...chosenBy].some((source) => isSource(source, place));
}

function isSource({ path, line, column, node }: SourceLocation, place: string): boolean {
  if (isAt(path, place)) return true;
  return !isOfVariable(node) && (place === String(line) || place === `${line}:${column}`);
}

/** There or below; a step without a number means each of its name. */
function isAt(path: string, place: string): boolean {
  return [path, path.replace(/\[\d+\]/g, '')].some(
    (one) => one === place || ['/', '['].some((next) => one.startsWith(place + next)),
  );
}
