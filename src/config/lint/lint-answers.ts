import { isInbound } from '../channel-direction.ts';
import type { Config } from '../schema/config-schema.ts';
import type { ReportFinding } from './report-finding.ts';

const completing = 'complete-order-response';

/** What a response leaves open is closed by the order that it answers: warns where nothing brings the orders. */
export function lintAnswers({ channels }: Config, tell: ReportFinding): void {
  const all = Object.entries(channels);
  if (all.some(([, channel]) => !isInbound(channel) && channel.as === 'supplier')) return;
  for (const [name, channel] of all)
    if (isInbound(channel) && channel.map?.includes(completing))
      tell('config-no-orders', ['channels', name, 'map'], { name }, 'warning');
}
