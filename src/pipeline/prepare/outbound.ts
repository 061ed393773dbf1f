import { createHash } from 'node:crypto';
import { orderIdentity } from '../../exchange/model.ts';
import { envelopeOf } from '../../exchange/reading.ts';
import { finding, told } from '../../findings/messages.ts';
import type { Mapping } from '../../mapping/interface.ts';
import type { Made, Whole } from '../../mapping/make.ts';
import { readJson } from '../../tree/json.ts';
import type { TreeDocument } from '../../tree/node.ts';
import type { OutboundChannel } from '../channel.ts';
import { unusableInBody } from '../check/identifiers.ts';
import { otherRole } from '../check/received.ts';
import { chainOf } from '../workers/chain.ts';
import type { Toolbox } from '../workers/toolbox.ts';
import {
  contextOf,
  delivered,
  isUnchanged,
  park,
  refused,
  settle,
  unchanged,
  withTarget,
  written,
} from './common.ts';
import { type Making, toldToMapping } from './made-of.ts';
import { goOn, withFindings } from './onward.ts';
import { keepLines } from './order-json.ts';
import { freshLines, isSame, type OrderState, parseState, type ReceivedChange } from './order-state.ts';
import type { Prepared, PrepareTask, Step } from './prepare.ts';
import { seenLines } from './seen-lines.ts';
import { answeredLines, withEndsTasks } from './tasks.ts';

/** Exchange -> ERP. */
export function stepOutbound(tools: Toolbox, task: PrepareTask, channel: OutboundChannel): Step {
  const state = parseState(task.state);
  const event = envelopeOf(task.bytes).eventName ?? '';
  const body = task.gathered ?? task.bytes;
  const order = orderIdentity(body);
  if (!order?.id) return park(finding('order-unreadable', {}, {}, channel.language));
  const unusable = unusableInBody(order, channel.language);
  if (unusable) return park(unusable);
  const text = Buffer.from(body).toString('utf8');
  const received = { ...receivedChange(body, order.lines), seen: seenLines(state, text) };
  const foreign = otherRole(channel, order);
  if (foreign) return settle('ignored', foreign);
  const fresh = freshLines(state, channel.name, order.lines);
  const answered = answeredLines(channel, state, order.lines, fresh);
  if (task.message.note)
    return withEndsTasks(
      settle('ignored', 'It lies before the start of this channel (firstRun: noteOnly).', received),
      answered,
    );
  const { mapping, rest } = outwards(tools, channel);
  const again = task.message.forced || mapping.again(event);
  if (!again && order.lines.length > 0 && fresh.size === 0)
    return settle('ignored', 'Nothing in it is newer than what was handled before.', received);
  // A response says only what is new; an order is always complete.
  const news = again || channel.kind === 'order' ? text : keepLines(text, fresh);
  const fields = { purchaseOrderNumber: order.purchaseOrderNumber ?? '', eventName: event };
  const published = { task, channel, state, again, received, mapping, rest, fields };
  return withEndsTasks(publication(tools, published, news), answered);
}

/** The first mapping of a channel, and those behind it. */
export function outwards(tools: Toolbox, channel: OutboundChannel): Pick<Publication, 'mapping' | 'rest'> {
  const { maps, translation } = chainOf(tools, channel);
  const [mapping, ...rest] = [...maps, ...(translation ? [translation] : [])];
  if (mapping === undefined) throw new Error(`${channel.name} has no mapping.`);
  return { mapping, rest };
}

export interface Publication {
  readonly task: PrepareTask;
  readonly channel: OutboundChannel;
  readonly state: OrderState;
  readonly again: boolean;
  readonly received: ReceivedChange;
  readonly mapping: Mapping;
  /** The mappings behind it, up to the document for the ERP. */
  readonly rest: readonly Mapping[];
  /** For the file name, beside the document type. */
  readonly fields: Readonly<Record<string, string>> & { readonly eventName: string };
}

/** A body of the exchange, mapped, as a file for the ERP. */
export function publication(tools: Toolbox, p: Publication, body: string): Step {
  const { task, channel, state, again, mapping, fields } = p;
  const read = readJson(body);
  if (read.fault) return park(told(read.fault, channel.language));
  const context = contextOf(task, channel, state, fields.eventName);
  const making = { mapping, tree: read.tree, context };
  return {
    ...making,
    holds: (key, print) => !again && isUnchanged(task, state, key, print),
    conclude: (made) =>
      withTarget(made, (whole) => publishable(tools, p, { whole, made, making }), p.received),
  };
}

interface Publishing {
  readonly whole: Whole;
  readonly made: Made;
  readonly making: Making;
}

/** The target as a file for the ERP, unless it says what was published before: that is decided on the SCSN document. */
function publishable(tools: Toolbox, p: Publication, { whole, made, making }: Publishing): Prepared {
  const { settings, name } = p.channel;
  if (!p.again && isSame(p.state, 'outbound', name, whole.fingerprint)) return unchanged(p.received);
  if (whole.nothingNew) return unchanged(p.received);
  const { bytes, findings: raw, tree } = written(tools, p.channel, p.mapping.to, whole.news);
  const found = toldToMapping(raw, making);
  const findings = [...made.result.findings, ...found];
  const broken = found.find(({ severity }) => severity !== 'warning');
  if (broken) return refused(broken, findings, p.received);
  const last =
    p.rest.length === 0 || !tree ? { bytes, findings: [] } : onward(tools, p, { bytes, tree, making });
  if ('prepared' in last)
    return withFindings(last.prepared, (own) => [...findings, ...toldToMapping(own, making)]);
  return {
    kind: 'deliver',
    bytes: last.bytes,
    findings: [...findings, ...toldToMapping(last.findings, making)],
    change: { delivered: delivered(p.task, whole), received: p.received },
    mapping: p.mapping.hash,
    fields: { ...p.fields, documentType: settings.document.replace(/^.*\//, '') },
  };
}

/** From the SCSN document to the ERP's own. */
function onward(
  tools: Toolbox,
  { channel, rest, received }: Publication,
  { bytes, tree, making }: { bytes: Uint8Array; tree: TreeDocument; making: Making },
) {
  const { context } = making;
  return goOn({ tools, channel, context, received }, { bytes, tree, steps: [], findings: [] }, rest);
}

export function receivedChange(
  body: Uint8Array,
  lines: readonly { readonly id: string; readonly lastUpdatedAt?: string | undefined }[],
): ReceivedChange {
  const stamps = lines.flatMap(({ id, lastUpdatedAt }) =>
    lastUpdatedAt === undefined ? [] : [[id, lastUpdatedAt] as const],
  );
  return { body: createHash('sha256').update(body).digest('hex'), lines: Object.fromEntries(stamps) };
}
