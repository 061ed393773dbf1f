import type { Config } from '../config/schema.ts';
import { finding } from '../findings/messages.ts';
import { keyText, shown } from '../journal/business-keys.ts';
import type { Identity, Message } from '../journal/message.ts';
import { channelsOf } from '../pipeline/channel.ts';
import { check } from '../pipeline/check/check.ts';
import type { CheckResult } from '../pipeline/check/interface.ts';
import { loadToolboxes } from '../pipeline/workers/toolbox.ts';
import type { Finding, Language } from '../types.ts';

/** Why a corrected document must not take the place of its message. */
export interface Unfit {
  readonly reason: string;
  readonly findings: readonly Finding[];
}

interface CorrectionOptions {
  /** The person knows that it is about another order, and means it. */
  readonly asAnotherOrder?: boolean;
}

/**
 * Checks a corrected document as the gateway will, before it takes the place of the one that waits for it. Undefined: it may;
 * what is parked by it stays where it is.
 */
export function unfit(
  config: Config,
  message: Message,
  bytes: Uint8Array,
  { asAnotherOrder = false }: CorrectionOptions = {},
): Unfit | undefined {
  const channel = channelsOf(config).find((one) => one.name === message.channel);
  if (!channel) return { reason: `The channel ${message.channel} is no longer in the config.`, findings: [] };
  const tools = loadToolboxes(config.mappings);
  try {
    const { source } = message;
    const result = check(tools.with(channel.settings.schemas), channel, { bytes, source });
    if (result.verdict === 'rejected' || result.verdict === 'ignored')
      return { reason: result.reason, findings: result.findings };
    return asAnotherOrder ? undefined : unfitOrder(message, result, config.language);
  } finally {
    tools.dispose();
  }
}

/** A correction that is about another order would go in the place of this one, which nobody would send any more. */
function unfitOrder(message: Message, result: CheckResult, language: Language): Unfit | undefined {
  const own = ordersOf(message);
  if (own.length === 0) return undefined;
  const identity = identityIn(result);
  const answer = identity && isSameOrder(message, identity);
  if (answer === true) return undefined;
  const other = identity?.purchaseOrderNumber;
  const values = {
    message: message.id,
    own: message.purchaseOrderNumber ?? message.name,
    other: other ?? '',
  };
  const found = finding(faultOf(answer, values), values, {}, language);
  return { reason: found.message, findings: [found] };
}

function faultOf(
  isSame: boolean | undefined,
  { own, other }: { readonly own: string; readonly other: string },
) {
  if (isSame === undefined || other === '') return 'corrected-order-unknown';
  return own === other ? 'corrected-another-party' : 'corrected-another-order';
}

/** Undefined: the mappings or schemas do not work now, or there are several documents. */
function identityIn(result: CheckResult): Identity | undefined {
  if (result.verdict === 'ready') return result.checked;
  return 'identity' in result ? result.identity : undefined;
}

type Ordered = Pick<Identity, 'orderKey' | 'address' | 'purchaseOrderNumber'>;

/** Its order by what both know of it, the key first. Undefined: they have nothing in common that could be compared. */
function isSameOrder(message: Ordered, corrected: Ordered): boolean | undefined {
  const others = new Map(ordersOf(corrected));
  const [what, value] = ordersOf(message).find(([name]) => others.has(name)) ?? [];
  return what === undefined ? undefined : others.get(what) === value;
}

/** Without a key that is its own: it says nothing about an order. */
function ordersOf({
  orderKey,
  address,
  purchaseOrderNumber,
}: Ordered): readonly (readonly [string, string])[] {
  const key = orderKey?.startsWith('message:') ? undefined : orderKey;
  return [
    ...(key === undefined ? [] : [['key', keyText(key)] as const]),
    ...(address === undefined ? [] : [['address', keyText(address)] as const]),
    ...(purchaseOrderNumber === undefined ? [] : [['number', shown(purchaseOrderNumber)] as const]),
  ];
}
