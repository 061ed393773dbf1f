import type { Shape, ShapeChild } from '../../tree/shape.ts';
import type { DocumentShape } from '../interface.ts';
import type { Directory, Part, Slot } from './directory.ts';
import type { EdifactLayout } from './layout.ts';
import type { Member } from './structure.ts';

/** What messages of a format may hold: service segments, then segments and groups as the structure has them. */
export function edifactShape({ directory, members, message }: EdifactLayout): DocumentShape {
  const maker = new ShapeMaker(directory);
  const service = ['UNB', 'UNG', 'UNH'].map(
    (tag): ShapeChild => ({
      shape: filled(maker.segment(tag)),
      many: false,
      required: false,
    }),
  );
  const children = [...service, ...members.map((one) => maker.child(one)), unexpected];
  return {
    root: { name: message.type, attributes: [], children, unknown: 'error' },
    namespaces: new Map(),
  };
}

/** Segments that the structure does not have. */
const unexpected: ShapeChild = {
  shape: { name: 'unexpected', type: 'string', attributes: [], children: [], unknown: 'error' },
  many: true,
  required: false,
};

class ShapeMaker {
  readonly #directory: Directory;
  readonly #segments = new Map<string, Shape>();

  constructor(directory: Directory) {
    this.#directory = directory;
  }

  child(member: Member): ShapeChild {
    const { required, max, name } = member;
    const shape =
      member.kind === 'segment'
        ? this.segment(member.tag)
        : group(name, [...member.members.map((one) => this.child(one)), unexpected]);
    return { shape, many: max > 1, required: required && name !== 'UNS' };
  }

  segment(tag: string): Shape {
    const known = this.#segments.get(tag);
    if (known !== undefined) return known;
    const slots = this.#directory.segments.get(tag)?.slots ?? [];
    const made = group(tag, slots.filter(({ nth }) => nth === 0).map(slotChild));
    this.#segments.set(tag, made);
    return made;
  }
}

/** Who writes fills what a service segment and its composites must have. */
const filled = (shape: Shape): Shape => ({
  ...shape,
  children: shape.children.map((child) => ({ ...child, shape: filled(child.shape), required: false })),
});

const group = (name: string, children: readonly ShapeChild[]): Shape => ({
  name,
  attributes: [],
  children,
  unknown: 'error',
});

function slotChild({ name, parts, isComposite, of, required }: Slot): ShapeChild {
  const [only] = parts;
  if (!isComposite && only !== undefined) return { shape: leaf(only), many: of > 1, required };
  const children = parts
    .filter(({ nth }) => nth === 0)
    .map((part) => ({ shape: leaf(part), many: part.of > 1, required: part.required }));
  return { shape: group(name, children), many: of > 1, required };
}

const leaf = ({ name, type }: Part): Shape => ({
  name,
  type: type === 'decimal' || type === 'identifier' ? type : 'string',
  attributes: [],
  children: [],
  unknown: 'error',
});
