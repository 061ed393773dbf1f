import type { Config } from '../../config/schema/config-schema.ts';
import { createFinding } from '../../findings/create-finding.ts';
import { buildKeyText, shortenForDisplay } from '../../journal/messages/business-keys.ts';
import type { Message, MessageIdentity } from '../../journal/model/message.ts';
import { buildChannels } from '../../pipeline/channel/channel.ts';
import { checkDocument } from '../../pipeline/check/check-document.ts';
import type { CheckVerdict } from '../../pipeline/check/check-verdict.ts';
import { loadChannelRuntimes } from '../../pipeline/runtime/channel-runtime.ts';
import type { Finding, Language } from '../../types.ts';

/** Why a corrected document must not take the place of its message. */
export interface CorrectionRefusal {
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
export function checkCorrection(
  config: Config,
  message: Message,
  bytes: Uint8Array,
  { asAnotherOrder = false }: CorrectionOptions = {},
): CorrectionRefusal | undefined {
  const channel = buildChannels(config).find((one) => one.name === message.channel);
  if (!channel) return { reason: `The channel ${message.channel} is no longer in the config.`, findings: [] };
  const tools = loadChannelRuntimes(config.mappings);
  try {
    const { source } = message;
    const result = checkDocument(tools.forSchemas(channel.settings.schemas), channel, { bytes, source });
    if (result.verdict === 'rejected' || result.verdict === 'ignored')
      return { reason: result.reason, findings: result.findings };
    return asAnotherOrder ? undefined : unfitOrder(message, result, config.language);
  } finally {
    tools.dispose();
  }
}

/** A correction that is about another order would go in the place of this one, which nobody would send any more. */
function unfitOrder(
  message: Message,
  result: CheckVerdict,
  language: Language,
): CorrectionRefusal | undefined {
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
  const found = createFinding(faultOf(answer, values), values, {}, language);
  return { reason: found.message, findings: [found] };
}

function faultOf(
  isSame: boolean | undefined,
  { own, other }: { readonly own: string; readonly other: string },
) {
  if (isSame === undefined || other === '') return 'corrected-order-unknown';
  return own === other ? 'corrected-another-party' : 'corrected-another-order';
}

/** Undefined: the mappings or schemas cannot be used now, or the file holds several documents. */
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
