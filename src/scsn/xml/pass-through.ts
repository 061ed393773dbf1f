import type { PassThroughOptions, PassThroughResult } from '../../formats/document-format.ts';
import type { SourceText } from '../../tree/nodes/source-text.ts';
import type { TreeDocument } from '../../tree/nodes/tree-node.ts';
import { listOwnElements } from '../../tree/open-parts.ts';
import { decodeXmlBytes } from '../../tree/xml/decode-xml.ts';
import { parseXmlTree } from '../../tree/xml/parse-xml.ts';
import type { ElementModel } from '../schemas/schema-set.ts';
import { checkOwnExtension, removeOwnExtension } from './own-extension.ts';
import { repairOrder } from './repair-order.ts';

/**
 * A checked document that goes on as it is, in UTF-8; its elements in order where that is asked for. Our own extension does not go
 * with it.
 */
export function passThrough(
  received: Uint8Array,
  root: () => ElementModel,
  { repair, tree, language }: PassThroughOptions = {},
): PassThroughResult {
  const whole = sourceOf(received);
  const read = tree ?? treeOf(whole);
  const isOwn = listOwnElements(read.root).length > 0;
  const source = isOwn ? whole.withText(removeOwnExtension(whole.text, read)) : whole;
  const known = isOwn ? treeOf(source) : read;
  const findings = checkOwnExtension(read, language);
  if (repair !== 'element-order')
    return { tree: known, findings, bytes: () => source.utf8(asUtf8(source.text)) };
  // check has told what stood in the wrong order
  const put = source.withText(repairOrder(source.text, known, root()));
  return { tree: treeOf(put), findings, bytes: () => source.utf8(asUtf8(put.text)) };
}

function sourceOf(bytes: Uint8Array): SourceText {
  const { source } = decodeXmlBytes(bytes);
  if (source === undefined) throw new Error('A checked document cannot be decoded.');
  return source;
}

function treeOf(source: SourceText): TreeDocument {
  const { tree, findings } = parseXmlTree(source);
  if (tree !== undefined) return tree;
  throw new Error(`A checked document cannot be read: ${findings[0]?.message ?? 'no reason given'}`);
}

/** The declaration must not contradict the bytes. */
const asUtf8 = (text: string): string =>
  text
    .replace(/^\uFEFF/, '')
    .replace(/^(<\?xml[^>]*?)\s+encoding\s*=\s*(["'])[^"']*\2/, '$1 encoding="UTF-8"');
