import { anyOf, type Part, part, type Sentence, type Values } from '../findings/mappings.ts';
import type { Static, UnknownStep } from './infer.ts';
import { suggested } from './nearest.ts';
import { childOf, descendants, mayBeOwn, type Shape, type Spot } from './shape.ts';
import { child, type Syntax, written, writtenName } from './syntax.ts';

type Report = (
  syntax: Syntax,
  sentence: Sentence,
  values: Values,
  severity: 'error' | 'warning',
  unknown: UnknownStep,
) => void;

/** What a step (`axis::test`) finds from the nodes of `context`; an unknown name is reported with the nearest one. */
export function step(syntax: Syntax, context: Static, report: Report): Static {
  const axis = child(syntax, 'xpathAxis')?.text ?? 'child';
  const test = syntax.children.find(({ name }) => name !== 'xpathAxis' && name !== 'predicates');
  const many = context.many;
  if (context.spots === undefined || test === undefined) return { kind: 'node', many };
  const spots = context.spots;
  if (axis === 'self') return context;
  if (axis === 'descendant-or-self' && test.name === 'anyKindTest') return { ...context, deep: true };
  if (axis === 'parent') return upward(spots, test, many);
  if (test.name === 'textTest') return { kind: 'node', many, spots };
  if (test.name !== 'nameTest') return { kind: 'node', many: true };
  return named({ axis, test, spots, many, deep: context.deep ?? false }, report);
}

function upward(spots: readonly Spot[], test: Syntax, many: boolean): Static {
  const parents = spots.map(({ parent }) => parent);
  if (test.name !== 'anyKindTest' || parents.some((parent) => parent === undefined))
    return { kind: 'node', many };
  return { kind: 'node', many, spots: parents.filter((parent) => parent !== undefined) };
}

interface Named {
  readonly axis: string;
  readonly test: Syntax;
  readonly spots: readonly Spot[];
  readonly many: boolean;
  readonly deep: boolean;
}

function named(wanted: Named, report: Report): Static {
  const { axis, test, spots, many, deep } = wanted;
  const name = written(writtenName(test));
  if (axis === 'descendant' || (deep && axis === 'child')) return below(wanted, name, report);
  if (axis === 'attribute') return attribute(wanted, name, report);
  if (axis !== 'child') return { kind: 'node', many: true };
  const found = spots.flatMap((parent) => {
    const known = childOf(parent.shape, name);
    return known === undefined ? [] : [{ parent, ...known }];
  });
  if (found.length === 0) {
    missing(
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

function below({ test, spots }: Named, name: string, report: Report): Static {
  const found = descendants(spots, name);
  if (found.length > 0) return { kind: 'node', many: true, spots: found };
  if (mayBeOwn(spots, name)) return { kind: 'node', many: true };
  if (spots.every(({ shape }) => shape.unknown === 'error' && shape.type === undefined))
    report(test, 'mapping-path/below', { name, where: names(spots) }, 'error', {
      axis: 'descendant',
      name,
    });
  return { kind: 'node', many: true };
}

function attribute({ test, spots, many, deep }: Named, name: string, report: Report): Static {
  if (deep) return { kind: 'node', many: true };
  const types = spots.flatMap(({ shape }) => shape.attributes.filter((one) => one.name === name));
  const open = spots.some(({ shape }) => shape.unknown === 'fine');
  if (types.length === 0 && !open) {
    const known = [...new Set(spots.flatMap(({ shape }) => shape.attributes.map((one) => one.name)))];
    const todo = known.length > 0 ? suggested(name, known, 'attributes') : part('no-attributes');
    const values = { where: names(spots), name, todo };
    report(test, 'mapping-path/attribute', values, 'error', { axis: 'attribute', name });
  }
  const leaf = types.map(({ type }) => ({ shape: attributeShape(name, type) }));
  return leaf.length === 0 ? { kind: 'node', many } : { kind: 'node', many, spots: leaf };
}

function attributeShape(name: string, type: string): Shape {
  return { name, type, attributes: [], children: [], unknown: 'error' };
}

function missing(test: Syntax, name: string, shapes: readonly Shape[], report: Report): void {
  if (shapes.some(({ unknown }) => unknown === 'fine')) return;
  const severity = shapes.some(({ unknown }) => unknown === 'warning') ? 'warning' : 'error';
  const known = [...new Set(shapes.flatMap(({ children }) => children.map(({ shape }) => shape.name)))];
  const where = anyOf([...new Set(shapes.map((shape) => shape.name))]);
  const attributes = shapes.flatMap((shape) => shape.attributes.map((one) => one.name));
  const isAttribute = attributes.includes(name);
  const todo = isAttribute ? part('did-you-mean', { near: `@${name}` }) : suggested(name, known, 'names');
  report(test, 'mapping-path/name', { where, name, todo }, severity, { axis: 'child', name });
}

function names(spots: readonly Spot[]): string | Part {
  return anyOf([...new Set(spots.map(({ shape }) => shape.name))]);
}
