import type { MappingContext } from '../../mapping/mapping.ts';
import type { ExportedLine } from '../../negotiation/decide-line.ts';
import type { ExportedOrder } from '../../negotiation/exported-order.ts';
import { listReceivedLines, resolveStanding, type SentLine } from '../../negotiation/line-standing.ts';
import type { LineComparison } from '../../negotiation/line-values.ts';
import { parsePlain } from '../../negotiation/plain-json.ts';
import type { KnownOrder } from '../../negotiation/select-lines.ts';
import { neverSent } from '../order-state/exported-state.ts';
import type { OrderState } from '../order-state/order-state.ts';
import { listReceivedRevisions } from '../order-state/received-order.ts';
import type { PrepareTask } from './prepare-task.ts';

type OrderBase = NonNullable<KnownOrder['base']>;

/** What the gateway knows of an order when the ERP exports it again. */
export interface KnownOrderParts {
  readonly task: PrepareTask;
  readonly state: OrderState;
  readonly context: MappingContext;
  readonly comparison: LineComparison;
  /** What reads a document today, as one hash. */
  readonly by: string;
  /** Reads a document that is kept as it would be read today; undefined: it is not there any more, or gives nothing today. */
  reread(document: string): ExportedOrder | undefined;
}

export function buildKnownOrder(parts: KnownOrderParts): KnownOrder {
  const { task, state, context, comparison } = parts;
  const base = buildBase(parts);
  const revisions = listReceivedRevisions(state);
  const newest = Math.max(0, ...Object.values(state.received).map(({ revision }) => revision));
  const received = listReceivedLines(
    parsePlain(context.received ?? '{}'),
    (id) => revisions.get(id) ?? newest,
  );
  const { companyId } = context.channel;
  return {
    ...(base ? { base } : {}),
    standingOf: (position) =>
      resolveStanding(
        comparison,
        received.get(position),
        findSentLine(state, position, base?.lines.get(position)),
      ),
    asked: state.asked !== undefined ? 'yes' : companyId ? 'no' : 'cannot',
    ...(task.message.forced ? { forced: task.message.forcedLines ?? 'all' } : {}),
  };
}

/** The last export: as it was read then where nothing that reads it has changed, else read again. */
function buildBase(parts: KnownOrderParts): OrderBase | undefined {
  const { state, by } = parts;
  const { exported } = state;
  if (exported === undefined) return undefined;
  const reread = new Map(
    exported.sources.flatMap((source, index) => {
      const order =
        source.by === by && hasLinesOfSource(state, index) ? undefined : parts.reread(source.document);
      return order ? [[index, order] as const] : [];
    }),
  );
  const latest = reread.get(0);
  const fromWhole = latest !== undefined && Object.keys(exported.lines).length === 0 ? latest.lines : [];
  const kept = Object.entries(exported.lines).map(([position, { source, ...line }]) => {
    const today = reread.get(source)?.lines.get(position);
    if (today === undefined) return [position, { ...line, cancelled: line.cancelled === true }] as const;
    return [position, line.rest === neverSent ? { ...today, rest: neverSent } : today] as const;
  });
  const header = latest && exported.header !== neverSent ? latest.header : exported.header;
  return { ...(header === undefined ? {} : { header }), lines: new Map([...fromWhole, ...kept]) };
}

const hasLinesOfSource = ({ exported }: OrderState, index: number): boolean =>
  Object.values(exported?.lines ?? {}).some(({ source }) => source === index);

/** Without values of its own (sent as XML, say) a line was sent as the ERP exported it. */
function findSentLine(
  { sent }: OrderState,
  position: string,
  base: ExportedLine | undefined,
): SentLine | undefined {
  if (sent === undefined) return undefined;
  const line = sent.lines[position];
  const isWhole = Object.keys(sent.lines).length === 0;
  const values = line?.values ?? (line || isWhole ? base?.values : undefined);
  if (values === undefined) return undefined;
  return {
    values,
    cancelled: line?.values ? line.cancelled === true : base?.cancelled === true,
    revision: line?.revision ?? sent.revision,
    at: line?.at ?? sent.at,
    seen: line?.values ? line.seen === true : 'by-time',
    before: line?.before,
  };
}
