import { finding } from '../../findings/messages.ts';
import type { Finding } from '../../types.ts';
import type { InboundChannel } from '../channel.ts';
import type { Toolbox } from '../workers/toolbox.ts';
import type { OrderState } from './order-state.ts';
import type { Prepared, PrepareTask, Step } from './prepare.ts';

/**
 * The reference of a document's envelope (UNB and UNH: sender, recipient, numbers) goes into the order state with what is delivered. A
 * later document of the same order under the same reference is told, and sent all the same: one that was mended by hand has it too.
 */
export function withReference(
  step: Step,
  tools: Toolbox,
  { bytes, inFile }: Pick<PrepareTask, 'bytes' | 'inFile'>,
  channel: InboundChannel,
  { sent }: OrderState,
): Step {
  const reference = tools.format(channel.settings.document).reference?.(bytes, inFile?.envelope);
  if (reference === undefined) return step;
  const values = { value: reference, message: sent?.message ?? '' };
  const isKnown = sent?.reference === reference;
  const told = isKnown ? [finding('reference-again', values, {}, channel.language)] : [];
  const noted = (prepared: Prepared) => withIt(prepared, reference, told);
  return 'kind' in step ? noted(step) : { ...step, conclude: (made) => noted(step.conclude(made)) };
}

function withIt(prepared: Prepared, reference: string, told: readonly Finding[]): Prepared {
  if (prepared.kind !== 'deliver' || prepared.change.delivered === undefined) return prepared;
  const delivered = { ...prepared.change.delivered, reference };
  const change = { ...prepared.change, delivered };
  return { ...prepared, change, findings: [...told, ...prepared.findings] };
}
