import { largeDocumentSize } from '../../journal/model/message.ts';
import type { Mapping, MappingContext } from '../../mapping/mapping.ts';
import type { OutputDocument } from '../../mapping/mapping-output.ts';
import { type ExportedOrder, readExportedOrder } from '../../negotiation/exported-order.ts';
import { buildLineFindings } from '../../negotiation/line-findings.ts';
import { type KnownOrder, type LineSelection, selectLines } from '../../negotiation/select-lines.ts';
import { nodePositionOf, pathOf } from '../../tree/nodes/items.ts';
import type { TreeDocument, TreeElement } from '../../tree/nodes/tree-node.ts';
import type { Finding, TaskRequest } from '../../types.ts';
import type { InboundChannel } from '../channel/channel.ts';
import { translate } from '../check/translate-document.ts';
import { type ExportedChange, neverSent, splitDocumentKey } from '../order-state/exported-state.ts';
import type { OrderState, StateChange } from '../order-state/order-state.ts';
import { type ChannelChain, resolveChain } from '../runtime/channel-chain.ts';
import type { ChannelRuntime } from '../runtime/channel-runtime.ts';
import { computeGeneration } from '../runtime/generation-hash.ts';
import { buildKnownOrder } from './known-order.ts';
import type { PrepareTask } from './prepare-task.ts';
import { runMappingChain } from './run-chain.ts';
import { createPortalTask } from './task-changes.ts';

/** A changed order is compared line by line and value by value (docs/changed-orders.md): the room negotiation decides, this asks it. */

export interface OrderComparison {
  readonly tools: ChannelRuntime;
  readonly task: PrepareTask;
  readonly channel: InboundChannel;
  readonly state: OrderState;
  readonly context: MappingContext;
  /** Makes the exchange's order of an SCSN document. */
  readonly mapping: Mapping;
}

/** Which lines of this export go, and how lines stand at the exchange. */
export function compareOrderLines(
  comparing: OrderComparison,
  order: ExportedOrder,
): Pick<KnownOrder, 'standingOf'> & { readonly selection: LineSelection } {
  const { tools, task, channel, state, context } = comparing;
  const known = buildKnownOrder({
    ...{ task, state, context, comparison: order.comparison, by: computeGeneration(tools, channel) },
    reread: (document) => rereadExport(comparing, document),
  });
  return { standingOf: known.standingOf, selection: selectLines(order, known) };
}

/** What a kept document of the ERP says when it is read today; undefined where it is gone, or is refused today. */
function rereadExport(comparing: OrderComparison, document: string): ExportedOrder | undefined {
  const { tools, task, channel, context, mapping } = comparing;
  const [hash = '', around] = splitDocumentKey(document);
  const [bytes, envelope] = [task.bodies[hash], around === undefined ? undefined : task.bodies[around]];
  if (bytes === undefined || (around !== undefined && envelope === undefined)) return undefined;
  const chain = resolveChain(tools, channel);
  const at = { bytes, ...(envelope === undefined ? {} : { envelope }) };
  const { tree: source } = tools.format(channel.settings.document).read(at, { known: true });
  const tree = source && (chain.translation ? translate(tools, channel, chain, source).made?.tree : source);
  const last = tree && mapBeforeLast({ tools, channel, context, chain, mapping }, tree, bytes);
  const target = last && mapping.run(last, context).target;
  return target && readExportedOrder(target);
}

/** The document that the exchange's order is made of. */
function mapBeforeLast(
  {
    tools,
    channel,
    context,
    chain,
    mapping,
  }: Pick<OrderComparison, 'tools' | 'channel' | 'context' | 'mapping'> & { readonly chain: ChannelChain },
  tree: TreeDocument,
  bytes: Uint8Array,
): TreeDocument | undefined {
  const before = chain.maps.filter((one) => one !== mapping);
  const end = runMappingChain({ tools, channel, context }, { tree, bytes, steps: [], findings: [] }, before);
  return 'prepared' in end ? undefined : end.tree;
}

/** What is told of the lines; where a line that goes reopens what was agreed, the channel may want a person to decide. */
export function createSelectionFindings(
  { channel }: OrderComparison,
  { reports }: LineSelection,
  tree: TreeDocument,
): readonly Finding[] {
  const lines = indexLines(tree);
  const placeOf = (position: string) => {
    const line = lines.get(position);
    return line ? { ...nodePositionOf(line), path: pathOf(line) } : {};
  };
  return buildLineFindings(reports, {
    language: channel.language,
    reopens: channel.settings.reopens,
    locationOf: placeOf,
  });
}

function indexLines({ root }: TreeDocument): ReadonlyMap<string, TreeElement> {
  const elements = ({ childNodes }: TreeElement, name: string): readonly TreeElement[] =>
    childNodes.filter((child): child is TreeElement => child.nodeType === 1 && child.localName === name);
  const lines = elements(root, 'OrderLine').flatMap((line) => {
    const [id] = elements(line, 'LineItem').flatMap((item) => elements(item, 'ID'));
    const text = id?.childNodes.map((child) => (child.nodeType === 3 ? child.data : '')).join('');
    return text === undefined ? [] : [[text.trim(), line] as const];
  });
  return new Map(lines);
}

export function createSelectionTasks(
  { channel: { language } }: OrderComparison,
  { tasks }: LineSelection,
): readonly TaskRequest[] {
  return tasks.map((refusal) => createPortalTask(refusal, language));
}

/** What the order state keeps of an export that is taken. Texts and a header that stayed here are new in the next export as well. */
export function buildExportedChange(
  { tools, task: { message, bytes }, channel }: Pick<OrderComparison, 'tools' | 'task' | 'channel'>,
  order?: ExportedOrder,
  reports: LineSelection['reports'] = [],
): ExportedChange {
  const wasLeftOut = (code: string, at: string) =>
    reports.some((report) => report.code === code && report.position === at);
  const lines = [...(order?.lines ?? [])].map(([position, { values, rest, cancelled }]) => {
    const texts = wasLeftOut('line-texts-left-out', position) ? neverSent : rest;
    return [position, { values, rest: texts, ...(cancelled ? { cancelled: true as const } : {}) }];
  });
  const header = wasLeftOut('header-left-out', '') ? neverSent : order?.header;
  return {
    document: bytes.length < largeDocumentSize ? message.hash : '',
    by: computeGeneration(tools, channel),
    ...(message.issued === undefined ? {} : { issued: message.issued }),
    ...(header === undefined ? {} : { header }),
    lines: Object.fromEntries(lines),
  };
}

/** What was sent of each line that goes. */
export function collectSentValues(
  { items }: Pick<OutputDocument, 'items'>,
  order: ExportedOrder,
  { sent, repeated }: LineSelection,
): Pick<NonNullable<StateChange['delivered']>, 'lines' | 'values' | 'compared'> {
  const gone = [...items].filter(([key]) => sent.has(key));
  const values = gone.flatMap(([key]) => {
    const line = order.lines.get(key);
    if (line === undefined) return [];
    const cancelled = line.cancelled ? { cancelled: true as const } : {};
    return [
      [key, { values: line.values, ...cancelled, ...(repeated.has(key) ? { seen: true as const } : {}) }],
    ] as const;
  });
  return {
    lines: Object.fromEntries(gone),
    values: Object.fromEntries(values),
    compared: order.comparison.values,
  };
}
