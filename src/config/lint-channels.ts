import { folderName, intervalOf } from '../folders/endpoint.ts';
import { templateFields } from '../folders/name.ts';
import { documentOf, kindOf } from '../formats/registry.ts';
import { notChangeable } from '../scsn/severities.ts';
import { nearest } from '../tree/nearest.ts';
import type { Kind, Role, SendOperation } from '../types.ts';
import type { SftpSettings } from './folder-ends.ts';
import type { Tell } from './lint.ts';
import { isInbound } from './paths.ts';
import type { Config, InboundSettings, OutboundSettings } from './schema.ts';

/** What an operation of the exchange takes. */
const taken: Readonly<Record<SendOperation, Kind>> = {
  'sci-connector/order': 'order',
  'api-connector/order': 'order',
  'api-connector/order-response': 'response',
  'api-connector/despatch-advice': 'advice',
};

/** The mapping to name where one is missing. */
const mappingFor: Readonly<Record<SendOperation, string>> = {
  'sci-connector/order': 'NAME',
  'api-connector/order': 'order-to-exchange',
  'api-connector/order-response': 'order-response-to-exchange',
  'api-connector/despatch-advice': 'despatch-advice-to-exchange',
};

/** What each side of an order receives. */
const received: Readonly<Record<Role, readonly Kind[]>> = {
  buyer: ['response', 'advice', 'status'],
  supplier: ['order'],
};

/** The mapping to name where one is missing in a channel from the exchange. */
const mappingTo: Readonly<Record<Kind, string>> = {
  order: 'order-to-order',
  response: 'order-to-order-response',
  advice: 'shipment-to-despatch-advice',
  status: 'order-to-order-status',
};

/** Fields of `to.name`. */
export const nameFields = [
  'purchaseOrderNumber',
  'shipmentNumber',
  'documentType',
  'eventName',
  'date',
  'sequence',
] as const;

export function lintChannels(config: Config, tell: Tell): void {
  const channels = Object.entries(config.channels);
  if (channels.length === 0)
    tell(
      'config-no-channels',
      ['channels'],
      'No channel is configured: the gateway has nothing to do.',
      'Add one under `channels`.',
      'warning',
    );
  for (const [name, channel] of channels) {
    lintZone(name, channel, tell);
    lintSeverities(name, channel, tell);
    if (isInbound(channel)) {
      lintInbound(name, channel, tell);
      lintSwitch(name, channel, config, tell);
    } else lintOutbound(name, channel, config, tell);
  }
  lintFolders(config, tell);
}

function lintZone(name: string, { timeZone }: InboundSettings | OutboundSettings, tell: Tell): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
  } catch {
    const near = nearest(timeZone, Intl.supportedValuesOf('timeZone'));
    tell(
      'config-time-zone',
      ['channels', name, 'timeZone'],
      `There is no time zone \`${timeZone}\`.`,
      near === undefined ? 'Write it like Europe/Amsterdam.' : `Did you mean \`${near}\`?`,
    );
  }
}

/** A severity that changes nothing would let through what somebody wanted to hold back. */
function lintSeverities(name: string, { severities }: InboundSettings | OutboundSettings, tell: Tell): void {
  for (const code of Object.keys(severities)) {
    const wrong = notChangeable(code);
    if (wrong) tell('config-unknown-rule', ['channels', name, 'severities', code], ...wrong);
  }
}

function lintInbound(name: string, { document, map, to, from }: InboundSettings, tell: Tell): void {
  const path = ['channels', name];
  if (to.exchange.startsWith('api-connector/') && map === undefined)
    tell(
      'config-no-map',
      path,
      `\`channels.${name}\` has no \`map\`, but ${to.exchange} takes JSON.`,
      `Add \`map: ${mappingFor[to.exchange]}\`.`,
    );
  if (kindOf(document) !== taken[to.exchange])
    tell(
      'config-wrong-document',
      [...path, 'document'],
      `${to.exchange} does not take ${document}.`,
      `Set \`document: ${documentOf(taken[to.exchange])}\`, or choose another operation.`,
    );
  if (from.archive !== undefined && !from.byDate)
    tell(
      'config-keep',
      [...path, 'from', 'archive'],
      '`archive.keep` goes by the folders YYYY/MM/DD, which `byDate: false` leaves out.',
      'Leave `byDate` out, or `archive`.',
    );
  lintSftp([...path, 'from', 'sftp'], from.sftp, tell);
  const { patience, giveUp } = from.settle;
  if (intervalOf(from) > patience || patience > giveUp)
    tell(
      'config-settle',
      [...path, 'from', 'settle'],
      '`interval`, `patience` and `giveUp` must not decrease in this order.',
      'Make patience at least interval, and giveUp at least patience.',
    );
}

function lintSftp(path: readonly string[], sftp: SftpSettings | undefined, tell: Tell): void {
  if ((!sftp || sftp.password) ?? sftp.privateKey ?? sftp.agent) return;
  tell(
    'config-no-login',
    path,
    `\`${path.join('.')}\` has neither \`password\` nor \`privateKey\`.`,
    'Give one of them: "${NAME}" or "${file:PATH}".',
  );
}

