import type { Finding, Severity } from '../types.ts';
import type { Path } from '../yaml/source.ts';
import type { ConfigCode } from './codes.ts';
import { lintChannels } from './lint-channels.ts';
import { lintLanes } from './lint-lanes.ts';
import { lintWebhooks } from './lint-webhooks.ts';
import type { Config } from './schema.ts';
import type { ConfigSource } from './source.ts';

/** Reports one finding at a path of the config. */
export type Tell = (
  code: ConfigCode,
  path: Path,
  message: string,
  advice: string,
  severity?: Severity,
) => void;

/** What no single value shows: settings that do not go together. `fromOutside`: YAML nodes filled by `${…}`. */
export function lintConfig(
  config: Config,
  source: ConfigSource,
  fromOutside: ReadonlySet<unknown>,
): readonly Finding[] {
  const findings: Finding[] = [];
  const tell: Tell = (code, path, message, advice, severity) =>
    findings.push(source.finding(code, path, message, advice, severity));
  lintExchange(config, tell);
  lintHttp(config, tell);
  lintSecrets(config, source, fromOutside, tell);
  lintChannels(config, tell);
  lintLanes(config, tell);
  lintWebhooks(config, tell);
  return findings;
}

function lintExchange({ exchange }: Config, tell: Tell): void {
  const { protocol, hostname } = new URL(exchange.baseUrl);
  if (protocol === 'https:' || isLoopback(hostname)) return;
  tell(
    'config-plain-http',
    ['exchange', 'baseUrl'],
    `\`exchange.baseUrl\` sends passwords unprotected to ${hostname}.`,
    'Use https; plain http is for loopback only.',
  );
}

function lintHttp({ http }: Config, tell: Tell): void {
  const { webhook, operator } = http;
  if (webhook !== undefined && webhook.tls === undefined && !isLoopback(hostOf(webhook.listen)))
    tell(
      'config-open-http',
      ['http', 'webhook', 'listen'],
      'The webhook receives passwords over plain HTTP from other machines.',
      'Give `tls`, or listen on 127.0.0.1 behind a proxy that does TLS.',
      'warning',
    );
  if (operator !== undefined && !isLoopback(hostOf(operator.listen)))
    tell(
      'config-open-http',
      ['http', 'operator', 'listen'],
      "The operator's port can be reached from other machines without a login.",
      'Listen on 127.0.0.1, unless a proxy or firewall guards it.',
      'warning',
    );
  if (webhook !== undefined && operator?.listen === webhook.listen && !webhook.listen.endsWith(':0'))
    tell(
      'config-same-address',
      ['http', 'operator', 'listen'],
      '`http.webhook` and `http.operator` listen on the same address.',
      'Give each its own port.',
    );
}

const fixedSecrets: readonly Path[] = [
  ['exchange', 'auth', 'password'],
  ['http', 'webhook', 'auth', 'basic', 'password'],
  ['http', 'webhook', 'auth', 'bearer'],
];

/** Each end of a channel may be an SFTP server. */
function sftpSecrets(channels: readonly string[]): readonly Path[] {
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
  tell: Tell,
): void {
  for (const path of [...fixedSecrets, ...sftpSecrets(Object.keys(config.channels))]) {
    const node = source.node(path);
    if (node === undefined || fromOutside.has(node)) continue;
    tell(
      'config-plain-secret',
      path,
      `\`${path.join('.')}\` stands in plain text.`,
      'Put it into a file and write "${file:secrets/NAME}", or into the environment and write "${NAME}".',
      'warning',
    );
  }
}

/** The address part of `127.0.0.1:8443` or `[::1]:8443`. */
export function hostOf(listen: string): string {
  return listen.slice(0, listen.lastIndexOf(':'));
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}
