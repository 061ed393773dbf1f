import { type ExportedOrder, readExportedOrder } from '../negotiation/exported-order.ts';
import { listReceivedLines, resolveStanding, type SentLine } from '../negotiation/line-standing.ts';
import { parsePlain } from '../negotiation/plain.ts';
import { type KnownOrder, selectLines } from '../negotiation/select-lines.ts';
import type { TreeDocument } from '../tree/node.ts';
import type { FixtureContext } from './fixture-files.ts';
import type { ItemChange, Mapping, MappingContext } from './interface.ts';
import { collectKeyedItems } from './keyed.ts';
import type { MappingInput } from './make.ts';
import { isFormatDocument } from './models/documents.ts';

/** What a context file says, as a mapping sees it. */
export function buildMappingContext(file: FixtureContext, change: MappingContext['change']): MappingContext {
  const { channel, event, now, sent, published, received } = file;
  return {
    channel,
    event,
    now,
    change,
    ...(sent === undefined ? {} : { sent }),
    ...(published === undefined ? {} : { published }),
    ...(received === undefined ? {} : { received }),
  };
}

/**
 * The context after a document that was delivered before, as production has it: `$change` and `$omit` compare with its keyed
 * items, and `$sent` (of an SCSN document) or `$published` (of an order of the exchange) lists them, unless the file says so itself.
 */
export function buildContextAfter(
  mapping: Mapping,
  file: FixtureContext,
  previous: TreeDocument | undefined,
): MappingContext {
  const before =
    previous &&
    mapping.run(
      previous,
      buildMappingContext(file, () => 'new'),
    ).target;
  const items = before && collectKeyedItems(before);
  const change = (key: string, print: string): ItemChange => {
    const known = items?.get(key);
    return file.changes[key] ?? (known === undefined ? 'new' : known === print ? 'unchanged' : 'changed');
  };
  const lines = [...(items?.keys() ?? [])].map((key) => ({ key, at: file.now }));
  const side = isFormatDocument(mapping.from) ? 'sent' : 'published';
  const known = items === undefined ? {} : { [side]: JSON.stringify({ at: file.now, lines }) };
  return { ...known, ...buildMappingContext(file, change), ...(before ? { before } : {}) };
}

/** All that decides what the mapping makes: what is unchanged counts as held by the other side. */
export function buildMappingInput(
  mapping: Mapping,
  tree: TreeDocument,
  context: MappingContext,
): MappingInput {
  const { before, received } = context;
  const base = before && readExportedOrder(before);
  return {
    ...{ mapping, tree, context },
    holds: (key, print) => context.change(key, print) === 'unchanged',
    ...(base ? { select: (order) => selectLines(order, buildKnownOrder(order, base, received)) } : {}),
  };
}

/** As if the document before was sent, and then the exchange said what the context file says. */
function buildKnownOrder(
  order: ExportedOrder,
  base: ExportedOrder,
  received: string | undefined,
): KnownOrder {
  const lines = listReceivedLines(parsePlain(received ?? '{}'), () => 2);
  const sentOf = (position: string): SentLine | undefined => {
    const line = base.lines.get(position);
    return line && { ...line, revision: 1, at: '', seen: true };
  };
  return {
    base,
    standingOf: (position) => resolveStanding(order.comparison, lines.get(position), sentOf(position)),
    asked: 'yes',
  };
}
