import type { DocumentShape } from '../../../formats/document-format.ts';
import { pathOf } from '../../../tree/nodes/items.ts';
import type { Shape } from '../../../tree/nodes/shape.ts';
import type { TreeDocument } from '../../../tree/nodes/tree-node.ts';
import type { Finding } from '../../../types.ts';
import { explainRun } from '../../explain/explain-run.ts';
import { type LeafWithFate, listLeafFates } from '../../explain/leaf-fates.ts';
import type { FileMapping } from '../../file-mapping.ts';
import type { MappingContext, MappingResult } from '../../mapping.ts';
import { textsOf } from '../delivered.ts';
import { DocumentDraft } from './draft.ts';
import { bare, type Step, stepsOf } from './place.ts';

/** What a table of dispositions speaks of: a format, the mapping that reads it, and a small document of it. */
export interface Subject {
  /** Of the table: `edifact-orders`. */
  readonly name: string;
  readonly mapping: FileMapping;
  readonly context: MappingContext;
  readonly base: TreeDocument;
  /** Every element and attribute that the format has, by its path below the root. */
  readonly places: ReadonlyMap<string, Place>;
  /** Repeated elements of which rows mean the one that the base has: its line. */
  readonly shared: ReadonlySet<string>;
  /** Where the code stands that says what an element is: `DTM` → `C507/e2005`. */
  readonly qualifiers: Readonly<Record<string, string>>;
  /** Names of elements of which nothing is left out: `DTM`, `E1EDK03`. */
  readonly commercial: ReadonlySet<string>;
  /** What a new element cannot be without: `gNAD` → `NAD/C082/e3039`. */
  readonly essentials: Readonly<Record<string, string>>;
  /** A value that fits, by the name of an element. */
  readonly samples: Readonly<Record<string, string>>;
  namespaceOf(prefix: string): string | null;
  /** What the format itself says of a document, such as of what it does not describe. */
  read?(document: TreeDocument): readonly Finding[];
}

export interface Place {
  /** Absent: it holds others. */
  readonly type?: string;
  readonly many: boolean;
}

/** All places of a format by path. `isLeftOut`: what nobody writes there (the envelope, what stands in another's way). */
export function placesOf({ root }: DocumentShape, isLeftOut: (path: string) => boolean): Map<string, Place> {
  const places = new Map<string, Place>();
  const walk = (shape: Shape, above: string): void => {
    for (const { shape: child, many } of shape.children) {
      const path = above === '' ? child.name : `${above}/${child.name}`;
      if (isLeftOut(path)) continue;
      places.set(path, { many, ...(child.type === undefined ? {} : { type: child.type }) });
      for (const { name, type } of child.attributes) places.set(`${path}/@${name}`, { many: false, type });
      walk(child, path);
    }
  };
  walk(root, '');
  return places;
}

/** A value and where it is put. */
export interface Put {
  readonly steps: readonly Step[];
  readonly value: string;
}

/** What the mapping did with a document. */
export interface Outcome {
  /** There is a result. */
  readonly isSent: boolean;
  readonly findings: readonly Finding[];
  readonly stop?: { readonly as: string; readonly code: string };
  /** Of the result, by path without positions. */
  readonly texts: ReadonlyMap<string, readonly string[]>;
}

/** Thousands of runs of delivered mappings on small documents: each end, and a thread that watches one takes as long as it. */
export const unwatched = { deadline: Number.POSITIVE_INFINITY };

/** Runs the mapping on the base with these values in it. */
export function outcomeOf(subject: Subject, puts: readonly Put[]): Outcome {
  const { document } = documentWith(subject, puts);
  const made = outcome(subject.mapping.startRun(document, subject.context, unwatched).run());
  const isDescribed = puts.every(({ steps }) => subject.places.has(bare(steps)));
  const own = isDescribed ? [] : (subject.read?.(document) ?? []);
  return { ...made, findings: [...own, ...made.findings] };
}

/** Likewise, with what became of each of these values. */
export function fatesOf(subject: Subject, puts: readonly Put[]) {
  const { mapping, context } = subject;
  const { document, nodes } = documentWith(subject, puts);
  const explanation = explainRun(mapping, document, context, unwatched.deadline);
  const leaves = listLeafFates(mapping, document, context, explanation).map(
    ({ path, fate }) => [path, fate] as const,
  );
  const byPath = new Map(leaves);
  return {
    ...outcome(explanation.result),
    fates: nodes.map((node): LeafWithFate['fate'] => byPath.get(pathOf(node)) ?? 'unread'),
  };
}

function documentWith({ base, ...subject }: Subject, puts: readonly Put[]) {
  const draft = new DocumentDraft(base, {
    essentials: new Map(Object.entries(subject.essentials).map(essential)),
    isShared: (path) => subject.shared.has(path) || subject.places.get(path)?.many === false,
    namespaceOf: subject.namespaceOf,
  });
  for (const { steps, value } of puts) draft.put(steps, value);
  return draft.made();
}

const outcome = (result: MappingResult): Outcome => ({
  isSent: result.target !== undefined,
  findings: result.findings,
  ...stopOf(result),
  texts: textsOf(result.target),
});

/** A clause of the mapping, or a value that it cannot do with. */
function stopOf({ stop, findings }: MappingResult): Pick<Outcome, 'stop'> {
  if (stop !== undefined) return { stop: { as: stop.as, code: stop.finding.code } };
  const parking = findings.find(({ severity }) => severity === 'park');
  return parking === undefined ? {} : { stop: { as: 'parked', code: parking.code } };
}

/** Its value has a name of its own, so that no row takes it for the one that it gives. */
function essential([name, path]: readonly [string, string]) {
  return [name, { steps: stepsOf(path), value: '3' }] as const;
}
