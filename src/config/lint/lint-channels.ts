import { findNearest } from '../../findings/nearest-names.ts';
import { folderTitleOf, settleIntervalOf } from '../../folders/endpoint-settings.ts';
import { forbiddenCharactersOf, templateFields } from '../../folders/file-name.ts';
import { isScsnDocument, scsnDocumentOf } from '../../formats/format-names.ts';
import type { Kind, SendOperation } from '../../types.ts';
import { part } from '../../yaml/yaml-sentences.ts';
import type { YamlPath } from '../../yaml/yaml-source.ts';
import { isInbound } from '../channel-direction.ts';
import type { Config, InboundSettings, OutboundSettings } from '../schema/config-schema.ts';
import type { SftpSettings } from '../schema/folder-schema.ts';
import { kindByConfig, kindsReceived, kindsTaken } from './channel-kind.ts';
import { findFixedSeverity } from './fixed-severities.ts';
import type { ReportFinding } from './report-finding.ts';

/** The mapping to name where one is missing. */
const mappingFor: Readonly<Record<SendOperation, string>> = {
  'sci-connector/order': 'NAME',
  'api-connector/order': 'order-to-exchange',
  'api-connector/order-response': 'order-response-to-exchange',
  'api-connector/despatch-advice': 'despatch-advice-to-exchange',
};

/** The mapping to name where one is missing in a channel from the exchange. */
const mappingTo: Readonly<Record<Kind, string>> = {
  order: 'order-to-order',
  response: 'order-to-order-response',
  advice: 'shipment-to-despatch-advice',
  status: 'order-to-order-status',
};

/** Fields of `to.name`. */
const nameFields = [
  'purchaseOrderNumber',
  'shipmentNumber',
  'documentType',
  'eventName',
  'date',
  'sequence',
] as const;

export function lintChannels(config: Config, tell: ReportFinding): void {
  const channels = Object.entries(config.channels);
  if (channels.length === 0) tell('config-no-channels', ['channels'], {}, 'warning');
  for (const [name, channel] of channels) {
    lintZone(channel.timeZone, ['channels', name, 'timeZone'], tell);
    lintSeverities(name, channel, tell);
    if (isInbound(channel)) {
      lintInbound(name, channel, tell);
      lintSwitch(name, channel, config, tell);
    } else lintOutbound(name, channel, config, tell);
  }
  lintFolders(config, tell);
}

export function lintZone(timeZone: string, path: YamlPath, tell: ReportFinding): void {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
  } catch {
    const near = findNearest(timeZone, Intl.supportedValuesOf('timeZone'));
    tell('config-time-zone', path, {
      zone: timeZone,
      todo: near === undefined ? part('zone-like') : part('did-you-mean', { near }),
    });
  }
}

/** A severity that changes nothing would let through what somebody wanted to hold back. */
function lintSeverities(
  name: string,
  { severities }: InboundSettings | OutboundSettings,
  tell: ReportFinding,
): void {
  for (const code of Object.keys(severities)) {
    const wrong = findFixedSeverity(code);
    if (wrong) tell(wrong[0], ['channels', name, 'severities', code], wrong[1]);
  }
}

function lintInbound(name: string, channel: InboundSettings, tell: ReportFinding): void {
  const path = ['channels', name];
  const { document, map, to, from } = channel;
  if (to.exchange.startsWith('api-connector/') && map === undefined)
    tell('config-no-map/inbound', path, { name, operation: to.exchange, map: mappingFor[to.exchange] });
  else if (map === undefined && !isScsnDocument(document))
    tell('config-no-map/format', path, { name, document });
  if (kindByConfig(channel) !== kindsTaken[to.exchange])
    tell('config-wrong-document/operation', [...path, 'document'], {
      operation: to.exchange,
      document,
      taken: scsnDocumentOf(kindsTaken[to.exchange]),
    });
  if (from.archive !== undefined && !from.byDate) tell('config-keep', [...path, 'from', 'archive']);
  lintSftp([...path, 'from', 'sftp'], from.sftp, tell);
  const { patience, giveUp } = from.settle;
  if (settleIntervalOf(from) > patience || patience > giveUp)
    tell('config-settle', [...path, 'from', 'settle']);
}

function lintSftp(path: readonly string[], sftp: SftpSettings | undefined, tell: ReportFinding): void {
  if ((!sftp || sftp.password) ?? sftp.privateKey ?? sftp.agent) return;
  tell('config-no-login', path, { path: path.join('.') });
}

function lintSwitch(name: string, { to }: InboundSettings, { exchange }: Config, tell: ReportFinding): void {
  if (to.exchange !== 'api-connector/despatch-advice' || exchange.despatchAdvice) return;
  tell('config-switched-off', ['channels', name, 'to', 'exchange'], { name });
}

