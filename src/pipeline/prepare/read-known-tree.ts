import type { FileDocument } from '../../formats/document-format.ts';
import type { TreeDocument } from '../../tree/nodes/tree-node.ts';
import type { ChannelRuntime } from '../runtime/channel-runtime.ts';

/** The tree of a document that was checked before. */
export function readKnownTree(tools: ChannelRuntime, format: string, document: FileDocument): TreeDocument {
  const { tree, findings } = tools.format(format).read(document, { known: true });
  if (tree !== undefined) return tree;
  throw new Error(`A checked document cannot be read: ${findings[0]?.message ?? 'no reason given'}`);
}
