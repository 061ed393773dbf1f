import { extendPath } from '../../../tree/nodes/extend-path.ts';
import { findChildShape, type Shape } from '../../../tree/nodes/shape.ts';
import { type Disposition, notCarried } from './table.ts';

/** The model of a document as a tree of leaves, and which row of a table each of them has. */

/** `PATH[2]/…` is a second one of the same. */
export const plainPath = (place: string): string => place.replace(/\[\d+\]/g, '');

/** The rows of a table by what they cover. */
export class DispositionIndex {
  /** Of one leaf. */
  readonly exact: ReadonlySet<string>;
  /** Of everything below an element. */
  readonly subtrees: ReadonlyMap<string, Disposition>;
  /** Of an attribute wherever it stands. */
  readonly anywhere: ReadonlyMap<string, Disposition>;
  readonly #above: ReadonlySet<string>;

  constructor(rows: readonly Disposition[]) {
    const places = rows.map((row) => ({ row, place: plainPath(row.place) }));
    const ending = ({ place }: { place: string }) => place.endsWith('/*');
    const general = ({ place }: { place: string }) => place.startsWith('//');
    this.subtrees = new Map(places.filter(ending).map(({ place, row }) => [place.slice(0, -2), row]));
    this.anywhere = new Map(places.filter(general).map(({ place, row }) => [place.slice(2), row]));
    this.exact = new Set(places.filter((one) => !ending(one) && !general(one)).map(({ place }) => place));
    this.#above = new Set(places.flatMap(({ place }) => pathsAbove(place)));
  }

  hasRowBelow(path: string): boolean {
    return this.#above.has(path);
  }
}

function pathsAbove(place: string): string[] {
  const steps = place.split('/').slice(0, -1);
  return steps.map((_, at) => steps.slice(0, at + 1).join('/'));
}

export interface Walk {
  /** Leaves that have a row, of one leaf or of all below an element. */
  readonly leaves: number;
  /** Leaves and elements without one. */
  readonly missing: readonly string[];
}

/** Walks a model. An element is entered only where some row speaks of what is in it: UBL's aggregates have no end. */
export function walkModel(root: Shape, index: DispositionIndex): Walk {
  const missing: string[] = [];
  let leaves = 0;
  const need = (path: string, covered: boolean) => {
    leaves += 1;
    if (!covered) missing.push(path);
  };
  const visit = (shape: Shape, path: string, covered: boolean): void => {
    const whole = covered || index.subtrees.has(path);
    for (const { name } of shape.attributes)
      need(
        extendPath(path, `@${name}`),
        index.exact.has(extendPath(path, `@${name}`)) || index.anywhere.has(`@${name}`),
      );
    for (const { shape: child } of shape.children) {
      const at = extendPath(path, child.name);
      if (child.children.length > 0 && index.hasRowBelow(at)) visit(child, at, whole);
      else need(at, index.exact.has(at) || (whole && !isModelledMoney(child, at)));
      if (child.children.length === 0) visit(child, at, whole);
    }
  };
  visit(root, '', false);
  return { leaves, missing };
}

/** In an element that has rows of its own, what costs money is never one of the rest. */
const isModelledMoney = ({ children }: Shape, path: string): boolean =>
  children.length === 0 && isCommercial(path);

/** The shape at a place; undefined where the model has no such place. */
export function shapeAt(root: Shape, place: string): Shape | undefined {
  const steps = plainPath(place).replace(/\/\*$/, '').split('/');
  return steps.reduce<Shape | undefined>((shape, step) => {
    if (shape === undefined || !step.startsWith('@')) return shape && findChildShape(shape, step)?.shape;
    const attribute = shape.attributes.find(({ name }) => `@${name}` === step);
    return attribute && { ...attribute, attributes: [], children: [], unknown: 'error' };
  }, root);
}

/** Names of what costs money when it is lost, in UBL and in the exchange's JSON. */
const commercialNames =
  /(Amount|Percent|Percentage|Rate|Quantity|Numeric|[dD]ate|UnitOfMeasureIso|Price|value|currencyIso|[pP]osition|ItemNumber|LineID|LotNumberID|SerialID)$|^@(currencyID|unitCode)$/;
/** Everything in these, except who the parties are. */
const commercialParts =
  /(^|\/)(cac:(AllowanceCharge|Price|Contract|PaymentTerms|DeliveryTerms|SubLineItem|\w+ItemIdentification|TransactionConditions)|terms|chargeLines|prices)\//;
const parties = /(^|\/)(cac:\w*Party|\w*Party)\//;

function isCommercial(path: string): boolean {
  if (parties.test(path)) return false;
  return commercialNames.test(path.slice(path.lastIndexOf('/') + 1)) || commercialParts.test(path);
}

/** How far a row of everything below an element is tried: UBL's aggregates have no end. */
export const levels = 2;

/** Commercial leaves that a row of a whole subtree covers, though it does not tell them. */
export function silentlyCovered(root: Shape, index: DispositionIndex): readonly string[] {
  return [...index.subtrees].flatMap(([path, row]) => {
    const shape = row.fate === 'ignored' ? shapeAt(root, path) : undefined;
    const below = shape === undefined ? [] : leavesBelow(shape, path, levels);
    return below.filter((leaf) => isCommercial(leaf) && !index.exact.has(leaf));
  });
}

/** Leaves below an element, so many levels deep, those of rows of their own left to them. */
export function leavesBelow(shape: Shape, path: string, levels: number): readonly string[] {
  if (shape.children.length === 0) return [path];
  if (levels === 0) return [];
  return shape.children.flatMap(({ shape: child }) =>
    leavesBelow(child, `${path}/${child.name}`, levels - 1),
  );
}

/** Is it told where nothing carries it? */
export const isNotCarried = ({ fate, to }: Disposition): boolean => fate === 'told' && to === notCarried;
