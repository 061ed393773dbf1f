import type { MappingContext } from '../../mapping/mapping.ts';
import { type ExportedOrder, readExportedOrder } from '../../negotiation/exported-order.ts';
import { isClosed } from '../../negotiation/line-standing.ts';
import { listDeviatingValues } from '../../negotiation/line-values.ts';
import type { LineReport, LineSelection } from '../../negotiation/select-lines.ts';
import type { TreeDocument } from '../../tree/nodes/tree-node.ts';
import type { Finding, TaskRequest } from '../../types.ts';
import type { InboundChannel } from '../channel/channel.ts';
import type { OrderState } from '../order-state/order-state.ts';
import { findUsable, readingMapping } from '../runtime/channel-chain.ts';
import type { ChannelRuntime } from '../runtime/channel-runtime.ts';
import {
  compareOrderLines,
  createSelectionFindings,
  createSelectionTasks,
  type OrderComparison,
} from './compare-order-lines.ts';
import { buildOrderContext } from './prepare-results.ts';
import type { PrepareTask } from './prepare-task.ts';

/** What is to be told of an order that goes whole, as XML. */
export interface WholeOrderChanges {
  /** No line of it says anything new. */
  readonly isUntouched: boolean;
  readonly findings: readonly Finding[];
  readonly reports: LineSelection['reports'];
  /** Refusals: the exchange may read them in the document or not, so that a person sees to them. */
  readonly tasks: readonly TaskRequest[];
}

/** Undefined where nothing is known of the order, or it cannot be read as the exchange's. */
export function compareWholeOrder(
  tools: ChannelRuntime,
  task: PrepareTask,
  channel: InboundChannel,
  state: OrderState,
  tree: TreeDocument,
): WholeOrderChanges | undefined {
  if (task.message.forced || state.revision === 0 || channel.kind !== 'order') return undefined;
  const comparing = buildComparison(tools, task, channel, state);
  const order = comparing && mapExportedOrder(comparing, tree, comparing.context);
  if (comparing === undefined || order === undefined) return undefined;
  const { selection, standingOf } = compareOrderLines(comparing, order);
  const refused = [...order.lines].some(([, { mark }]) => mark === 'refuse');
  const isUntouched = selection.sent.size === 0 && !selection.ask && !refused;
  const reports = isUntouched ? selection.reports : listReopened(order, selection, standingOf);
  const findings = createSelectionFindings(comparing, { ...selection, reports }, tree);
  return { isUntouched, findings, reports, tasks: createSelectionTasks(comparing, selection) };
}

function buildComparison(
  tools: ChannelRuntime,
  task: PrepareTask,
  channel: InboundChannel,
  state: OrderState,
): OrderComparison | undefined {
  const mapping = findUsable(tools, readingMapping);
  if (mapping === undefined) return undefined;
  return { tools, task, channel, state, context: buildOrderContext(task, channel, state, ''), mapping };
}

function mapExportedOrder(
  { mapping }: OrderComparison,
  tree: TreeDocument,
  context: MappingContext,
): ExportedOrder | undefined {
  const { target } = mapping.run(tree, context);
  return target && readExportedOrder(target);
}

/** What is said of a line that goes as it does of one that goes alone. */
const alikeCodes: readonly LineReport['code'][] = [
  ...(['line-reopens', 'accepted-otherwise', 'line-closed', 'line-renumbered'] as const),
];

/** A line that would stay here goes along: what it says otherwise than agreed is asked for again, and so is one that was refused. */
function listReopened(
  { lines }: ExportedOrder,
  { sent, reports }: LineSelection,
  standingOf: (position: string) => LineReport['standing'],
): readonly LineReport[] {
  const along = [...lines].filter(([position, { cancelled }]) => !sent.has(position) && !cancelled);
  const told = along.flatMap(([position, { values }]): readonly LineReport[] => {
    const standing = standingOf(position);
    if (standing === undefined || isClosed(standing)) return [];
    const names = listDeviatingValues(values, standing.agreed);
    const line = { position, names, own: values, standing };
    if (standing.status === 'Rejected') return [{ ...line, code: 'line-asked-again' }];
    return names.length === 0 ? [] : [{ ...line, code: 'line-reopens' }];
  });
  return [...reports.filter(({ code }) => alikeCodes.includes(code)), ...told];
}
