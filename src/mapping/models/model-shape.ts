import type { Shape, ShapeChild } from '../../tree/nodes/shape.ts';

/**
 * A JSON object as a table of its members: `name` optional, `name!` required, `name[]` an array, `name[]!` an array
 * that must be there. The value is the type of a leaf, or the members of an object.
 */
export interface Members {
  readonly [member: string]: LeafType | Members;
}

export type LeafType =
  | 'text'
  /** No blank inside. */
  | 'identifier'
  | 'decimal'
  | 'integer'
  | 'boolean'
  | 'date'
  /** Local, without zone. */
  | 'datetime'
  /** A moment in UTC, kept as it is written. */
  | 'timestamp'
  | 'uri'
  /** Not documented: anything goes. */
  | 'any';

/** `target`: unknown names are wrong. `source`: they are worth a warning, since the exchange may add members. */
export function buildModelShape(name: string, members: Members, use: 'target' | 'source'): Shape {
  return {
    ...emptyShape(name, use),
    children: Object.entries(members).map((one) => buildChildShape(one, use)),
  };
}

function buildChildShape(
  [written, value]: [string, LeafType | Members],
  use: 'target' | 'source',
): ShapeChild {
  const name = written.replace(/[[\]!]/g, '');
  const shape =
    typeof value === 'string' ? buildLeafShape(name, value, use) : buildModelShape(name, value, use);
  return { shape, many: written.includes('[]'), required: written.endsWith('!') };
}

function buildLeafShape(name: string, type: LeafType, use: 'target' | 'source'): Shape {
  const shape = emptyShape(name, use);
  return type === 'any' ? { ...shape, unknown: 'fine' } : { ...shape, type };
}

function emptyShape(name: string, use: 'target' | 'source'): Omit<Shape, 'type'> {
  return { name, attributes: [], children: [], unknown: use === 'target' ? 'error' : 'warning' };
}
