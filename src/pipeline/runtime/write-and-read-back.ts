import type { ReadResult, WriteEnvelope, WriteResult } from '../../formats/document-format.ts';
import { isScsnDocument } from '../../formats/format-names.ts';
import { writeTarget } from '../../mapping/mapping-output.ts';
import { isFormatDocument } from '../../mapping/models/document-models.ts';
import type { TreeDocument } from '../../tree/nodes/tree-node.ts';
import type { TargetObject } from '../../tree/values/target-tree.ts';
import { buildReadOptions, type Channel } from '../channel/channel.ts';
import type { ChannelRuntime } from './channel-runtime.ts';

/** A document that was read and found right. */
interface CheckedDocumentBytes {
  readonly bytes: Uint8Array;
  readonly tree: TreeDocument;
}

/**
 * A target as bytes; a document is read back and held against its rules. `before`: the document of the same format that it was made
 * of; where nothing of it has changed, it is the same, and what is to be said of it has been said.
 */
export function writeAndReadBack(
  tools: ChannelRuntime,
  channel: Channel,
  to: string,
  target: TargetObject,
  { envelope, before }: { readonly envelope?: WriteEnvelope; readonly before?: CheckedDocumentBytes } = {},
): WriteResult & Pick<ReadResult, 'tree'> {
  const options = { language: channel.language, ...(envelope === undefined ? {} : { envelope }) };
  const { bytes, findings } = writeTarget(target, to, tools.formats, options);
  const isLost = !isScsnDocument(to) && findings.some(({ severity }) => severity === 'error');
  if (!isFormatDocument(to) || isLost) return { bytes, findings };
  if (before !== undefined && Buffer.compare(bytes, before.bytes) === 0)
    return { bytes, findings, tree: before.tree };
  const { tree, findings: more } = tools.format(to).read({ bytes }, buildReadOptions(channel));
  return { bytes, findings: [...findings, ...more], ...(tree ? { tree } : {}) };
}
