import type { JsonObject } from '../model/exact-json.ts';
import type { ChangeRequest, Line, ProcessStatus } from './negotiate-line.ts';

export interface Order {
  readonly id: string;
  readonly companyId: string;
  readonly purchaseOrderNumber: string;
  buyerOrder: JsonObject;
  supplierOrder: JsonObject;
  autoConfirm: boolean;
  lines: Line[];
  version: number;
  lastUpdatedAt: string;
}

/** An order as search and GET give it, in the shape that the specification prints. */
export function orderView(order: Order, lines: readonly Line[] = order.lines): JsonObject {
  return {
    id: order.id,
    buyerOrder: order.buyerOrder,
    supplierOrder: order.supplierOrder,
    lines: lines.map((line) => lineView(order, line)),
    indicators: { deliveryOverdue: false },
    status: { processStatus: orderStatus(order.lines), logisticsStatus: 'Open' },
    version: order.version,
    lastUpdatedAt: order.lastUpdatedAt,
  };
}

function lineView(order: Order, line: Line): JsonObject {
  const current = line.confirmed ?? line.issued;
  return {
    id: `${order.id}-${line.position}`,
    buyerLine: {
      ...line.buyer,
      ...line.issued,
      ...requests({ reopenRequest: line.buyerReopen }),
    },
    supplierLine: {
      ...line.supplier,
      ...requests({ proposal: line.proposal, reopenRequest: line.supplierReopen }),
    },
    ...(line.confirmed ? { confirmedLine: line.confirmed } : {}),
    deliverySchedule: current.deliverySchedule?.map((delivery) => ({ ...delivery, status: 'Open' })),
    prices: current.prices,
    indicators: { deliveryOverdue: false },
    status: { processStatus: line.process, logisticsStatus: 'Open' },
    lastUpdatedAt: line.lastUpdatedAt,
  };
}

function requests(all: Readonly<Record<string, ChangeRequest | undefined>>): JsonObject {
  const made = Object.entries(all).filter(([, request]) => request !== undefined);
  return made.length > 0 ? { requests: Object.fromEntries(made) } : {};
}

/** Confirmed only when every line is; in progress from the first confirmed line on. Cancelled lines do not count. */
function orderStatus(lines: readonly Line[]): ProcessStatus {
  const all = lines.map((line) => line.process);
  const alive = all.filter((status) => status !== 'Cancelled');
  const [first = 'Cancelled'] = alive;
  if (alive.every((status) => status === first)) return first;
  return alive.some((status) => status !== 'Issued') ? 'InProgress' : 'Issued';
}
