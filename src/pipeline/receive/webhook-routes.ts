import { dryRunNameOf } from '../../dry-run-names.ts';
import { readEventEnvelope } from '../../exchange/documents/event-envelope.ts';
import type { WebhookRequest } from '../../http/webhook-server.ts';
import type { NewMessage } from '../../journal/model/message.ts';
import { cutMessageName, limits } from '../../limits.ts';
import { decodeLeniently } from '../../text/decode-leniently.ts';
import { sha256 } from '../../text/sha256.ts';
import { carriesShipments, isDryRun, type OutboundChannel } from '../channel/channel.ts';

/** One event may feed several channels: all that listen at its path. */
export function buildWebhookMessages(
  given: WebhookRequest,
  channels: readonly OutboundChannel[],
): readonly NewMessage[] {
  const call = given.kind === 'unsaid' ? joinId(given, channels) : given;
  return channelsAt(call.path, channels).map((channel) =>
    call.kind === 'event'
      ? buildEventMessage(channel, call.method, call.body)
      : buildNoticeMessage(channel.name, subjectOf(call.kind, channel), call.id),
  );
}

type IdAtTheEnd = Exclude<WebhookRequest, { readonly kind: 'event' }>;

const channelsAt = (path: string, channels: readonly OutboundChannel[]): readonly OutboundChannel[] =>
  channels.filter(({ settings }) => settings.from.webhook === path);

/** A number may hold slashes, and not everybody writes them as %2F: all that follows the path of a channel is the id. */
function joinId(call: IdAtTheEnd, channels: readonly OutboundChannel[]): IdAtTheEnd {
  const slash = call.path.lastIndexOf('/');
  if (slash <= 0 || channelsAt(call.path, channels).length > 0) return call;
  const id = `${decodeLeniently(call.path.slice(slash + 1))}/${call.id}`;
  return id.length > limits.identifier
    ? call
    : joinId({ ...call, path: call.path.slice(0, slash), id }, channels);
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
