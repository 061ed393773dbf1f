import { readEventEnvelope } from '../../exchange/documents/event-envelope.ts';
import { readOrderIdentity } from '../../exchange/documents/order-identity.ts';
import { createFinding, createFindingFromDraft } from '../../findings/create-finding.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import type { MappingOutput, OutputDocument } from '../../mapping/mapping-output.ts';
import { parseJsonTree } from '../../tree/json/parse-json.ts';
import type { TreeDocument } from '../../tree/nodes/tree-node.ts';
import type { OutboundChannel } from '../channel/channel.ts';
import { findOtherCompanyReason } from '../check/check-received.ts';
import { findUnusableInBody } from '../check/unusable-identifiers.ts';
import { keepLines } from '../order-state/order-json.ts';
import {
  isSameResult,
  listFreshLines,
  type OrderState,
  parseState,
  type ReceivedChange,
} from '../order-state/order-state.ts';
import { buildReceivedChange } from '../order-state/received-order.ts';
import { findSeenLines } from '../order-state/seen-lines.ts';
import { resolveChain } from '../runtime/channel-chain.ts';
import type { ChannelRuntime } from '../runtime/channel-runtime.ts';
import { writeAndReadBack } from '../runtime/write-and-read-back.ts';
import { type MappingCall, withRuleInAdvice } from './advice-with-rule.ts';
import {
  buildDeliveredChange,
  buildOrderContext,
  buildParked,
  buildRefused,
  buildSettled,
  buildUnchanged,
  concludeWithTarget,
  isUnchangedLine,
} from './prepare-results.ts';
import type { PrepareResult, PrepareStep, PrepareTask } from './prepare-task.ts';
import { mapFindings, runMappingChain } from './run-chain.ts';
import { listAnsweredLines, withEndedTasks } from './task-changes.ts';

/** Exchange -> ERP. */
export function prepareOutbound(
  tools: ChannelRuntime,
  task: PrepareTask,
  channel: OutboundChannel,
): PrepareStep {
  const state = parseState(task.state);
  const event = readEventEnvelope(task.bytes).eventName ?? '';
  const body = task.gathered ?? task.bytes;
  const order = readOrderIdentity(body);
  if (!order?.id) return buildParked(createFinding('order-unreadable', {}, {}, channel.language));
  const unusable = findUnusableInBody(order, channel.language);
  if (unusable) return buildParked(unusable);
  const text = Buffer.from(body).toString('utf8');
  const received = { ...buildReceivedChange(body, order.lines), seen: findSeenLines(state, text) };
  const foreign = findOtherCompanyReason(channel, order);
  if (foreign) return buildSettled('ignored', foreign);
  const fresh = listFreshLines(state, channel.name, order.lines);
  const answered = listAnsweredLines(channel, state, order.lines, fresh);
  if (task.message.note)
    return withEndedTasks(
      buildSettled('ignored', 'It lies before the start of this channel (firstRun: noteOnly).', received),
      answered,
    );
  const { mapping, rest } = resolveOutboundMappings(tools, channel);
  const again = task.message.forced || mapping.again(event);
  if (!again && order.lines.length > 0 && fresh.size === 0)
    return buildSettled('ignored', 'Nothing in it is newer than what was handled before.', received);
  // A response says only what is new; an order is always complete.
  const news = again || channel.kind === 'order' ? text : keepLines(text, fresh);
  const fields = { purchaseOrderNumber: order.purchaseOrderNumber ?? '', eventName: event };
  const published = { task, channel, state, again, received, mapping, rest, fields };
  return withEndedTasks(preparePublication(tools, published, news), answered);
}

/** The first mapping of a channel, and those behind it. */
export function resolveOutboundMappings(
  tools: ChannelRuntime,
  channel: OutboundChannel,
): Pick<OutboundInput, 'mapping' | 'rest'> {
  const { maps, translation } = resolveChain(tools, channel);
  const [mapping, ...rest] = [...maps, ...(translation ? [translation] : [])];
  if (mapping === undefined) throw new Error(`${channel.name} has no mapping.`);
  return { mapping, rest };
}

export interface OutboundInput {
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
export function preparePublication(tools: ChannelRuntime, p: OutboundInput, body: string): PrepareStep {
  const { task, channel, state, again, mapping, fields } = p;
  const read = parseJsonTree(body);
  if (read.fault) return buildParked(createFindingFromDraft(read.fault, channel.language));
  const context = buildOrderContext(task, channel, state, fields.eventName);
  const making = { mapping, tree: read.tree, context };
  return {
    ...making,
    holds: (key, print) => !again && isUnchangedLine(task, state, key, print),
    conclude: (made) =>
      concludeWithTarget(made, (whole) => buildPublication(tools, p, { whole, made, making }), p.received),
  };
}

interface PublishingInput {
  readonly whole: OutputDocument;
  readonly made: MappingOutput;
  readonly making: MappingCall;
}

/** The target as a file for the ERP, unless it says what was published before: that is decided on the SCSN document. */
function buildPublication(
  tools: ChannelRuntime,
  p: OutboundInput,
  { whole, made, making }: PublishingInput,
): PrepareResult {
  const { settings, name } = p.channel;
  if (!p.again && isSameResult(p.state, 'outbound', name, whole.fingerprint))
    return buildUnchanged(p.received);
  if (whole.isAllHeld) return buildUnchanged(p.received);
  const { bytes, findings: raw, tree } = writeAndReadBack(tools, p.channel, p.mapping.to, whole.payload);
  const found = withRuleInAdvice(raw, making);
  const findings = [...made.result.findings, ...found];
  const broken = found.find(({ severity }) => severity !== 'warning');
  if (broken) return buildRefused(broken, findings, p.received);
  const last =
    p.rest.length === 0 || !tree ? { bytes, findings: [] } : runRest(tools, p, { bytes, tree, making });
  if ('prepared' in last)
    return mapFindings(last.prepared, (own) => [...findings, ...withRuleInAdvice(own, making)]);
  return {
    kind: 'deliver',
    bytes: last.bytes,
    findings: [...findings, ...withRuleInAdvice(last.findings, making)],
    change: { delivered: buildDeliveredChange(p.task, whole), received: p.received },
    mapping: p.mapping.hash,
    fields: { ...p.fields, documentType: settings.document.replace(/^.*\//, '') },
  };
}

/** From the SCSN document to the ERP's own. */
function runRest(
  tools: ChannelRuntime,
  { channel, rest, received }: OutboundInput,
  { bytes, tree, making }: { bytes: Uint8Array; tree: TreeDocument; making: MappingCall },
) {
  const { context } = making;
  return runMappingChain(
    { tools, channel, context, received },
    { bytes, tree, steps: [], findings: [] },
    rest,
  );
}
