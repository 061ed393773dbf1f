import type { Shape, ShapeChild } from '../../tree/nodes/shape.ts';
import type { ElementModel } from './schema-set.ts';

const shapes = new WeakMap<ElementModel, Shape>();

/** An element of an XSD set as a shape; UBL's aggregates contain one another, so children are made when asked for. */
export function buildElementShape(element: ElementModel): Shape {
  const known = shapes.get(element);
  if (known !== undefined) return known;
  let children: ShapeChild[] | undefined;
  const shape: Shape = {
    name: element.name,
    ...(element.type === undefined ? {} : { type: element.type }),
    attributes: element.attributes,
    unknown: element.open ? 'fine' : 'error',
    get children() {
      children ??= (element.children ?? []).map((child) => ({
        shape: buildElementShape(child.element),
        many: child.max > 1,
        required: child.min > 0,
      }));
      return children;
    },
  };
  shapes.set(element, shape);
  return shape;
}
