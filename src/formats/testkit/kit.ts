import { fileURLToPath } from 'node:url';
import { isElement, textOf } from '../../tree/nodes/tree-builder.ts';
import type { TreeElement } from '../../tree/nodes/tree-node.ts';
import type { TargetObject, TargetValue } from '../../tree/values/target-tree.ts';
import type { Finding } from '../../types.ts';
import { buildDescribedFormat } from '../described-format.ts';
import { openReferencedTexts } from '../description-folders.ts';
import type { CutResult, Format, ReadResult } from '../document-format.ts';

/** What is delivered, for descriptions that build on it. */
export const delivered = openReferencedTexts([fileURLToPath(new URL('../../../mappings', import.meta.url))]);

/** The format of a text that must be right. */
export function formatOf(text: string, name = /^format: (\S+)/m.exec(text)?.[1] ?? 'x'): Format {
  const { format, findings } = buildDescribedFormat(text, `${name}.yaml`, delivered);
  if (format === undefined) throw new Error(findings.map(told).join('\n'));
  return format;
}

/** `3:5 row 3 Aantal field-number`. */
export function told({ line, column, record, field, code }: Finding): string {
  const place = line === undefined ? [] : [`${line}:${column}`];
  const row = record === undefined ? [] : [`row ${record}`];
  return [...place, ...row, ...(field === undefined ? [] : [field]), code].join(' ');
}

export interface FileRead {
  readonly cut: CutResult;
  readonly reads: readonly ReadResult[];
  /** Of the file and of all documents. */
  readonly findings: readonly Finding[];
}

/** Cuts a file and reads its documents. */
export function readFile(format: Format, bytes: Uint8Array | string): FileRead {
  const cut = format.cut(typeof bytes === 'string' ? Buffer.from(bytes) : bytes);
  const reads = cut.documents.map((document) => format.read(document));
  const own = cut.documents.flatMap(({ findings }) => findings ?? []);
  return { cut, reads, findings: [...cut.findings, ...own, ...reads.flatMap(({ findings }) => findings)] };
}

/** A tree as plain values: an element with elements is an object, one name several times a list. */
export function plain(element: TreeElement): unknown {
  const children = element.childNodes.filter(isElement);
  const attributes = element.attributes.map(({ nodeName, value }) => [`@${nodeName}`, value] as const);
  if (children.length === 0 && attributes.length === 0) return textOf(element);
  const groups = Map.groupBy(children, ({ nodeName }) => nodeName);
  const members = [...groups].map(
    ([name, [first, ...more]]) =>
      [
        name,
        first && more.length === 0
          ? plain(first)
          : [first, ...more].flatMap((one) => (one ? [plain(one)] : [])),
      ] as const,
  );
  const text = children.length === 0 ? [['#', textOf(element)] as const] : [];
  return Object.fromEntries([...attributes, ...members, ...text]);
}

/** Plain values of the trees of a file; a document without one is its findings. */
export function plainFile(format: Format, bytes: Uint8Array | string): readonly unknown[] {
  return readFile(format, bytes).reads.map(({ tree, findings }) =>
    tree === undefined ? findings.map(told) : plain(tree.root),
  );
}

/** Where the values stand: `/order/lines[2]/quantity 3:12 row 3 Aantal 1,50`. */
export function places(element: TreeElement, path = `/${element.nodeName}`): readonly string[] {
  const { line, column, origin } = element;
  const own = [`${line}:${column}`, origin && `row ${origin.record}`, origin?.field, origin?.written];
  const children = element.childNodes.filter(isElement);
  const inside = children.flatMap((child) => {
    const same = children.filter(({ nodeName }) => nodeName === child.nodeName);
    const step = same.length === 1 ? child.nodeName : `${child.nodeName}[${same.indexOf(child) + 1}]`;
    return places(child, `${path}/${step}`);
  });
  return [[path, ...own].filter((part) => part !== undefined).join(' '), ...inside];
}

/** A tree as what a mapping would make. */
export function asTarget(element: TreeElement): TargetObject {
  const groups = Map.groupBy(element.childNodes.filter(isElement), ({ nodeName }) => nodeName);
  const members = [...groups].map(([name, [first, ...more]]): readonly [string, TargetValue] => {
    const items = [first, ...more].flatMap((one) => (one === undefined ? [] : [asValue(one)]));
    const [only] = items;
    return [name, only !== undefined && items.length === 1 ? only : { kind: 'list', items }];
  });
  return { kind: 'object', members: new Map(members), ...attributesOf(element) };
}

function asValue(element: TreeElement): TargetValue {
  if (element.childNodes.some(isElement)) return asTarget(element);
  return { kind: 'scalar', type: 'string', text: textOf(element), ...attributesOf(element) };
}

function attributesOf({ attributes }: TreeElement): { attributes?: ReadonlyMap<string, string> } {
  return attributes.length === 0
    ? {}
    : { attributes: new Map(attributes.map(({ nodeName, value }) => [nodeName, value])) };
}

/** A delivered format. */
export const deliveredFormat = (name: string): Format => formatOf(delivered.guide(name) ?? '', name);

/** Plain values as what a mapping would make. */
export function target(value: object): TargetObject {
  const one = (given: unknown): TargetValue => {
    if (typeof given !== 'object' || given === null)
      return { kind: 'scalar', type: 'string', text: String(given) };
    return Array.isArray(given) ? { kind: 'list', items: given.map(one) } : target(given);
  };
  return {
    kind: 'object',
    members: new Map(Object.entries(value).map(([name, given]) => [name, one(given)] as const)),
  };
}
