import { isLoopbackHost, parseListenAddress } from '../../system/network-address.ts';
import type { Finding } from '../../types.ts';
import type { YamlPath } from '../../yaml/yaml-source.ts';
import type { ConfigSource } from '../load/config-source.ts';
import { servesPages } from '../operator-pages.ts';
import type { Config, OperatorSettings } from '../schema/config-schema.ts';
import { lintAnswers } from './lint-answers.ts';
import { lintChannels, lintZone } from './lint-channels.ts';
import { lintLanes } from './lint-lanes.ts';
import { lintWebhooks } from './lint-webhooks.ts';
import type { ReportFinding } from './report-finding.ts';

/** What no single value shows: settings that do not go together. `fromOutside`: YAML nodes filled by `${…}`. */
export function lintConfig(
  config: Config,
  source: ConfigSource,
  fromOutside: ReadonlySet<unknown>,
): readonly Finding[] {
  const findings: Finding[] = [];
  const tell: ReportFinding = (sentence, path, values, severity) =>
    findings.push(source.findingAt(sentence, path, values, severity));
  if (config.timeZone !== undefined) lintZone(config.timeZone, ['timeZone'], tell);
  lintExchange(config, tell);
  lintHttp(config, tell);
  lintAlarms(config, tell);
  lintSecrets(config, source, fromOutside, tell);
  lintChannels(config, tell);
  lintLanes(config, tell);
  lintAnswers(config, tell);
  lintWebhooks(config, tell);
  return findings;
}

function lintExchange({ exchange }: Config, tell: ReportFinding): void {
  const { protocol, hostname, username, password } = new URL(exchange.baseUrl);
  if (username !== '' || password !== '') tell('config-plain-secret/address', ['exchange', 'baseUrl']);
  if (protocol === 'https:' || isLoopbackHost(hostname)) return;
  tell('config-plain-http', ['exchange', 'baseUrl'], { host: hostname });
}

const isLocal = (listen: string): boolean => isLoopbackHost(parseListenAddress(listen).host);

function lintHttp({ http }: Config, tell: ReportFinding): void {
  const { webhook, operator } = http;
  if (webhook !== undefined && webhook.tls === undefined && !isLocal(webhook.listen))
    tell('config-open-http/webhook', ['http', 'webhook', 'listen'], {}, 'warning');
  if (operator !== undefined) lintOperator(operator, tell);
  if (webhook !== undefined && operator?.listen === webhook.listen && !webhook.listen.endsWith(':0'))
    tell('config-same-address', ['http', 'operator', 'listen']);
}

function lintOperator(operator: OperatorSettings, tell: ReportFinding): void {
  const { url, proxies, tls } = operator;
  if (!servesPages(operator))
    tell('config-open-http/operator', ['http', 'operator', 'listen'], {}, 'warning');
  if (proxies.some((one) => one.endsWith('/0')))
    tell('config-open-http/proxies', ['http', 'operator', 'proxies']);
  const { protocol, hostname } = new URL(url ?? 'https://none');
  if (protocol === 'http:' && (tls !== undefined || !isLoopbackHost(hostname)))
    tell('config-plain-http/pages', ['http', 'operator', 'url'], { host: hostname }, 'warning');
}

function lintAlarms({ alarms: { mail, webhook } }: Config, tell: ReportFinding): void {
  const smtp = mail?.smtp;
  if (smtp?.password !== undefined && smtp.tls === 'none' && !isLoopbackHost(smtp.host))
    tell('config-plain-http/mail', ['alarms', 'mail', 'smtp', 'tls'], { host: smtp.host });
  const { protocol, hostname } = new URL(webhook?.url ?? 'https://none');
  if (webhook?.bearer !== undefined && protocol === 'http:' && !isLoopbackHost(hostname))
    tell('config-plain-http/alarms', ['alarms', 'webhook', 'url'], { host: hostname });
}

const fixedSecrets: readonly YamlPath[] = [
  ['exchange', 'auth', 'password'],
  ['http', 'webhook', 'auth', 'basic', 'password'],
  ['http', 'webhook', 'auth', 'bearer'],
  ['alarms', 'mail', 'smtp', 'password'],
  ['alarms', 'webhook', 'bearer'],
];

/** Each end of a channel may be an SFTP server. */
function sftpSecrets(channels: readonly string[]): readonly YamlPath[] {
  return channels.flatMap((channel) =>
    ['from', 'to'].flatMap((end) =>
      ['password', 'passphrase', 'privateKey'].map((key) => ['channels', channel, end, 'sftp', key]),
    ),
  );
}

function lintSecrets(
  config: Config,
  source: ConfigSource,
  fromOutside: ReadonlySet<unknown>,
  tell: ReportFinding,
): void {
  for (const path of [...fixedSecrets, ...sftpSecrets(Object.keys(config.channels))]) {
    const node = source.findNode(path);
    if (node === undefined || fromOutside.has(node)) continue;
    tell('config-plain-secret', path, { path: path.join('.') }, 'warning');
  }
}
