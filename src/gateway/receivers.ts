import type { Logger } from 'pino';
import type { Config } from '../config/schema/config-schema.ts';
import type { ListeningServer, OperatorState } from '../http/operator-server.ts';
import type { ReceiveCall, WebhookServer } from '../http/webhook-server.ts';

/** What listens. */
export interface Receivers {
  webhook?: WebhookServer;
  operator?: ListeningServer;
}

/** Their code is loaded now, when sending has begun. */
export async function startReceivers(
  receivers: Receivers,
  { http }: Config,
  receive: ReceiveCall,
  state: OperatorState,
  log: Logger,
): Promise<void> {
  if (http.operator) {
    const { startOperator } = await import('../http/operator-server.ts');
    receivers.operator = await startOperator(http.operator, state, log);
  }
  if (http.webhook) {
    const { startWebhook } = await import('../http/webhook-server.ts');
    receivers.webhook = await startWebhook(http.webhook, receive, log);
  }
}
