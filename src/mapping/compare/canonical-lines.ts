import { type Node, parseTree } from 'jsonc-parser';
import { textOf } from '../../tree/nodes/tree-builder.ts';
import type { TreeElement } from '../../tree/nodes/tree-node.ts';
import { canonicalPrefix } from '../../tree/values/fingerprint.ts';
import { parseXmlTree } from '../../tree/xml/parse-xml.ts';

/**
 * Documents as lines that can be compared and shown: JSON with its members in order of name, XML with canonical
 * prefixes, anything else as it is. Numbers keep their digits; order of lists and elements counts. `file`: its name.
 */
export function renderCanonicalLines(text: string, file: string): readonly string[] {
  if (file.endsWith('.json')) return renderJsonLines(text);
  return file.endsWith('.xml') ? renderXmlLines(text) : text.split(/\r\n|\n|\r/);
}

function renderJsonLines(text: string): string[] {
  const root = parseTree(text);
  if (root === undefined) return [`not JSON: ${text.slice(0, 80)}`];
  return renderNodeLines(root, text, '', '');
}

function renderNodeLines(node: Node, text: string, margin: string, before: string): string[] {
  const children = node.children ?? [];
  if (node.type === 'array')
    return wrapLines(
      '[',
      ']',
      children.map((item) => [item, ''] as const),
      { text, margin, before },
    );
  if (node.type === 'object') {
    const members = children.map((member): [Node, string] => {
      const [name, value] = member.children ?? [];
      return [value ?? member, `${JSON.stringify(name?.value)}: `];
    });
    members.sort(([, a], [, b]) => (a < b ? -1 : a > b ? 1 : 0));
    return wrapLines('{', '}', members, { text, margin, before });
  }
  const source = text.slice(node.offset, node.offset + node.length);
  return [margin + before + (node.type === 'string' ? JSON.stringify(node.value) : source)];
}

function wrapLines(
  open: string,
  close: string,
  parts: readonly (readonly [Node, string])[],
  { text, margin, before }: { text: string; margin: string; before: string },
): string[] {
  if (parts.length === 0) return [margin + before + open + close];
  const inner = parts.flatMap(([part, name]) => renderNodeLines(part, text, `${margin}  `, name));
  return [margin + before + open, ...inner, margin + close];
}

function renderXmlLines(text: string): string[] {
  const { tree, findings } = parseXmlTree(text);
  return tree === undefined ? [`not XML: ${findings?.[0]?.message}`] : renderElementLines(tree.root, '');
}

function renderElementLines(element: TreeElement, margin: string): string[] {
  const name = canonicalPrefix(element) + element.localName;
  const attributes = element.attributes.map((a) => ` ${a.localName}=${JSON.stringify(a.value)}`).sort();
  const children = element.childNodes.filter((node) => node.nodeType === 1);
  const head = `${margin}${name}${attributes.join('')}`;
  if (children.length === 0) return [`${head}: ${JSON.stringify(textOf(element).trim())}`];
  return [head, ...children.flatMap((child) => renderElementLines(child, `${margin}  `))];
}

/** Lines that differ, `-` expected and `+` got, with up to two lines around them; empty when none does. */
export function diffLines(expected: readonly string[], got: readonly string[]): readonly string[] {
  const steps = computeEditScript(expected, got);
  const shown = steps.map((_, i) => steps.slice(Math.max(0, i - 2), i + 3).some(({ sign }) => sign !== ' '));
  return steps.flatMap(({ sign, line }, i) => {
    if (shown[i]) return [`${sign} ${line}`];
    return shown[i - 1] ? ['  …'] : [];
  });
}

interface DiffStep {
  readonly sign: ' ' | '-' | '+';
  readonly line: string;
}

/** By the longest common subsequence; what is equal at both ends is taken off first. */
function computeEditScript(a: readonly string[], b: readonly string[]): DiffStep[] {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const same = (line: string): DiffStep => ({ sign: ' ', line });
  return [
    ...a.slice(0, start).map(same),
    ...computeMiddleSteps(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...a.slice(a.length - end).map(same),
  ];
}

/** Beyond so many pairs of lines nobody waits for the best way from one to the other. */
const mostPairs = 4_000_000;

function computeMiddleSteps(a: readonly string[], b: readonly string[]): DiffStep[] {
  if (a.length * b.length > mostPairs)
    return [
      ...a.map((line): DiffStep => ({ sign: '-', line })),
      ...b.map((line): DiffStep => ({ sign: '+', line })),
    ];
  const table = computeCommonLengths(a, b);
  const steps: DiffStep[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [left, right] = [a[i], b[j]];
    if (left !== undefined && left === right) {
      steps.push({ sign: ' ', line: left });
      i += 1;
      j += 1;
    } else if (
      right === undefined ||
      (left !== undefined && lengthAt(table, i + 1, j) >= lengthAt(table, i, j + 1))
    ) {
      steps.push({ sign: '-', line: left ?? '' });
      i += 1;
    } else {
      steps.push({ sign: '+', line: right });
      j += 1;
    }
  }
  return steps;
}

function computeCommonLengths(a: readonly string[], b: readonly string[]): number[][] {
  const table = Array.from({ length: a.length + 1 }, () => new Array<number>(b.length + 1).fill(0));
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1) {
      const row = table[i];
      if (row === undefined) continue;
      row[j] =
        a[i] === b[j]
          ? lengthAt(table, i + 1, j + 1) + 1
          : Math.max(lengthAt(table, i + 1, j), lengthAt(table, i, j + 1));
    }
  return table;
}

function lengthAt(table: readonly (readonly number[])[], i: number, j: number): number {
  return table[i]?.[j] ?? 0;
}
