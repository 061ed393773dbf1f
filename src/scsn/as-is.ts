import type { AsIs, AsIsOptions } from '../formats/interface.ts';
import { decode } from '../tree/decode.ts';
import type { TreeDocument } from '../tree/node.ts';
import { ownElements } from '../tree/open-parts.ts';
import type { SourceText } from '../tree/source-text.ts';
import { readXml } from '../tree/xml.ts';
import type { ElementModel } from './interface.ts';
import { ownFindings, withoutOwn } from './own-extension.ts';
import { repairOrder } from './repair.ts';

/**
 * A checked document that goes on as it is, in UTF-8; its elements in order where that is asked for. Our own extension does not go
 * with it.
 */
export function asIs(
  received: Uint8Array,
  root: () => ElementModel,
  { repair, tree, language }: AsIsOptions = {},
): AsIs {
  const whole = sourceOf(received);
  const read = tree ?? treeOf(whole);
  const isOwn = ownElements(read.root).length > 0;
  const source = isOwn ? whole.as(withoutOwn(whole.text, read)) : whole;
  const known = isOwn ? treeOf(source) : read;
  const findings = ownFindings(read, language);
  if (repair !== 'element-order')
    return { tree: known, findings, bytes: () => source.utf8(asUtf8(source.text)) };
  // check has told what stood in the wrong order
  const put = source.as(repairOrder(source.text, known, root()));
  return { tree: treeOf(put), findings, bytes: () => source.utf8(asUtf8(put.text)) };
}

function sourceOf(bytes: Uint8Array): SourceText {
  const { source } = decode(bytes);
  if (source === undefined) throw new Error('A checked document cannot be decoded.');
  return source;
}

function treeOf(source: SourceText): TreeDocument {
  const { tree, findings } = readXml(source);
  if (tree !== undefined) return tree;
  throw new Error(`A checked document cannot be read: ${findings[0]?.message ?? 'no reason given'}`);
}

/** The declaration must not contradict the bytes. */
const asUtf8 = (text: string): string =>
  text
    .replace(/^\uFEFF/, '')
    .replace(/^(<\?xml[^>]*?)\s+encoding\s*=\s*(["'])[^"']*\2/, '$1 encoding="UTF-8"');
