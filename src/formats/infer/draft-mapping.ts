import type { KnownValues, Rule } from './draft-lines.ts';
import { orderRules } from './draft-order.ts';
import { responseRules } from './draft-response.ts';
import { type DraftAssumption, type DraftedKind, mappingNameOf } from './drafted-kinds.ts';
import { isPlaceable, isSaidInResponse } from './heading-meanings.ts';
import type { SampledDocument, SampledValue } from './sampled-document.ts';
import { tidyRemark } from './yaml-text.ts';

/** How a first mapping to an SCSN document of a kind is drafted. */
export interface DraftRules {
  readonly namespaces?: string;
  /** Delivered tables, by the meaning whose values they translate. */
  readonly tables: Readonly<Record<string, string>>;
  document(known: KnownValues): readonly Rule[];
  line(known: KnownValues): readonly Rule[];
  /** What such a document needs and the sample does not have. */
  unknownInDocument(known: KnownValues): readonly Rule[];
  unknownInLine(known: KnownValues): readonly Rule[];
}

const rulesByKind: Readonly<Record<DraftedKind, DraftRules>> = { order: orderRules, response: responseRules };

interface DraftQuestion {
  /** Name of the format. */
  readonly name: string;
  readonly kind: DraftedKind;
  /** The SCSN document. */
  readonly to: string;
  /** With a question mark where it needs a value that the sample does not have: to be looked at, not to be kept. */
  readonly isSketch?: boolean;
}

/** A mapping's beginning: what the names mean at its place of the SCSN document, the others as remarks. */
export function draftMapping(
  { name, kind, to, isSketch = false }: DraftQuestion,
  { values: all, lines }: SampledDocument,
): string {
  const rules = rulesByKind[kind];
  const known = { kind, lines, values: listPlaced(all, kind) };
  const unit = known.values.get('unit')?.path;
  return [
    `mapping: ${mappingNameOf(name, kind)}`,
    `from: ${name}`,
    `to: ${to}`,
    ...(rules.namespaces === undefined ? [] : [`namespaces: ${rules.namespaces}`]),
    ...renderTables(rules, known),
    ...renderUnplaced(all, known),
    'target:',
    ...renderRuleTree([...rules.document(known), ...(isSketch ? rules.unknownInDocument(known) : [])], '  '),
    '  cac:OrderLine:',
    `    $each: ${lines}`,
    ...(unit === undefined ? [] : [`    $let: { unitCode: "table('unit', upper-case(${unit}), ${unit})" }`]),
    ...renderRuleTree([...rules.line(known), ...(isSketch ? rules.unknownInLine(known) : [])], '    '),
    '',
  ].join('\n');
}

/** Of several that mean the same the first. */
function listPlaced(all: readonly SampledValue[], kind: DraftedKind): ReadonlyMap<string, SampledValue> {
  const placed = all.filter((one) => isPlaceable(one, kind));
  return new Map(placed.toReversed().map((one) => [nameOf(one), one]));
}

const nameOf = ({ meaning }: SampledValue): string => meaning?.name ?? '';

/** `isMeant`: a person has said what a value means. */
export function listAssumptions(
  { values: all }: SampledDocument,
  kind: DraftedKind,
  isMeant: (value: SampledValue) => boolean,
): readonly DraftAssumption[] {
  const values = listPlaced(all, kind);
  const hasPrice = values.has('price');
  const promised = values.get('confirmedDelivery');
  const isResponse = kind === 'response';
  const rules: readonly (readonly [DraftAssumption, boolean])[] = [
    ['unit', !values.has('unit')],
    ['position', !isResponse && !values.has('position')],
    ['currency', hasPrice && !values.has('currency')],
    ['netPrice', hasPrice],
    ['implied', [...values.values()].some(({ type, isPadded }) => isPadded === true && type === 'decimal')],
    ['promised', promised !== undefined && !isMeant(promised) && !isSaidInResponse(promised.heading)],
    ['status', isResponse && !values.has('status')],
  ];
  return rules.flatMap(([assumption, holds]) => (holds ? [assumption] : []));
}

function renderTables({ tables }: DraftRules, { values }: KnownValues): readonly string[] {
  const used = Object.entries(tables).filter(([name]) => values.has(name));
  if (used.length === 0) return [];
  const rows = used.map(([name, file]) => {
    const own = file.replace(/\.csv$/, '.add.csv');
    return `  ${name}: ${file} # the delivered one; rows of your own: ${own}`;
  });
  return ['tables:', ...rows];
}

/** What has no place yet, and what a person leaves out. */
function renderUnplaced(all: readonly SampledValue[], { lines, values }: KnownValues): readonly string[] {
  const unplaced = all.filter((one) => values.get(nameOf(one)) !== one);
  const open = unplaced
    .filter(({ leaveOut }) => leaveOut === undefined)
    .flatMap((one) => listPaths(one, lines).map((path) => ({ path, heading: tidyRemark(one.heading) })));
  const left = unplaced.flatMap((one) =>
    one.leaveOut === undefined
      ? []
      : listPaths(one, lines).map((path) => [path, one.leaveOut ?? ''] as const),
  );
  return [
    ...(open.length === 0
      ? []
      : [
          '# not placed yet; each needs a rule, or a line under ignore:',
          ...open.map(({ path, heading }) => `#   ${path}${heading && `: ${heading}`}`),
        ]),
    ...renderIgnored(left),
  ];
}

/** From the root on. */
function listPaths({ part, path, isBehindDelivery }: SampledValue, lines: string): readonly string[] {
  const places = { order: '', line: `${lines}/`, delivery: `${lines}/deliveries/` };
  const own = `${places[part]}${path}`;
  return isBehindDelivery === true ? [own, `${places.delivery}${path}`] : [own];
}

/** Paths that a person leaves out, each with the reason. */
export const renderIgnored = (
  left: readonly (readonly [path: string, reason: string])[],
): readonly string[] =>
  left.length === 0
    ? []
    : ['ignore:', ...left.map(([path, reason]) => `  - ${JSON.stringify(path)} # ${tidyRemark(reason)}`)];

/** Rules below one another by the steps of their places. */
function renderRuleTree(rules: readonly Rule[], indent: string): readonly string[] {
  const groups = Map.groupBy(rules, ([path]) => path.split('/')[0] ?? '');
  return [...groups].flatMap(([step, inside]) => {
    const [[path, rule] = ['', '']] = inside;
    if (path === step) return [`${indent}${step}: ${rule}`];
    const below = inside.map(([whole, one]) => [whole.slice(step.length + 1), one] as const);
    return [`${indent}${step}:`, ...renderRuleTree(below, `${indent}  `)];
  });
}
