import { renderProvenance } from '../../mapping/explain/render-provenance.ts';
import { filterProvenance } from '../../workbench/preview/filter-provenance.ts';
import type { PlainProvenance } from '../../workbench/preview/preview-document.ts';

/** Where values of a result come from, for people: all, or those that a place is about. */
export function printOrigins(origins: readonly PlainProvenance[], place?: string): void {
  const asked = place === undefined ? origins : filterProvenance(origins, place);
  console.log(heading(asked.length, place));
  for (const line of asked.flatMap((one) => renderProvenance(one))) console.log(line);
}

function heading(count: number, place: string | undefined): string {
  if (place === undefined) return '\nWhere each value comes from';
  if (count > 0) return `\nWhere ${place} comes from, or goes to`;
  return `\nNo value of the result is ${place}, or comes from there.`;
}
