import { dryRunNameOf } from '../../dry-run-names.ts';
import { readEventEnvelope } from '../../exchange/documents/event-envelope.ts';
import type { WebhookRequest } from '../../http/webhook-server.ts';
import type { NewMessage } from '../../journal/model/message.ts';
import { cutMessageName, limits } from '../../limits.ts';
import { sha256 } from '../../text/sha256.ts';
import { carriesShipments, isDryRun, type OutboundChannel } from '../channel/channel.ts';

/** One event may feed several channels: all that listen at its path. */
export function buildWebhookMessages(
  call: WebhookRequest,
  channels: readonly OutboundChannel[],
): readonly NewMessage[] {
  const listening = channels.filter(({ settings }) => settings.from.webhook === call.path);
  return listening.map((channel) =>
    call.kind === 'event'
      ? buildEventMessage(channel, call.method, call.body)
      : buildNoticeMessage(channel.name, subjectOf(call.kind, channel), call.id),
  );
}

function buildEventMessage(channel: OutboundChannel, method: string, body: Uint8Array): NewMessage {
  const { eventName, messageId } = readEventEnvelope(body);
  const same = messageId === undefined ? (isDated(body) ? sha256(body) : undefined) : eventKeyOf(messageId);
  const key = `event ${same}`;
  return {
    channel: channel.name,
    direction: 'outbound',
    name: cutMessageName(eventName || 'event'),
    source: { kind: 'webhook', method },
    bytes: body,
    ...(same === undefined ? {} : { seen: isDryRun(channel) ? dryRunNameOf(key) : key }),
  };
}

/** A message id that is none: check says so. */
const eventKeyOf = (messageId: string): string =>
  messageId.length > limits.identifier ? sha256(Buffer.from(messageId)) : messageId;

/** A body that says when is the same event when it comes again; one with an id alone may tell of another change. */
const isDated = (body: Uint8Array): boolean =>
  /"(lastUpdatedAt|createdDateTime)"/.test(Buffer.from(body).toString('utf8'));

/** An id at the end of a path is that of what the channel carries. */
const subjectOf = (kind: 'order' | 'shipment' | 'unsaid', channel: OutboundChannel): 'order' | 'shipment' => {
  if (kind !== 'unsaid') return kind;
  return carriesShipments(channel) ? 'shipment' : 'order';
};

/** The same id may be announced again and again: a notice is never a duplicate. */
const buildNoticeMessage = (channel: string, what: 'order' | 'shipment', id: string): NewMessage => ({
  channel,
  direction: 'outbound',
  name: cutMessageName(id),
  source: { kind: 'notice', what, id },
  bytes: Buffer.from(JSON.stringify({ [`${what}Id`]: id })),
});
