/**
 * What a document of some type may hold, for the static check: made from an XSD set or from a model of the exchange's
 * JSON. Aggregates may contain one another: `children` is read when it is needed.
 */
export interface Shape {
  /** As a mapping writes it: `cac:Party`, `orderId`. */
  readonly name: string;
  /** Of a leaf: `decimal`, `boolean`, `date`, `string`, `identifier`, … Absent for an aggregate. */
  readonly type?: string;
  readonly attributes: readonly ShapeAttribute[];
  readonly children: readonly ShapeChild[];
  /** What a name is that is not modelled here: wrong, worth a warning, or nothing to say about. */
  readonly unknown: 'error' | 'warning' | 'fine';
}

interface ShapeAttribute {
  readonly name: string;
  readonly required: boolean;
  readonly type: string;
}

export interface ShapeChild {
  readonly shape: Shape;
  readonly many: boolean;
  readonly required: boolean;
}

/** A shape at its place: what `..` finds. */
export interface PlacedShape {
  readonly shape: Shape;
  readonly parent?: PlacedShape;
}

export function findChildShape(shape: Shape, name: string): ShapeChild | undefined {
  return shape.children.find((one) => one.shape.name === name);
}

/** Below what is not modelled, nothing is. */
export function findOpenShape(holder: Shape | undefined, name: string): Shape | undefined {
  return holder?.unknown === 'fine' ? { name, attributes: [], children: [], unknown: 'fine' } : undefined;
}

/** Every spot of that name somewhere below, each shape once. */
export function findDescendantShapes(from: readonly PlacedShape[], name: string): PlacedShape[] {
  return allBelow(from).filter(({ shape }) => shape.name === name);
}

/** Whether some shape below is open and the name's prefix is none that the shapes have themselves: it may stand there. */
export function canBeOwn(from: readonly PlacedShape[], name: string): boolean {
  const prefix = /^[^:]*:/.exec(name)?.[0];
  const shapes = allBelow(from).map(({ shape }) => shape);
  return (
    prefix !== undefined &&
    shapes.some(({ unknown }) => unknown === 'fine') &&
    !shapes.some((shape) => shape.name.startsWith(prefix))
  );
}

function allBelow(from: readonly PlacedShape[]): PlacedShape[] {
  const found: PlacedShape[] = [];
  const seen = new Set<Shape>();
  const look = (parent: PlacedShape): void => {
    if (seen.has(parent.shape)) return;
    seen.add(parent.shape);
    for (const { shape } of parent.shape.children) {
      const spot = { shape, parent };
      found.push(spot);
      look(spot);
    }
  };
  for (const spot of from) look(spot);
  return found;
}
