import { createFinding } from '../../findings/create-finding.ts';
import type { Language } from '../../types.ts';
import type { InboundChannel } from '../channel/channel.ts';
import { computeAge, findLastTaken } from '../order-state/document-age.ts';
import { type OrderState, parseState } from '../order-state/order-state.ts';
import { resolveChain } from '../runtime/channel-chain.ts';
import type { ChannelRuntime } from '../runtime/channel-runtime.ts';
import { withReference } from './envelope-reference.ts';
import { prepareMapped } from './prepare-mapped.ts';
import { buildSettled } from './prepare-results.ts';
import type { PrepareResult, PrepareStep, PrepareTask } from './prepare-task.ts';
import { prepareUnmapped } from './prepare-unmapped.ts';
import { readScsnDocument } from './read-scsn-document.ts';

/** ERP -> exchange. */
export function prepareInbound(
  tools: ChannelRuntime,
  task: PrepareTask,
  channel: InboundChannel,
): PrepareStep {
  const state = parseState(task.state);
  const { message } = task;
  if (!message.forced && state.sent?.bytes === message.hash && hasNoLaterExport(state)) {
    return buildSettled(
      'duplicate',
      `The very same file was delivered last, as message ${state.sent.message}.`,
    );
  }
  const older = message.forced ? undefined : endIfOlder(state, message, channel);
  if (older) return older;
  const chain = resolveChain(tools, channel);
  const scsn = readScsnDocument(tools, task, channel, chain);
  if (scsn === undefined)
    return {
      kind: 'recheck',
      reason: 'The mapping or format that read it has changed: it is checked again.',
    };
  const step =
    chain.maps.length === 0
      ? prepareUnmapped(tools, task, channel, { state, chain, scsn })
      : prepareMapped(tools, task, channel, { state, chain, scsn });
  return withReference(step, tools, task, channel, state);
}

/** Nothing that the ERP has exported since was taken, though it was not sent. */
const hasNoLaterExport = ({ sent, exported }: OrderState): boolean =>
  exported === undefined || exported.message === sent?.message;

/**
 * A document must not overwrite what was taken later. One that surely is older ends; where its date alone says so, a person
 * decides, and newer ones go meanwhile. The very same answer once more is an old one; the same order may be what the ERP wants now.
 */
function endIfOlder(
  state: OrderState,
  message: PrepareTask['message'],
  { kind, settings, language }: InboundChannel,
): PrepareResult | undefined {
  const age = computeAge(state, message, settings.timeZone);
  const wasDelivered = state.sent?.earlier.includes(message.hash) === true;
  if (age === 'newer')
    return kind === 'response' && wasDelivered ? buildOutdated(state, language) : undefined;
  return age === 'outdated' || wasDelivered
    ? buildOutdated(state, language)
    : buildParkedOlder(state, language);
}

/** The order state stays: it knows a newer one. */
function buildOutdated(state: OrderState, language: Language): PrepareResult {
  const taken = findLastTaken(state);
  const values = { at: taken?.at ?? '', message: taken?.message ?? '' };
  const found = createFinding('newer-was-delivered', values, {}, language);
  return { kind: 'settle', outcome: 'outdated', reason: found.message, findings: [found] };
}

function buildParkedOlder(state: OrderState, language: Language): PrepareResult {
  const taken = findLastTaken(state);
  const values = { at: taken?.at ?? '', message: taken?.message ?? '' };
  const found = createFinding('older-than-delivered', values, {}, language);
  return { kind: 'park', reason: found.message, findings: [found], released: true };
}
