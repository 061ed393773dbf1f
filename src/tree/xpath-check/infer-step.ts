import {
  buildMappingPhrase,
  joinAlternatives,
  type MappingPhrase,
  type MappingSentenceName,
  type MappingValues,
} from '../../findings/mapping-sentences.ts';
import { suggestNames } from '../../findings/nearest-names.ts';
import {
  canBeOwn,
  findChildShape,
  findDescendantShapes,
  type PlacedShape,
  type Shape,
} from '../nodes/shape.ts';
import { findChild, readName, renderName, type SyntaxNode } from '../xpath/xpath-syntax.ts';
import type { StaticType, UnknownStep } from './infer-type.ts';

type StepReporter = (
  syntax: SyntaxNode,
  sentence: MappingSentenceName,
  values: MappingValues,
  severity: 'error' | 'warning',
  unknown: UnknownStep,
) => void;

/** What a step (`axis::test`) finds from the nodes of `context`; an unknown name is reported with the nearest one. */
export function inferStep(syntax: SyntaxNode, context: StaticType, report: StepReporter): StaticType {
  const axis = findChild(syntax, 'xpathAxis')?.text ?? 'child';
  const test = syntax.children.find(({ name }) => name !== 'xpathAxis' && name !== 'predicates');
  const many = context.many;
  if (context.spots === undefined || test === undefined) return { kind: 'node', many };
  const spots = context.spots;
  if (axis === 'self') return context;
  if (axis === 'descendant-or-self' && test.name === 'anyKindTest') return { ...context, deep: true };
  if (axis === 'parent') return inferParent(spots, test, many);
  if (test.name === 'textTest') return { kind: 'node', many, spots };
  if (test.name !== 'nameTest') return { kind: 'node', many: true };
  return inferNamed({ axis, test, spots, many, deep: context.deep ?? false }, report);
}

function inferParent(spots: readonly PlacedShape[], test: SyntaxNode, many: boolean): StaticType {
  const parents = spots.map(({ parent }) => parent);
  if (test.name !== 'anyKindTest' || parents.some((parent) => parent === undefined))
    return { kind: 'node', many };
  return { kind: 'node', many, spots: parents.filter((parent) => parent !== undefined) };
}

interface NamedStep {
  readonly axis: string;
  readonly test: SyntaxNode;
  readonly spots: readonly PlacedShape[];
  readonly many: boolean;
  readonly deep: boolean;
}

function inferNamed(wanted: NamedStep, report: StepReporter): StaticType {
  const { axis, test, spots, many, deep } = wanted;
  const name = renderName(readName(test));
  if (axis === 'descendant' || (deep && axis === 'child')) return inferChild(wanted, name, report);
  if (axis === 'attribute') return inferAttribute(wanted, name, report);
  if (axis !== 'child') return { kind: 'node', many: true };
  const found = spots.flatMap((parent) => {
    const known = findChildShape(parent.shape, name);
    return known === undefined ? [] : [{ parent, ...known }];
  });
  if (found.length === 0) {
    reportUnknownName(
      test,
      name,
      spots.map(({ shape }) => shape),
      report,
    );
    return { kind: 'node', many };
  }
  return {
    kind: 'node',
    many: many || found.some((one) => one.many),
    spots: found.map(({ shape, parent }) => ({ shape, parent })),
  };
}

function inferChild({ test, spots }: NamedStep, name: string, report: StepReporter): StaticType {
  const found = findDescendantShapes(spots, name);
  if (found.length > 0) return { kind: 'node', many: true, spots: found };
  if (canBeOwn(spots, name)) return { kind: 'node', many: true };
  if (spots.every(({ shape }) => shape.unknown === 'error' && shape.type === undefined))
    report(test, 'mapping-path/below', { name, where: listNames(spots) }, 'error', {
      axis: 'descendant',
      name,
    });
  return { kind: 'node', many: true };
}

function inferAttribute(
  { test, spots, many, deep }: NamedStep,
  name: string,
  report: StepReporter,
): StaticType {
  if (deep) return { kind: 'node', many: true };
  const types = spots.flatMap(({ shape }) => shape.attributes.filter((one) => one.name === name));
  const open = spots.some(({ shape }) => shape.unknown === 'fine');
  if (types.length === 0 && !open) {
    const known = [...new Set(spots.flatMap(({ shape }) => shape.attributes.map((one) => one.name)))];
    const todo =
      known.length > 0 ? suggestNames(name, known, 'attributes') : buildMappingPhrase('no-attributes');
    const values = { where: listNames(spots), name, todo };
    report(test, 'mapping-path/attribute', values, 'error', { axis: 'attribute', name });
  }
  const leaf = types.map(({ type }) => ({ shape: attributeShape(name, type) }));
  return leaf.length === 0 ? { kind: 'node', many } : { kind: 'node', many, spots: leaf };
}

function attributeShape(name: string, type: string): Shape {
  return { name, type, attributes: [], children: [], unknown: 'error' };
}

function reportUnknownName(
  test: SyntaxNode,
  name: string,
  shapes: readonly Shape[],
  report: StepReporter,
): void {
  if (shapes.some(({ unknown }) => unknown === 'fine')) return;
  const severity = shapes.some(({ unknown }) => unknown === 'warning') ? 'warning' : 'error';
  const known = [...new Set(shapes.flatMap(({ children }) => children.map(({ shape }) => shape.name)))];
  const where = joinAlternatives([...new Set(shapes.map((shape) => shape.name))]);
  const attributes = shapes.flatMap((shape) => shape.attributes.map((one) => one.name));
  const isAttribute = attributes.includes(name);
  const todo = isAttribute
    ? buildMappingPhrase('did-you-mean', { near: `@${name}` })
    : suggestNames(name, known, 'names');
  report(test, 'mapping-path/name', { where, name, todo }, severity, { axis: 'child', name });
}

function listNames(spots: readonly PlacedShape[]): string | MappingPhrase {
  return joinAlternatives([...new Set(spots.map(({ shape }) => shape.name))]);
}