function lintOutbound(name: string, channel: OutboundSettings, config: Config, tell: ReportFinding): void {
  const path = ['channels', name];
  const { from, as, document, map, to } = channel;
  const kind = kindByConfig(channel);
  lintSource(name, channel, tell);
  if ((channel.companyId ?? config.exchange.companyId) === undefined)
    tell('config-no-company', path, { name });
  if (from.webhook !== undefined && config.http.webhook === undefined)
    tell('config-no-webhook', [...path, 'from', 'webhook'], { path: from.webhook });
  if (map === undefined)
    tell('config-no-map/outbound', path, { name, map: mappingTo[kind ?? kindsReceived[as][0] ?? 'order'] });
  if (kind !== undefined && !kindsReceived[as].includes(kind))
    tell('config-wrong-document/role', [...path, 'document'], {
      role: as,
      document,
      documents: kindsReceived[as].map(scsnDocumentOf).join(', '),
    });
  lintName(name, to.name, tell);
  lintCharacters([...path, 'to', 'name'], to.name, tell);
  lintCharacters([...path, 'documents', 'name'], channel.documents.name, tell);
  lintSftp([...path, 'to', 'sftp'], to.sftp, tell);
}

function lintSource(name: string, channel: OutboundSettings, tell: ReportFinding): void {
  const path = ['channels', name, 'from'];
  const { search, webhook, events } = channel.from;
  if (search === undefined && webhook === undefined) tell('config-no-source', path, { name });
  if (events !== undefined && webhook === undefined)
    tell('config-idle-events', [...path, 'events'], { name }, 'warning');
  if (search === undefined) return;
  if (kindByConfig(channel) === 'advice') tell('config-no-search', [...path, 'search'], { name });
  if (Date.parse(search.since) > Date.now())
    tell('config-search-ahead', [...path, 'search', 'since'], { name, since: search.since }, 'warning');
}

function lintName(channel: string, template: string, tell: ReportFinding): void {
  const known: readonly string[] = nameFields;
  for (const field of templateFields(template).filter((name) => !known.includes(name))) {
    const near = findNearest(field, known);
    const fields = known.map((name) => `{${name}}`).join(' ');
    const todo =
      near === undefined ? part('known-fields', { fields }) : part('did-you-mean', { near: `{${near}}` });
    tell('config-name-field', ['channels', channel, 'to', 'name'], { field: `{${field}}`, todo });
  }
}

function lintCharacters(path: YamlPath, template: string, tell: ReportFinding): void {
  for (const character of forbiddenCharactersOf(template)) tell('config-name-character', path, { character });
}

/** A folder is scanned once for all its channels: only `files` may differ. */
function lintSharing(
  name: string,
  { from, mode }: InboundSettings,
  first: string,
  other: InboundSettings | OutboundSettings | undefined,
  tell: ReportFinding,
): void {
  if (other === undefined || !isInbound(other)) return;
  const mine = new Map<string, unknown>(Object.entries({ ...from, mode }));
  const theirs = new Map<string, unknown>(Object.entries({ ...other.from, mode: other.mode }));
  const isSame = (key: string) => JSON.stringify(mine.get(key)) === JSON.stringify(theirs.get(key));
  const keys = new Set([...mine.keys(), ...theirs.keys()]);
  const differing = [...keys].filter((key) => key !== 'files' && !isSame(key)).map((key) => `\`${key}\``);
  if (differing.length > 0)
    tell('config-same-folder/differ', ['channels', name, 'from'], {
      name,
      other: first,
      keys: differing.join(', '),
    });
}

/** A folder is read or written; two channels that read it need different patterns or documents. */
function lintFolders({ channels }: Config, tell: ReportFinding): void {
  const readers = new Map<string, string>();
  const patterns = new Map<string, string>();
  for (const [name, channel] of Object.entries(channels)) {
    if (!isInbound(channel)) continue;
    const folder = folderTitleOf(channel.from);
    const first = readers.get(folder);
    if (first !== undefined) lintSharing(name, channel, first, channels[first], tell);
    const files = `${folder}\n${channel.from.files}\n${channel.document}`;
    const other = patterns.get(files);
    if (other !== undefined) tell('config-same-folder/files', ['channels', name, 'from'], { name, other });
    patterns.set(files, name);
    readers.set(folder, first ?? name);
  }
  for (const [name, channel] of Object.entries(channels)) {
    const reader = isInbound(channel) ? undefined : readers.get(folderTitleOf(channel.to));
    if (reader !== undefined)
      tell('config-same-folder/echo', ['channels', name, 'to', 'folder'], { reader, name });
  }
}
