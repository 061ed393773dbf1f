import type { Shape } from '../../tree/nodes/shape.ts';
import { type DescriptionNode, type GroupNode, isList } from '../describe/description-nodes.ts';

/** What a document of records may hold. */
export function buildRecordShape(group: GroupNode): Shape {
  const children = group.members.map((member) => ({
    shape: shapeOf(member),
    many: member.kind === 'group' && isList(member),
    required: member.required,
  }));
  return { name: group.name, attributes: [], children, unknown: 'error' };
}

function shapeOf(node: DescriptionNode): Shape {
  if (node.kind === 'group') return buildRecordShape(node);
  const { name, type } = node;
  return {
    name,
    type: type.kind === 'text' ? 'string' : type.kind,
    attributes: [],
    children: [],
    unknown: 'error',
  };
}
