import { folderTitleOf } from '../../folders/endpoint-settings.ts';
import { isInbound } from '../channel-direction.ts';
import type { Config, InboundSettings } from '../schema/config-schema.ts';
import { kindByConfig } from './channel-kind.ts';
import type { ReportFinding } from './report-finding.ts';

/** Messages of one order arrive in the order they came within a lane: warns where documents of one order come by several. */
export function lintLanes(config: Config, tell: ReportFinding): void {
  const first = new Map<string, readonly [name: string, lane: string]>();
  for (const [name, channel] of Object.entries(config.channels)) {
    if (!isInbound(channel)) continue;
    const keys = keysOf(channel, config);
    const [other, lane] = first.get(keys) ?? [name, laneOf(channel)];
    first.set(keys, [other, lane]);
    if (lane !== laneOf(channel))
      tell('config-keys-in-lanes', ['channels', name, 'from'], { name, other }, 'warning');
  }
}

const laneOf = ({ from }: InboundSettings): string =>
  from.lane === undefined ? `folder ${folderTitleOf(from)}` : `lane ${from.lane}`;

/** What the order keys of a channel have in common: those of buyers name our company, those of suppliers the buyer's account. */
function keysOf(channel: InboundSettings, { exchange }: Config): string {
  const kind = kindByConfig(channel);
  if (kind === 'order') return `orders of ${channel.companyId ?? exchange.companyId ?? ''}`;
  return kind === 'advice' ? 'despatch advice' : 'answers';
}
