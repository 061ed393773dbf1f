import { orderIdentity } from '../exchange/model.ts';
import type { WebhookRequest } from '../http/webhook.ts';
import { sha256 } from '../journal/blobs.ts';
import type { NewMessage } from '../journal/interface.ts';
import type { OutboundChannel } from './channel.ts';

/** One event may feed several channels: all that listen at its path. */
export function documentsOf(
  call: WebhookRequest,
  channels: readonly OutboundChannel[],
): readonly NewMessage[] {
  const listening = channels.filter(({ settings }) => settings.from.webhook === call.path);
  return listening.map(({ name, settings }) =>
    call.kind === 'event'
      ? eventDocument(name, call.method, call.body)
      : noticeDocument(name, subjectOf(call.kind, settings.document), call.id),
  );
}

function eventDocument(channel: string, method: string, body: Uint8Array): NewMessage {
  const identity = orderIdentity(body);
  return {
    channel,
    direction: 'outbound',
    name: identity?.eventName || 'event',
    source: { kind: 'webhook', method },
    bytes: body,
    seen: `event ${identity?.messageId ?? sha256(body)}`,
  };
}

/** An id at the end of a path is that of what the channel carries. */
const subjectOf = (
  kind: 'order' | 'shipment' | 'unsaid',
  document: OutboundChannel['settings']['document'],
): 'order' | 'shipment' => {
  if (kind !== 'unsaid') return kind;
  return document === 'scsn/DespatchAdvice' ? 'shipment' : 'order';
};

/** The same id may be announced again and again: a notice is never a duplicate. */
const noticeDocument = (channel: string, what: 'order' | 'shipment', id: string): NewMessage => ({
  channel,
  direction: 'outbound',
  name: id,
  source: { kind: 'notice', what, id },
  bytes: Buffer.from(JSON.stringify({ [`${what}Id`]: id })),
});
