import path from 'node:path';
import { isInbound } from './channel-direction.ts';
import type {
  AlarmSettings,
  CertificateFiles,
  Config,
  ExchangeSettings,
  InboundSettings,
  OutboundSettings,
} from './schema/config-schema.ts';
import type { FolderSource } from './schema/folder-schema.ts';

/** Paths as a system writes them. */
type System = Pick<typeof path, 'resolve' | 'sep'>;

/** Paths in a config start at the folder of its file, wherever the gateway is started. */
export function resolveConfigPaths(config: Config, folder: string): Config {
  const at = pathResolver(folder, path);
  const { exchange, mappings, journal, http, channels, alarms } = config;
  return {
    ...config,
    exchange: withFiles(exchange, at),
    alarms: withAuthorities(alarms, at),
    journal: { ...journal, sqlite: at(journal.sqlite) },
    ...(mappings === undefined ? {} : { mappings: at(mappings) }),
    http: {
      ...(http.webhook === undefined ? {} : { webhook: withTls(http.webhook, at) }),
      ...(http.operator === undefined ? {} : { operator: withTls(http.operator, at) }),
    },
    channels: Object.fromEntries(
      Object.entries(channels).map(([name, channel]) => [name, withFolder(channel, at)]),
    ),
  };
}

type ResolvePath = (path: string) => string;

/** Windows makes no difference between capitals and small letters: the first spelling of a place stands for all others. */
export function pathResolver(folder: string, { resolve, sep }: System): ResolvePath {
  const spelled = new Map<string, string>();
  return (path) => {
    const absolute = resolve(folder, path);
    if (sep === '/') return absolute;
    const known = spelled.get(absolute.toLowerCase()) ?? absolute;
    spelled.set(absolute.toLowerCase(), known);
    return known;
  };
}

function withFiles(exchange: ExchangeSettings, at: ResolvePath): ExchangeSettings {
  const { certificateAuthority: authority, contract } = exchange;
  const services = Object.entries(contract).map(([name, { openApiFile: file, ...service }]) => [
    name,
    file === undefined ? service : { ...service, openApiFile: at(file) },
  ]);
  return {
    ...exchange,
    contract: Object.fromEntries(services),
    ...(authority === undefined ? {} : { certificateAuthority: at(authority) }),
  };
}

function withAuthorities({ mail, webhook, ...alarms }: AlarmSettings, at: ResolvePath): AlarmSettings {
  return {
    ...alarms,
    ...(mail ? { mail: { ...mail, smtp: withAuthority(mail.smtp, at) } } : {}),
    ...(webhook ? { webhook: withAuthority(webhook, at) } : {}),
  };
}

function withAuthority<T extends { readonly certificateAuthority?: string | undefined }>(
  end: T,
  at: ResolvePath,
): T {
  const { certificateAuthority: file } = end;
  return file === undefined ? end : { ...end, certificateAuthority: at(file) };
}

function withTls<T extends { readonly tls?: CertificateFiles | undefined }>(server: T, at: ResolvePath): T {
  const { tls } = server;
  return tls === undefined ? server : { ...server, tls: { cert: at(tls.cert), key: at(tls.key) } };
}

function withFolder(
  channel: InboundSettings | OutboundSettings,
  at: ResolvePath,
): InboundSettings | OutboundSettings {
  const schemas = channel.schemas === undefined ? {} : { schemas: at(channel.schemas) };
  if (isInbound(channel))
    return { ...channel, ...schemas, from: withFolders(withLocal(channel.from, at), at) };
  return { ...channel, ...schemas, to: withLocal(channel.to, at) };
}

/** A path on a server is not ours to resolve. */
function withLocal<T extends { readonly folder?: string | undefined }>(end: T, at: ResolvePath): T {
  return end.folder === undefined ? end : { ...end, folder: at(end.folder) };
}

function withFolders(from: FolderSource, at: ResolvePath): FolderSource {
  const { reports, work, sftp } = from;
  return {
    ...from,
    ...(reports === undefined ? {} : { reports: at(reports) }),
    ...(work === undefined || sftp !== undefined ? {} : { work: at(work) }),
  };
}
