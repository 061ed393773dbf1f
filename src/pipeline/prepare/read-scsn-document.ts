import type { FileDocument } from '../../formats/document-format.ts';
import type { TreeDocument } from '../../tree/nodes/tree-node.ts';
import { bareContext } from '../channel/bare-context.ts';
import type { InboundChannel } from '../channel/channel.ts';
import { parseUploads, replaceWithUploads } from '../check/embedded-files.ts';
import { translate } from '../check/translate-document.ts';
import type { OrderState } from '../order-state/order-state.ts';
import { type ChannelChain, resolveEntry } from '../runtime/channel-chain.ts';
import type { ChannelRuntime } from '../runtime/channel-runtime.ts';
import { buildTranslatorKey } from '../runtime/generation-hash.ts';
import type { PrepareTask } from './prepare-task.ts';
import type { ChainDocument } from './run-chain.ts';

/** What the ERP says of an order, and what is known of that order. */
export interface InboundDocument {
  readonly state: OrderState;
  readonly chain: ChannelChain;
  /** The SCSN document. */
  readonly scsn: ChainDocument;
}

/** The tree of a document that was checked before. */
export function readKnownTree(tools: ChannelRuntime, format: string, document: FileDocument): TreeDocument {
  const { tree, findings } = tools.format(format).read(document, { known: true });
  if (tree !== undefined) return tree;
  throw new Error(`A checked document cannot be read: ${findings[0]?.message ?? 'no reason given'}`);
}

/**
 * The SCSN document that the bytes are or were translated into, with the ids of uploaded files in their places. Undefined where
 * what translated it is not what would do so now: then it is to be judged anew, too.
 */
export function readScsnDocument(
  tools: ChannelRuntime,
  task: PrepareTask,
  channel: InboundChannel,
  chain: ChannelChain,
): ChainDocument | undefined {
  const { bytes, inFile, gathered, translated } = task;
  if (chain.translation && translated?.by !== buildTranslatorKey(tools, channel)) return undefined;
  const [name, document] = translated
    ? [chain.scsn, { bytes: translated.bytes }]
    : [channel.settings.document, { bytes, ...inFile }];
  const read = task.tree ?? readKnownTree(tools, name, document);
  const tree = gathered ? replaceWithUploads(read, parseUploads(gathered)) : read;
  const step =
    chain.translation &&
    (task.step ?? {
      mapping: chain.translation,
      tree: () => readKnownTree(tools, channel.settings.document, { bytes, ...inFile }),
      context: bareContext(channel),
      output: tree,
    });
  return { tree, bytes: document.bytes, steps: step ? [step] : [], findings: [] };
}

/** The SCSN document of one that was checked before: where what translated it has changed, as it is made now. */
export function readScsnTree(
  tools: ChannelRuntime,
  {
    channel,
    bytes,
    inFile,
    translated,
  }: Pick<PrepareTask, 'bytes' | 'inFile' | 'translated'> & {
    readonly channel: InboundChannel;
  },
): TreeDocument {
  const chain = resolveEntry(tools, channel);
  const source = () => readKnownTree(tools, channel.settings.document, { bytes, ...inFile });
  if (chain.translation === undefined) return source();
  if (translated?.by === buildTranslatorKey(tools, channel))
    return readKnownTree(tools, chain.scsn, { bytes: translated.bytes });
  const { made, findings } = translate(tools, channel, chain, source());
  if (made) return made.tree;
  throw new Error(`A checked document cannot be translated: ${findings[0]?.message ?? 'no reason given'}`);
}
