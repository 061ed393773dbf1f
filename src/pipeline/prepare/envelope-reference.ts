import { createFinding } from '../../findings/create-finding.ts';
import type { Finding } from '../../types.ts';
import type { InboundChannel } from '../channel/channel.ts';
import type { OrderState } from '../order-state/order-state.ts';
import type { ChannelRuntime } from '../runtime/channel-runtime.ts';
import { mapStep } from './prepare-results.ts';
import type { PrepareResult, PrepareStep, PrepareTask } from './prepare-task.ts';

/**
 * The reference of a document's envelope (UNB and UNH: sender, recipient, numbers) goes into the order state with what is delivered. A
 * later document of the same order under the same reference is told, and sent all the same: one that was mended by hand has it too.
 */
export function withReference(
  step: PrepareStep,
  tools: ChannelRuntime,
  { bytes, inFile }: Pick<PrepareTask, 'bytes' | 'inFile'>,
  channel: InboundChannel,
  { sent }: OrderState,
): PrepareStep {
  const reference = tools.format(channel.settings.document).findReference?.(bytes, inFile?.envelope);
  if (reference === undefined) return step;
  const values = { value: reference, message: sent?.message ?? '' };
  const isKnown = sent?.reference === reference;
  const told = isKnown ? [createFinding('reference-again', values, {}, channel.language)] : [];
  return mapStep(step, (prepared) => addReference(prepared, reference, told));
}

function addReference(prepared: PrepareResult, reference: string, told: readonly Finding[]): PrepareResult {
  if (prepared.kind !== 'deliver' || prepared.change.delivered === undefined) return prepared;
  const delivered = { ...prepared.change.delivered, reference };
  const change = { ...prepared.change, delivered };
  return { ...prepared, change, findings: [...told, ...prepared.findings] };
}
