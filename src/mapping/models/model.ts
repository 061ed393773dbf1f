import type { Shape, ShapeChild } from '../../tree/shape.ts';

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
export function modelShape(name: string, members: Members, use: 'target' | 'source'): Shape {
  return { ...leafless(name, use), children: Object.entries(members).map((one) => childShape(one, use)) };
}

function childShape([written, value]: [string, LeafType | Members], use: 'target' | 'source'): ShapeChild {
  const name = written.replace(/[[\]!]/g, '');
  const shape = typeof value === 'string' ? leafShape(name, value, use) : modelShape(name, value, use);
  return { shape, many: written.includes('[]'), required: written.endsWith('!') };
}

function leafShape(name: string, type: LeafType, use: 'target' | 'source'): Shape {
  const shape = leafless(name, use);
  return type === 'any' ? { ...shape, unknown: 'fine' } : { ...shape, type };
}

function leafless(name: string, use: 'target' | 'source'): Omit<Shape, 'type'> {
  return { name, attributes: [], children: [], unknown: use === 'target' ? 'error' : 'warning' };
}
