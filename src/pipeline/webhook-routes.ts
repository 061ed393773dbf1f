import { orderIdentity } from '../exchange/model.ts';
import { sha256 } from '../journal/blobs.ts';
import type { NewMessage } from '../journal/interface.ts';
import type { OutboundChannel } from './channel.ts';

/** A webhook as the receiver hands it over. */
export type WebhookCall =
  | { readonly kind: 'event'; readonly method: string; readonly path: string; readonly body: Uint8Array }
  | {
      readonly kind: 'order' | 'shipment';
      readonly method: string;
      readonly path: string;
      readonly id: string;
    };

/** One event may feed several channels: all that listen at its path. */
export function documentsOf(call: WebhookCall, channels: readonly OutboundChannel[]): readonly NewMessage[] {
  const listening = channels.filter(({ settings }) => settings.from.webhook === call.path);
  return listening.map(({ name }) =>
    call.kind === 'event'
      ? eventDocument(name, call.method, call.body)
      : noticeDocument(name, call.kind, call.id),
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

/** The same id may be announced again and again: a notice is never a duplicate. */
const noticeDocument = (channel: string, what: 'order' | 'shipment', id: string): NewMessage => ({
  channel,
  direction: 'outbound',
  name: id,
  source: { kind: 'notice', what, id },
  bytes: Buffer.from(JSON.stringify({ [`${what}Id`]: id })),
});
