import { readOrderIdentity } from '../../exchange/documents/order-identity.ts';
import { FileMapping } from '../../mapping/file-mapping.ts';
import type { ItemChange, MappingContext, MappingResult } from '../../mapping/mapping.ts';
import type { MappingInput } from '../../mapping/mapping-output.ts';
import { type KeptValue, maskFixture } from '../../mapping/mask/mask-fixture.ts';
import { NotMaskable } from '../../mapping/mask/maskable-document.ts';
import { isFormatDocument } from '../../mapping/models/document-models.ts';
import { collectKeyedItems } from '../../mapping/run/keyed-items.ts';
import { keepLines } from '../../pipeline/order-state/order-json.ts';
import { listFreshLines, parseState } from '../../pipeline/order-state/order-state.ts';
import { startPrepare } from '../../pipeline/prepare/prepare.ts';
import type { PrepareTask } from '../../pipeline/prepare/prepare-task.ts';
import type { ChannelRuntime } from '../../pipeline/runtime/channel-runtime.ts';
import { rerunCheck, type StepInput } from './rerun-steps.ts';

/** A fixture's files, by name. */
export interface MessageFixture {
  readonly mapping: string;
  readonly files: Readonly<{ [name: string]: string | Uint8Array }>;
  /** Of a masked one. */
  readonly kept: readonly KeptValue[];
}

/** A message cannot become a fixture: why, in words. */
export interface NoFixture {
  readonly reason: string;
}

/** What the mapping was given for a message, as the files of a fixture: document, context with the order state. `seed`: masked. */
export function buildMessageFixture(
  tools: ChannelRuntime,
  given: StepInput,
  seed?: string,
): MessageFixture | NoFixture {
  const { channel } = given.check;
  if ((channel.settings.map?.length ?? 0) !== 1)
    return {
      reason: `Channel ${channel.name} has not exactly one mapping: make the fixture from a document.`,
    };
  const seen = runToLastMapping(tools, given);
  if ('reason' in seen) return seen;
  try {
    return buildFiles(tools, given, seen, seed);
  } catch (error) {
    if (error instanceof NotMaskable) return { reason: error.message };
    throw error;
  }
}

/** What the mappings of a channel were given for a message: the document as the first of them read it, and what the last was told. */
export interface MessageTrial {
  readonly document: Uint8Array;
  /** As a context.json says it. */
  readonly context: string;
}

/** Of one mapping or of several behind each other: order state is for the last, translations see none. */
export function buildMessageTrial(tools: ChannelRuntime, given: StepInput): MessageTrial | NoFixture {
  const seen = runToLastMapping(tools, given);
  if ('reason' in seen) return seen;
  const { mapping, tree, context } = seen;
  return {
    document: pickDocumentBytes(tools, given.prepare, mapping, context.event),
    context: renderContextFile(mapping.name, context, mapping.run(tree, context)),
  };
}

type SeenByMapping = Pick<MappingInput, 'tree' | 'context'> & { readonly mapping: FileMapping };

function runToLastMapping(tools: ChannelRuntime, given: StepInput): SeenByMapping | NoFixture {
  const { result, tree: read, translated } = rerunCheck(tools, given);
  if (result.verdict !== 'ready') return { reason: 'Its check ends it: no mapping has seen it.' };
  const checked = { ...(read ? { tree: read } : {}), ...(translated ? { translated } : {}) };
  const step = startPrepare(tools, { ...given.prepare, ...checked });
  if ('kind' in step || !(step.mapping instanceof FileMapping))
    return { reason: 'It is decided before the mapping: no rule has seen it.' };
  const { mapping, tree, context } = step;
  return { mapping, tree, context };
}

/** Throws NotMaskable. */
function buildFiles(
  tools: ChannelRuntime,
  given: StepInput,
  { mapping, tree, context }: SeenByMapping,
  seed: string | undefined,
): MessageFixture {
  const { format, formats } = tools;
  const extension = isFormatDocument(mapping.from) ? format(mapping.from).extension : '.json';
  const text = renderContextFile(mapping.name, context, mapping.run(tree, context));
  const document = pickDocumentBytes(tools, given.prepare, mapping, context.event);
  const plain = { document, context: `${text}\n` };
  const masked = seed === undefined ? undefined : maskFixture(mapping, formats, plain, seed);
  const { document: bytes, context: told = '' } = masked?.given ?? plain;
  return {
    mapping: mapping.name,
    files: { [`document${extension}`]: bytes, 'context.json': told },
    kept: masked?.kept ?? [],
  };
}

/** A document that was cut out of a file, as a file of its own, with the headings or envelope that it needs to be read. */
export function joinOwnFile(
  tools: ChannelRuntime,
  { channel, bytes, inFile }: Pick<PrepareTask, 'channel' | 'bytes' | 'inFile'>,
): Uint8Array {
  return inFile ? tools.format(channel.settings.document).join([{ bytes, ...inFile }]) : bytes;
}

/** As the mapping was given it: of a response the lines that were news. */
function pickDocumentBytes(
  tools: ChannelRuntime,
  task: PrepareTask,
  mapping: FileMapping,
  event: string,
): Uint8Array {
  const { bytes, gathered = bytes, channel, state, message } = task;
  if (channel.direction === 'inbound') return joinOwnFile(tools, task);
  const order = readOrderIdentity(gathered);
  const all = message.forced || mapping.again(event) || channel.kind !== 'response' || !order;
  if (all) return gathered;
  const text = Buffer.from(gathered).toString('utf8');
  return Buffer.from(keepLines(text, listFreshLines(parseState(state), channel.name, order.lines)));
}

/** How each item stood against what was known of the order, by its key. */
const listChanges = (
  context: MappingContext,
  { target }: MappingResult,
): Readonly<Record<string, ItemChange>> =>
  Object.fromEntries(
    [...(target ? collectKeyedItems(target) : [])].map(([key, print]) => [key, context.change(key, print)]),
  );

/** Trees stay as their text, so that numbers keep their digits. */
function renderContextFile(mapping: string, context: MappingContext, result: MappingResult): string {
  const { channel, event, now, sent, published, received } = context;
  const changes = listChanges(context, result);
  const plain = JSON.stringify({ mapping, channel, event, now, changes }, undefined, 2).replace(/\n\}$/, '');
  const trees = Object.entries({ sent, published, received }).flatMap(([name, text]) =>
    text === undefined || text === '{}' ? [] : `,\n  ${JSON.stringify(name)}: ${text}`,
  );
  return `${plain}${trees.join('')}\n}`;
}
