import { existsSync, readFileSync } from 'node:fs';
import { isShipment } from '../../exchange/documents/shipment-identity.ts';
import { localizeError } from '../../findings/localized-error.ts';
import type { Format, Formats } from '../../formats/document-format.ts';
import { findRecognised, requireFormat } from '../../formats/find-format.ts';
import type { FileMapping } from '../../mapping/file-mapping.ts';
import { parseTrees, requireSingle } from '../../mapping/fixtures/fixture-files.ts';
import { decodeSavedText } from '../../text/text-file.ts';
import type { TreeDocument } from '../../tree/nodes/tree-node.ts';

/** A file of documents. Nothing is read at its path: that is how it is called in errors, and JSON is known by its ending. */
export interface SourceFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

/** Throws a LocalizedError where there is none. */
export function readSourceFile(path: string): SourceFile {
  if (!existsSync(path)) throw localizeError('no-file-there', { path });
  return { path, bytes: readFileSync(path) };
}

/** The document of a file that holds one, as a tree. Throws a LocalizedError where it holds several, and as `parseSources`. */
export const parseSource = (mapping: FileMapping, file: SourceFile, formats: Formats): TreeDocument =>
  requireSingle(file.path, parseSources(mapping, file, formats));

/** The documents of a file as trees. Throws a LocalizedError when it cannot be read or is none that the mapping reads. */
export function parseSources(
  { name, from }: Pick<FileMapping, 'name' | 'from'>,
  file: SourceFile,
  formats: Formats,
): readonly TreeDocument[] {
  const { trees, type } = parseAnyDocument(file, formats, from);
  if (type === from) return trees;
  const values = { path: file.path, name, source: from };
  if (type !== undefined) throw localizeError('source-other-type', { ...values, type });
  const { localName: root = '', namespaceURI: namespace } = trees[0]?.root ?? {};
  throw namespace
    ? localizeError('source-unknown-namespace', { ...values, root, namespace })
    : localizeError('source-unknown', { ...values, root });
}

/** Bytes of a beginning by which a format knows its own. */
const headBytes = 65_536;

/**
 * The documents of a file as trees, and what they are: undefined for one of no known type, which is read as if it were what is `expected`.
 * Whatever JSON is about no shipment counts as an order.
 */
export function parseAnyDocument(
  { path, bytes }: SourceFile,
  formats: Formats,
  expected = '',
): { readonly trees: readonly TreeDocument[]; readonly type: string | undefined } {
  if (path.endsWith('.json')) {
    const trees = parseTrees(bytes, path, 'exchange/order', formats);
    return {
      trees,
      type: isShipment(JSON.parse(decodeSavedText(bytes))) ? 'exchange/shipment' : 'exchange/order',
    };
  }
  const head = bytes.subarray(0, headBytes);
  const wanted = formats.names.includes(expected) ? requireFormat(formats, expected) : undefined;
  // several formats may take a table for theirs: the one that is expected comes first
  const format =
    (wanted?.recognise(head) ? wanted : findRecognised(formats, head)) ??
    wanted ??
    requireFormat(formats, formats.names[0] ?? '');
  const trees = parseTrees(bytes, path, format.name, formats);
  return { trees, type: trees.every((tree) => isRoot(tree, format)) ? format.name : undefined };
}

function isRoot({ root: { localName, namespaceURI } }: TreeDocument, format: Format): boolean {
  const { root, namespaces } = format.buildShape();
  return localName === root.name && (namespaceURI ?? '') === (namespaces.get('') ?? '');
}
