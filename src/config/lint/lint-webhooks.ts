import { folderTitleOf } from '../../folders/endpoint-settings.ts';
import { isLoopbackHost, parseListenAddress } from '../../system/network-address.ts';
import { isInbound } from '../channel-direction.ts';
import { inNetworks } from '../networks.ts';
import type { Config, OutboundSettings, WebhookSettings } from '../schema/config-schema.ts';
import { kindByConfig } from './channel-kind.ts';
import type { ReportFinding } from './report-finding.ts';

type Named = readonly [name: string, channel: OutboundSettings];

/** The webhook server and the paths at which channels listen. */
export function lintWebhooks({ channels, http: { webhook } }: Config, tell: ReportFinding): void {
  const listening = Object.entries(channels).flatMap(([name, channel]) =>
    isInbound(channel) || channel.from.webhook === undefined ? [] : [[name, channel] as const],
  );
  lintPaths(listening, tell);
  if (webhook === undefined) return;
  if (listening.length === 0) tell('config-idle-webhook', ['http', 'webhook'], {}, 'warning');
  if ('addresses' in webhook.auth) lintAddresses(webhook, webhook.auth.addresses, listening, tell);
}

/** The address alone lets a caller in. Behind a proxy on this machine that is the proxy's, whoever calls. */
function lintAddresses(
  { listen }: WebhookSettings,
  addresses: readonly string[],
  listening: readonly Named[],
  tell: ReportFinding,
): void {
  const path = ['http', 'webhook', 'auth', 'addresses'];
  const local = isLoopbackHost(parseListenAddress(listen).host);
  const open = loopback.some(inNetworks(addresses));
  if (local && !open) tell('config-closed-webhook', path, { listen });
  if ((local && open) || addresses.some((one) => one.endsWith('/0')))
    tell(local ? 'config-open-webhook/proxy' : 'config-open-webhook/everybody', path, {}, 'warning');
  for (const [name, { from }] of listening)
    if (!isSecret(from.webhook ?? ''))
      tell(
        'config-open-webhook/guessed',
        ['channels', name, 'from', 'webhook'],
        { path: String(from.webhook) },
        'warning',
      );
}

/** A part that is long and not only words. */
const isSecret = (path: string): boolean =>
  path.split('/').some((part) => part.length >= 20 && /\d/.test(part) && /[a-z]/i.test(part));

const loopback = ['127.0.0.1', '::1'];

/** One path may feed several channels, but not two that make the same file. */
function lintPaths(outbound: readonly Named[], tell: ReportFinding): void {
  const seen = new Map<string, string>();
  for (const [name, { from, as, document, companyId = '', to }] of outbound) {
    const key = [from.webhook, as, document, companyId, folderTitleOf(to)].join('\n');
    const other = seen.get(key);
    if (other !== undefined)
      tell('config-same-event', ['channels', name, 'from', 'webhook'], { name, other }, 'warning');
    seen.set(key, name);
  }
  for (const [name, channel] of outbound) {
    const { from, document } = channel;
    if (kindByConfig(channel) !== 'advice') continue;
    const other = outbound.find(([, one]) => one.from.webhook === from.webhook && one.document !== document);
    if (other)
      tell('config-mixed-path', ['channels', name, 'from', 'webhook'], { name, other: other[0] }, 'warning');
  }
}
