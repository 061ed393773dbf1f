import { type Node, parseTree } from 'jsonc-parser';
import type { Formats } from '../../formats/document-format.ts';
import { requireFormat } from '../../formats/find-format.ts';
import { isFormatDocument } from '../../mapping/models/document-models.ts';
import { pathOf, positionOf } from '../../tree/nodes/items.ts';
import { listFilledLeaves } from '../../tree/nodes/leaves.ts';

/** Lines of a result's text by the paths of its values, as provenance names them. */
export interface TargetLines {
  /** 1-based; undefined: nothing stands there. */
  lineOf(target: string): number | undefined;
}

/** Finds the values of a result in its text. Pure. */
export function locateTargets(text: string, type: string, formats: Formats): TargetLines {
  const lines = isFormatDocument(type) ? locateInFormat(text, type, formats) : locateInJson(text);
  return { lineOf: (target) => lines.get(keyOf(target)) };
}

/** A list of one may be written with its number or without. */
const keyOf = (target: string): string => target.replaceAll('[1]', '');

function locateInFormat(text: string, type: string, formats: Formats): ReadonlyMap<string, number> {
  const { tree } = requireFormat(formats, type).read({ bytes: Buffer.from(text) });
  if (tree === undefined) return new Map();
  const root = `${pathOf(tree.root)}/`;
  return new Map(
    listFilledLeaves(tree.root).map((leaf) => [
      keyOf(pathOf(leaf).slice(root.length)),
      positionOf(leaf).line,
    ]),
  );
}

function locateInJson(text: string): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const root = parseTree(text);
  if (root) collectLines(root, '', countLines(text), found);
  return found;
}

function collectLines(
  node: Node,
  path: string,
  lineAt: (offset: number) => number,
  found: Map<string, number>,
): void {
  const { type, children = [] } = node;
  if (type === 'object')
    for (const { children: [name, value] = [] } of children)
      if (name && value)
        collectLines(value, path === '' ? name.value : `${path}/${name.value}`, lineAt, found);
  if (type === 'array')
    for (const [n, item] of children.entries()) collectLines(item, `${path}[${n + 1}]`, lineAt, found);
  if (type !== 'object' && type !== 'array') found.set(keyOf(path), lineAt(node.offset));
}

/** Of offsets that rise. */
function countLines(text: string): (offset: number) => number {
  let [line, at] = [1, 0];
  return (offset) => {
    for (; at < offset; at += 1) if (text.charCodeAt(at) === 10) line += 1;
    return line;
  };
}
