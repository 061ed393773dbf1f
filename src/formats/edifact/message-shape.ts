import type { Shape, ShapeChild } from '../../tree/nodes/shape.ts';
import type { DocumentShape } from '../document-format.ts';
import type { Directory, ElementPart, ElementSlot } from './guide/directory.ts';
import type { StructureMember } from './guide/message-structure.ts';
import type { EdifactLayout } from './layout.ts';

/** What messages of a format may hold: service segments, then segments and groups as the structure has them. */
export function buildEdifactShape({ directory, members, message }: EdifactLayout): DocumentShape {
  const maker = new ShapeBuilder(directory);
  const service = ['UNB', 'UNG', 'UNH'].map(
    (tag): ShapeChild => ({
      shape: asFilledByWriter(maker.segment(tag)),
      many: false,
      required: false,
    }),
  );
  const children = [...service, ...members.map((one) => maker.child(one)), unexpectedShape];
  return {
    root: { name: message.type, attributes: [], children, unknown: 'error' },
    namespaces: new Map(),
  };
}

/** Segments that the structure does not have. */
const unexpectedShape: ShapeChild = {
  shape: { name: 'unexpected', type: 'string', attributes: [], children: [], unknown: 'error' },
  many: true,
  required: false,
};

class ShapeBuilder {
  readonly #directory: Directory;
  readonly #segments = new Map<string, Shape>();

  constructor(directory: Directory) {
    this.#directory = directory;
  }

  child(member: StructureMember): ShapeChild {
    const { required, max, name } = member;
    const shape =
      member.kind === 'segment'
        ? this.segment(member.tag)
        : buildGroup(name, [...member.members.map((one) => this.child(one)), unexpectedShape]);
    return { shape, many: max > 1, required: required && name !== 'UNS' };
  }

  segment(tag: string): Shape {
    const known = this.#segments.get(tag);
    if (known !== undefined) return known;
    const slots = this.#directory.segments.get(tag)?.slots ?? [];
    const made = buildGroup(tag, slots.filter(({ nth }) => nth === 0).map(buildSlotChild));
    this.#segments.set(tag, made);
    return made;
  }
}

/** Who writes fills what a service segment and its composites must have. */
const asFilledByWriter = (shape: Shape): Shape => ({
  ...shape,
  children: shape.children.map((child) => ({
    ...child,
    shape: asFilledByWriter(child.shape),
    required: false,
  })),
});

const buildGroup = (name: string, children: readonly ShapeChild[]): Shape => ({
  name,
  attributes: [],
  children,
  unknown: 'error',
});

function buildSlotChild({ name, parts, isComposite, of, required }: ElementSlot): ShapeChild {
  const [only] = parts;
  if (!isComposite && only !== undefined) return { shape: buildLeaf(only), many: of > 1, required };
  const children = parts
    .filter(({ nth }) => nth === 0)
    .map((part) => ({ shape: buildLeaf(part), many: part.of > 1, required: part.required }));
  return { shape: buildGroup(name, children), many: of > 1, required };
}

const buildLeaf = ({ name, type }: ElementPart): Shape => ({
  name,
  type: type === 'decimal' || type === 'identifier' ? type : 'string',
  attributes: [],
  children: [],
  unknown: 'error',
});
