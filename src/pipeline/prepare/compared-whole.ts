import type { MappingContext } from '../../mapping/interface.ts';
import { type ExportedOrder, readExportedOrder } from '../../negotiation/exported-order.ts';
import { deviatingValues } from '../../negotiation/line-values.ts';
import type { LineReport, LineSelection } from '../../negotiation/select-lines.ts';
import type { TreeDocument } from '../../tree/node.ts';
import type { Finding } from '../../types.ts';
import type { InboundChannel } from '../channel.ts';
import { NotUsable } from '../workers/not-usable.ts';
import type { Toolbox } from '../workers/toolbox.ts';
import { contextOf } from './common.ts';
import { type Comparing, compareOrder, selectionFindings } from './compared.ts';
import type { OrderState } from './order-state.ts';
import type { PrepareTask } from './prepare.ts';

/** The mapping that says how an SCSN order reads at the exchange: by its values orders that go as XML are compared. */
const reading = 'order-to-exchange';

/** What is to be told of an order that goes whole, as XML. */
export interface WholeOrderNews {
  /** No line of it says anything new. */
  readonly isUntouched: boolean;
  readonly findings: readonly Finding[];
}

/** Undefined where nothing is known of the order, or it cannot be read as the exchange's. */
export function compareWholeOrder(
  tools: Toolbox,
  task: PrepareTask,
  channel: InboundChannel,
  state: OrderState,
  tree: TreeDocument,
): WholeOrderNews | undefined {
  if (task.message.forced || state.revision === 0 || channel.kind !== 'order') return undefined;
  const comparing = readerOf(tools, task, channel, state);
  const order = comparing && exportedOrder(comparing, tree, comparing.context);
  if (comparing === undefined || order === undefined) return undefined;
  const { selection, standingOf } = compareOrder(comparing, order);
  const refused = [...order.lines].some(([, { mark }]) => mark === 'refuse');
  if (selection.sent.size === 0 && !selection.ask && !refused)
    return { isUntouched: true, findings: selectionFindings(comparing, selection, tree) };
  const reports = reopened(order, selection, standingOf);
  return { isUntouched: false, findings: selectionFindings(comparing, { ...selection, reports }, tree) };
}

function readerOf(
  tools: Toolbox,
  task: PrepareTask,
  channel: InboundChannel,
  state: OrderState,
): Comparing | undefined {
  try {
    const mapping = tools.mapping(reading);
    return { tools, task, channel, state, context: contextOf(task, channel, state, ''), mapping };
  } catch (error) {
    if (error instanceof NotUsable) return undefined;
    throw error;
  }
}

function exportedOrder(
  { mapping }: Comparing,
  tree: TreeDocument,
  context: MappingContext,
): ExportedOrder | undefined {
  const { target } = mapping.run(tree, context);
  return target && readExportedOrder(target);
}

/** A line that would stay here goes along: what it says otherwise than agreed is asked for again. */
function reopened(
  { lines }: ExportedOrder,
  { sent, reports }: LineSelection,
  standingOf: (position: string) => LineReport['standing'],
): readonly LineReport[] {
  const along = [...lines].filter(([position, { cancelled }]) => !sent.has(position) && !cancelled);
  const told = along.flatMap(([position, { values }]) => {
    const standing = standingOf(position);
    const names = standing ? deviatingValues(values, standing.agreed) : [];
    return names.length === 0
      ? []
      : [{ code: 'line-reopens' as const, position, names, own: values, standing }];
  });
  const kept = reports.filter(({ code }) => code === 'line-reopens' || code === 'accepted-otherwise');
  return [...kept, ...told];
}