function lintSwitch(name: string, { to }: InboundSettings, { exchange }: Config, tell: Tell): void {
  if (to.exchange !== 'api-connector/despatch-advice' || exchange.despatchAdvice) return;
  tell(
    'config-switched-off',
    ['channels', name, 'to', 'exchange'],
    `\`channels.${name}\` sends despatch advice, which the specification does not know.`,
    'Ask the exchange whether it takes them; then set `despatchAdvice: true` under `exchange`.',
  );
}

function lintOutbound(name: string, channel: OutboundSettings, config: Config, tell: Tell): void {
  const path = ['channels', name];
  const { from, as, document, map, to } = channel;
  if (from.search === undefined && from.webhook === undefined)
    tell(
      'config-no-source',
      [...path, 'from'],
      `\`channels.${name}\` has neither \`search\` nor \`webhook\`.`,
      'Add `search`, `webhook`, or both.',
    );
  if (from.events !== undefined && from.webhook === undefined)
    tell(
      'config-idle-events',
      [...path, 'from', 'events'],
      `\`channels.${name}\` has \`events\` and no \`webhook\`: a search shows no names of events.`,
      'Take `events` away, or add `webhook`.',
      'warning',
    );
  if (from.search !== undefined && kindOf(document) === 'advice')
    tell(
      'config-no-search',
      [...path, 'from', 'search'],
      `\`channels.${name}\` searches, but the exchange's search finds orders and no shipments.`,
      'Take `search` away: shipments are told of by webhook only.',
    );
  if ((channel.companyId ?? config.exchange.companyId) === undefined)
    tell(
      'config-no-company',
      path,
      `\`channels.${name}\` does not know which company is ours.`,
      'Give `companyId` under `exchange` or in the channel: the id of your company at the exchange.',
    );
  if (from.webhook !== undefined && config.http.webhook === undefined)
    tell(
      'config-no-webhook',
      [...path, 'from', 'webhook'],
      `Nothing listens for the webhook \`${from.webhook}\`.`,
      'Add `http.webhook` with an address and credentials.',
    );
  if (map === undefined)
    tell(
      'config-no-map',
      path,
      `\`channels.${name}\` has no \`map\`: the exchange's JSON must become XML.`,
      `Add \`map: ${mappingTo[kindOf(document)]}\`.`,
    );
  if (!received[as].includes(kindOf(document)))
    tell(
      'config-wrong-document',
      [...path, 'document'],
      `A ${as} does not receive ${document}.`,
      `As ${as} set one of: ${received[as].map(documentOf).join(', ')}.`,
    );
  lintName(name, to.name, tell);
  lintSftp([...path, 'to', 'sftp'], to.sftp, tell);
}

function lintName(channel: string, template: string, tell: Tell): void {
  const known: readonly string[] = nameFields;
  for (const field of templateFields(template).filter((name) => !known.includes(name))) {
    const near = nearest(field, known);
    const advice =
      near === undefined
        ? `Known: ${known.map((name) => `{${name}}`).join(' ')}.`
        : `Did you mean \`{${near}}\`?`;
    tell(
      'config-name-field',
      ['channels', channel, 'to', 'name'],
      `There is no field \`{${field}}\`.`,
      advice,
    );
  }
}

/** A folder is scanned once for all its channels: only `files` may differ. */
function lintSharing(
  name: string,
  { from }: InboundSettings,
  first: string,
  other: InboundSettings | OutboundSettings | undefined,
  tell: Tell,
): void {
  if (other === undefined || !isInbound(other)) return;
  const mine = new Map(Object.entries(from));
  const theirs = new Map(Object.entries(other.from));
  const isSame = (key: string) => JSON.stringify(mine.get(key)) === JSON.stringify(theirs.get(key));
  const keys = new Set([...mine.keys(), ...theirs.keys()]);
  const differing = [...keys].filter((key) => key !== 'files' && !isSame(key)).map((key) => `\`${key}\``);
  if (differing.length > 0)
    tell(
      'config-same-folder',
      ['channels', name, 'from'],
      `\`channels.${name}\` and \`channels.${first}\` pick up from one folder, but differ in ${differing.join(', ')}.`,
      'Write the same in both; only `files` may differ.',
    );
}

/** A folder is read or written; two channels that read it need different patterns or documents. */
function lintFolders({ channels }: Config, tell: Tell): void {
  const readers = new Map<string, string>();
  const patterns = new Map<string, string>();
  for (const [name, channel] of Object.entries(channels)) {
    if (!isInbound(channel)) continue;
    const folder = folderName(channel.from);
    const first = readers.get(folder);
    if (first !== undefined) lintSharing(name, channel, first, channels[first], tell);
    const files = `${folder}\n${channel.from.files}\n${channel.document}`;
    const other = patterns.get(files);
    if (other !== undefined)
      tell(
        'config-same-folder',
        ['channels', name, 'from'],
        `\`channels.${name}\` and \`channels.${other}\` pick up the same files.`,
        'Give them different folders, different patterns in `files`, or different document types.',
      );
    patterns.set(files, name);
    readers.set(folder, first ?? name);
  }
  for (const [name, channel] of Object.entries(channels)) {
    const reader = isInbound(channel) ? undefined : readers.get(folderName(channel.to));
    if (reader !== undefined)
      tell(
        'config-same-folder',
        ['channels', name, 'to', 'folder'],
        `\`channels.${reader}\` would send back what \`channels.${name}\` publishes: they use the same folder.`,
        'Give the outbound channel a folder of its own.',
      );
  }
}
