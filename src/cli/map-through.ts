import { formatOf } from '../formats/find.ts';
import type { Formats } from '../formats/interface.ts';
import { explain } from '../mapping/explain.ts';
import type { MappingContext } from '../mapping/interface.ts';
import { ledBack, type Step } from '../mapping/lead-back.ts';
import type { FileMapping } from '../mapping/load.ts';
import { fates } from '../mapping/loss.ts';
import { envelopeOf, type Made, make, writeTarget } from '../mapping/make.ts';
import { isDocument } from '../mapping/models/documents.ts';
import { inputOf } from '../mapping/previous.ts';
import type { Stretch } from '../mapping/through.ts';
import type { TreeDocument } from '../tree/node.ts';
import type { Finding } from '../types.ts';
import { type Named, namedMapping } from './map-common.ts';

/** One mapping, or several with commas: each reads what the one before it made. */
export const namedMappings = (said: string, own: string | undefined): readonly Named[] =>
  said.split(',').map((one) => namedMapping(one.trim(), own));

export const allFolders = (named: readonly Named[]): readonly string[] => [
  ...new Set(named.flatMap(({ folders }) => folders)),
];

/** One mapping of several, and what it came to. */
export interface Ran extends Stretch {
  readonly mapping: FileMapping;
  readonly outcome: Made;
  /** Its findings, and those on the document that it made, with the places of the first document. */
  readonly findings: readonly Finding[];
  readonly wrong: readonly Finding[];
}

/** All mappings, or those up to the one that came to no target. */
export function runThrough(
  mappings: readonly FileMapping[],
  document: TreeDocument,
  context: MappingContext,
  formats: Formats,
): readonly Ran[] {
  const steps: Step[] = [];
  const all: Ran[] = [];
  let source: TreeDocument | undefined = document;
  for (const mapping of mappings) {
    if (source === undefined) break;
    const from: TreeDocument = source;
    const explanation = explain(mapping, from, context);
    const outcome = make(inputOf(mapping, from, context), explanation.result);
    const { stop, findings } = explanation.result;
    const own = ledBack(stop ? [...findings, stop.finding] : findings, steps, context.language);
    const { whole } = outcome;
    const next = whole && isDocument(mapping.to) ? asRead(mapping, whole.target, formats, context) : {};
    steps.push({ mapping, tree: () => from, context, made: next.tree });
    all.push({
      ...{ mapping, outcome, explanation, findings: own },
      fates: fates(mapping, from, context, explanation),
      wrong: ledBack(next.findings ?? [], steps, context.language),
      ...(next.tree ? { made: next.tree } : {}),
    });
    source = next.tree;
  }
  return all;
}

/** What a mapping made, as the next one reads it, and as the gateway judges it. */
function asRead(
  { to }: FileMapping,
  target: NonNullable<Made['whole']>['target'],
  formats: Formats,
  context: MappingContext,
): { readonly tree?: TreeDocument; readonly findings?: readonly Finding[] } {
  const { language } = context;
  const options = language === undefined ? {} : { language };
  const { bytes, findings } = writeTarget(target, to, formats, { ...options, envelope: envelopeOf(context) });
  const read = formatOf(formats, to).read({ bytes }, options);
  return { ...read, findings: [...findings, ...read.findings] };
}
