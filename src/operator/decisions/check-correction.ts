import { createFinding } from '../../findings/create-finding.ts';
import { buildKeyText, shortenForDisplay } from '../../journal/messages/business-keys.ts';
import type { Message, MessageIdentity } from '../../journal/model/message.ts';
import type { Channel } from '../../pipeline/channel/channel.ts';
import type { CheckVerdict } from '../../pipeline/check/check-verdict.ts';
import type { PrepareResult } from '../../pipeline/prepare/prepare-task.ts';
import type { CheckReply, SpeculativeTask } from '../../pipeline/workers/step-worker.ts';
import type { Workers } from '../../pipeline/workers/workers.ts';
import type { Finding, Language } from '../../types.ts';
import { type DecisionRefusal, refusedResult } from './decision-result.ts';

/** What the gateway would say of a corrected document. */
export interface CorrectionCheck {
  /** Why it must not take the place of its message; absent: it may. What parks it is no refusal: it stays where it is then. */
  readonly refusal?: DecisionRefusal;
  readonly findings: readonly Finding[];
  /** The order of the document. */
  readonly address?: string;
  /** Where that was asked for. */
  readonly prepared?: PrepareResult;
}

export interface CorrectionOptions {
  /** The person knows that it is about another order, and means it. */
  readonly asAnotherOrder?: boolean;
  /** Prepare it too. */
  readonly ahead?: SpeculativeTask;
}

/**
 * Who checks: worker threads with the mappings, formats and XSDs of these channels. Better not those of the messages on their way: they
 * would wait behind somebody who types.
 */
export interface CorrectionChecker {
  readonly workers: Pick<Workers, 'check'>;
  readonly channels: readonly Channel[];
}

/** Checks a corrected document as the gateway will, before it takes the place of the one that waits for it. */
export async function checkCorrection(
  { workers, channels }: CorrectionChecker,
  message: Message,
  bytes: Uint8Array,
  { asAnotherOrder = false, ahead }: CorrectionOptions = {},
): Promise<CorrectionCheck> {
  const { id, source } = message;
  const channel = channels.find(({ name }) => name === message.channel);
  if (!channel)
    return {
      refusal: refusedResult('correction-channel-gone', { id, channel: message.channel }),
      findings: [],
    };
  // large bytes are handed over to the worker, and whoever resends it needs them still
  const task = { channel, bytes: Uint8Array.from(bytes), source };
  const result = await workers.check(ahead ? { ...task, ahead } : task);
  const findings = findingsOf(result);
  if (result.verdict === 'rejected' || result.verdict === 'ignored' || result.verdict === 'wait')
    return { refusal: unfitResult(id, result.reason), findings };
  const unfit = asAnotherOrder ? undefined : findUnfitOrder(message, result, channel.language);
  if (unfit) return { refusal: unfitResult(id, unfit.message), findings: [unfit] };
  return { findings, ...(ahead && result.verdict === 'ready' ? describeAhead(result) : {}) };
}

const describeAhead = ({
  checked: { address },
  prepared,
}: CheckReply & { readonly verdict: 'ready' }): Pick<CorrectionCheck, 'address' | 'prepared'> => ({
  ...(address === undefined ? {} : { address }),
  ...(prepared === undefined ? {} : { prepared }),
});

export const unfitResult = (id: number, reason: string): DecisionRefusal =>
  refusedResult('correction-unfit', { id, reason });

function findingsOf(result: CheckVerdict): readonly Finding[] {
  if (result.verdict === 'ready') return result.checked.findings;
  return result.verdict === 'wait' ? [] : result.findings;
}

/** A correction that is about another order would go in the place of this one, which nobody would send any more. */
function findUnfitOrder(message: Message, result: CheckVerdict, language: Language): Finding | undefined {
  if (ordersOf(message).length === 0) return undefined;
  const identity = identityIn(result);
  const answer = identity && isSameOrder(message, identity);
  if (answer === true) return undefined;
  const own = message.purchaseOrderNumber ?? message.name;
  const other = identity?.purchaseOrderNumber ?? '';
  const values = { message: message.id, own, other };
  return createFinding(faultOf(answer, values), values, {}, language);
}

function faultOf(
  isSame: boolean | undefined,
  { own, other }: { readonly own: string; readonly other: string },
) {
  if (isSame === undefined || other === '') return 'corrected-order-unknown';
  return own === other ? 'corrected-another-party' : 'corrected-another-order';
}

/** Undefined: the file holds several documents. */
function identityIn(result: CheckVerdict): MessageIdentity | undefined {
  if (result.verdict === 'ready') return result.checked;
  return 'identity' in result ? result.identity : undefined;
}

type OrderReference = Pick<MessageIdentity, 'orderKey' | 'address' | 'purchaseOrderNumber'>;

/** Its order by what both know of it, the key first. Undefined: they have nothing in common that could be compared. */
function isSameOrder(message: OrderReference, corrected: OrderReference): boolean | undefined {
  const others = new Map(ordersOf(corrected));
  const [what, value] = ordersOf(message).find(([name]) => others.has(name)) ?? [];
  return what === undefined ? undefined : others.get(what) === value;
}

/** Without a key that is its own: it says nothing about an order. */
function ordersOf({
  orderKey,
  address,
  purchaseOrderNumber,
}: OrderReference): readonly (readonly [string, string])[] {
  const key = orderKey?.startsWith('message:') ? undefined : orderKey;
  return [
    ...(key === undefined ? [] : [['key', buildKeyText(key)] as const]),
    ...(address === undefined ? [] : [['address', buildKeyText(address)] as const]),
    ...(purchaseOrderNumber === undefined
      ? []
      : [['number', shortenForDisplay(purchaseOrderNumber)] as const]),
  ];
}
