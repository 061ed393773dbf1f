import { SaxesParser } from 'saxes';
import { escapeAttribute, escapeText } from '../../tree/xml/escape-xml.ts';

/** An element that tests may change: names and namespace declarations as they are written, texts in one. */
export interface Node {
  name: string;
  text: string;
  readonly attributes: Map<string, string>;
  readonly children: Node[];
}

/** A node where it stands. */
export interface NodePlace {
  readonly node: Node;
  readonly parent: Node;
  readonly at: number;
}

/** Reads a document; blanks between elements, comments and the like are left out. */
export function readNodes(text: string): Node {
  const above: Node[] = [{ name: '', text: '', attributes: new Map(), children: [] }];
  const parser = new SaxesParser();
  const add = (data: string) => {
    const open = above.at(-1);
    if (open !== undefined) open.text += data;
  };
  parser.on('opentag', ({ name, attributes }) => {
    const node: Node = { name, text: '', attributes: new Map(Object.entries(attributes)), children: [] };
    above.at(-1)?.children.push(node);
    above.push(node);
  });
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', () => {
    const node = above.pop();
    if (node !== undefined && node.children.length > 0 && node.text.trim() === '') node.text = '';
  });
  parser.write(text).close();
  const root = above[0]?.children[0];
  if (root === undefined) throw new Error('no element');
  return root;
}

export function writeNode({ name, attributes, text: own, children }: Node): string {
  const written = [...attributes].map(([key, value]) => ` ${key}="${escapeAttribute(value)}"`).join('');
  return `<${name}${written}>${escapeText(own)}${children.map(writeNode).join('')}</${name}>`;
}

/** All nodes below, in document order. */
export function places(parent: Node): NodePlace[] {
  return parent.children.flatMap((node, at) => [{ node, parent, at }, ...places(node)]);
}
