import type { Logger } from 'pino';
import type { Config } from '../config/schema.ts';
import { crashPoint } from '../crash-point.ts';
import type { Closable, OperatorState } from '../http/operator.ts';
import type { Receive } from '../http/webhook.ts';
import type { OutboundChannel } from '../pipeline/channel.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { documentsOf } from '../pipeline/receive/webhook-routes.ts';

/** What listens. */
export interface Receivers {
  webhook?: Closable;
  operator?: Closable;
}

/** Their code is loaded now, when sending has begun. */
export async function startReceivers(
  receivers: Receivers,
  { http }: Config,
  channels: readonly OutboundChannel[],
  pipeline: Pipeline,
  state: OperatorState,
  log: Logger,
): Promise<void> {
  const receive: Receive = async (call) => {
    const documents = documentsOf(call, channels);
    if (documents.length === 0) return 'unknown-path';
    await pipeline.take(documents);
    crashPoint('webhook-stored');
    return 'accepted';
  };
  if (http.operator) {
    const { startOperator } = await import('../http/operator.ts');
    receivers.operator = await startOperator(http.operator, state, log);
  }
  if (http.webhook) {
    const { startWebhook } = await import('../http/webhook.ts');
    receivers.webhook = await startWebhook(http.webhook, receive, log);
  }
}
