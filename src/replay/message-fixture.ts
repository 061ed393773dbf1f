import { readOrderIdentity } from '../exchange/documents/order-identity.ts';
import { FileMapping } from '../mapping/load-mapping.ts';
import type { ItemChange, MappingContext, MappingResult } from '../mapping/mapping.ts';
import { type KeptValue, maskFixture } from '../mapping/mask/mask-fixture.ts';
import { isFormatDocument } from '../mapping/models/document-models.ts';
import { collectKeyedItems } from '../mapping/run/keyed-items.ts';
import { keepLines } from '../pipeline/order-state/order-json.ts';
import { listFreshLines, parseState } from '../pipeline/order-state/order-state.ts';
import { startPrepare } from '../pipeline/prepare/prepare.ts';
import type { PrepareTask } from '../pipeline/prepare/prepare-task.ts';
import type { ChannelRuntime } from '../pipeline/runtime/channel-runtime.ts';
import { rerunCheck, type StepInput } from './rerun/rerun-steps.ts';

/** A fixture's files, by name. */
export interface MessageFixture {
  readonly mapping: string;
  readonly files: Readonly<{ [name: string]: string | Uint8Array }>;
  /** Of a masked one. */
  readonly kept: readonly KeptValue[];
}

/** A message cannot become a fixture, in words. */
export class FixtureNotPossible extends Error {
  readonly code = 'no-fixture';
}

/**
 * What the mapping was given for a message, as the files of a fixture: document, context with the order state. `seed`: masked. Throws
 * NoFixture, NotMasked.
 */
export function buildMessageFixture(tools: ChannelRuntime, given: StepInput, seed?: string): MessageFixture {
  const { channel } = given.check;
  if ((channel.settings.map?.length ?? 0) !== 1)
    throw new FixtureNotPossible(
      `Channel ${channel.name} has not exactly one mapping: make the fixture from a document.`,
    );
  const { result, tree: read } = rerunCheck(tools, given);
  if (result.verdict !== 'ready') throw new FixtureNotPossible('Its check ends it: no mapping has seen it.');
  const step = startPrepare(tools, { ...given.prepare, ...(read ? { tree: read } : {}) });
  if ('kind' in step || !(step.mapping instanceof FileMapping))
    throw new FixtureNotPossible('It is decided before the mapping: no rule has seen it.');
  const { mapping } = step;
  const extension = isFormatDocument(mapping.from) ? tools.format(mapping.from).extension : '.json';
  const context = renderContextFile(mapping.name, step.context, mapping.run(step.tree, step.context));
  const document = pickDocumentBytes(given.prepare, mapping, step.context.event);
  const plain = { document, context: `${context}\n` };
  const masked = seed === undefined ? undefined : maskFixture(mapping, tools.formats, plain, seed);
  const { document: bytes, context: text = '' } = masked?.given ?? plain;
  return {
    mapping: mapping.name,
    files: { [`document${extension}`]: bytes, 'context.json': text },
    kept: masked?.kept ?? [],
  };
}

/** As the mapping was given it: of a response the lines that were news. */
function pickDocumentBytes(
  { bytes, gathered = bytes, channel, state, message }: PrepareTask,
  mapping: FileMapping,
  event: string,
): Uint8Array {
  if (channel.direction === 'inbound') return bytes;
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
