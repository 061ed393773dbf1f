import { createHash } from 'node:crypto';
import { orderIdentity } from '../../exchange/model.ts';
import { envelopeOf } from '../../exchange/reading.ts';
import { finding, told } from '../../findings/messages.ts';
import type { Mapping } from '../../mapping/interface.ts';
import { keyedItems, omitUnchanged } from '../../mapping/keyed.ts';
import { fingerprint } from '../../tree/fingerprint.ts';
import { readJson } from '../../tree/json.ts';
import type { OutObject } from '../../tree/out.ts';
import type { Finding } from '../../types.ts';
import type { OutboundChannel } from '../channel.ts';
import { otherRole } from '../check/check.ts';
import { unusableInBody } from '../check/identifiers.ts';
import type { Toolbox } from '../workers/toolbox.ts';
import {
  contextOf,
  delivered,
  isUnchanged,
  park,
  settle,
  unchanged,
  withTarget,
  writtenAs,
} from './common.ts';
import { type Making, toldToMapping } from './made-of.ts';
import { keepLines } from './order-json.ts';
import { freshLines, isSame, type OrderState, parseState, type ReceivedChange } from './order-state.ts';
import type { Prepared, PrepareTask } from './prepare.ts';

/** Exchange -> ERP. */
export function prepareOutbound(tools: Toolbox, task: PrepareTask, channel: OutboundChannel): Prepared {
  const state = parseState(task.state);
  const event = envelopeOf(task.bytes).eventName ?? '';
  const body = task.gathered ?? task.bytes;
  const order = orderIdentity(body);
  if (!order?.id) return park(finding('order-unreadable', {}, {}, channel.language));
  const unusable = unusableInBody(order, channel.language);
  if (unusable) return park(unusable);
  const received = receivedChange(body, order.lines);
  const foreign = otherRole(channel, order);
  if (foreign) return settle('ignored', foreign);
  if (task.message.note)
    return settle('ignored', 'It lies before the start of this channel (firstRun: noteOnly).', received);
  const mapping = tools.mapping(channel.settings.map ?? '');
  const again = task.message.forced || mapping.again(event);
  const fresh = freshLines(state, channel.name, order.lines);
  if (!again && order.lines.length > 0 && fresh.size === 0)
    return settle('ignored', 'Nothing in it is newer than what was handled before.', received);
  const text = Buffer.from(body).toString('utf8');
  // A response says only what is new; an order is always complete.
  const news = again || channel.kind === 'order' ? text : keepLines(text, fresh);
  const fields = { purchaseOrderNumber: order.purchaseOrderNumber ?? '', eventName: event };
  return publication(tools, { task, channel, state, again, received, mapping, fields }, news);
}

export interface Publication {
  readonly task: PrepareTask;
  readonly channel: OutboundChannel;
  readonly state: OrderState;
  readonly again: boolean;
  readonly received: ReceivedChange;
  readonly mapping: Mapping;
  /** For the file name, beside the document type. */
  readonly fields: Readonly<Record<string, string>> & { readonly eventName: string };
}

/** A body of the exchange, mapped, as a file for the ERP. */
export function publication(tools: Toolbox, p: Publication, body: string): Prepared {
  const read = readJson(body);
  if (read.fault) return park(told(read.fault, p.channel.language));
  const context = contextOf(p.task, p.channel, p.state, p.fields.eventName);
  const making = { mapping: p.mapping, tree: read.tree, context };
  const result = p.mapping.run(read.tree, context);
  const { findings } = result;
  return withTarget(result, (target) => publishable(tools, p, { target, findings, making }), p.received);
}

/** What the mapping made, and how. */
interface Mapped {
  readonly target: OutObject;
  readonly findings: readonly Finding[];
  readonly making: Making;
}

/** The target as a file for the ERP, unless it says what was published before. */
function publishable(tools: Toolbox, p: Publication, { target, findings, making }: Mapped): Prepared {
  const print = fingerprint(target);
  const lines = keyedItems(target);
  if (!p.again && isSame(p.state, 'outbound', p.channel.name, print)) return unchanged(p.received);
  const news = p.again
    ? target
    : omitUnchanged(target, (key, value) => isUnchanged(p.task, p.state, key, value));
  if (lines.size > 0 && keyedItems(news).size === 0) return unchanged(p.received);
  const written = writtenAs(tools, p.channel, p.channel.settings.document, news);
  const told = toldToMapping(written.findings, making);
  const all = [...findings, ...told];
  const broken = told.find(({ severity }) => severity !== 'warning');
  if (broken) return { kind: 'park', reason: broken.message, findings: all };
  return {
    kind: 'deliver',
    bytes: written.bytes,
    findings: all,
    change: { delivered: delivered(p.task, print, Object.fromEntries(lines)), received: p.received },
    mapping: p.mapping.hash,
    fields: { ...p.fields, documentType: p.channel.settings.document.replace(/^.*\//, '') },
  };
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
