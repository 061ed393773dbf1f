import { request } from 'undici';
import { onTestFinished } from 'vitest';
import type { WebhookSettings } from '../../config/schema/config-schema.ts';
import { recordingLog } from '../../folders/testkit/folder.ts';
import { type ReceiveCall, startWebhook, type WebhookRequest } from '../webhook-server.ts';

export const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
const auth = { basic: { user: 'exchange', password: 'pä:ss ' } };
export const right = basic('exchange:pä:ss ');

interface Sent {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
}

/** A receiver on loopback that keeps what it is given and knows the path /events only. */
export async function start(receive?: ReceiveCall, settings: Partial<WebhookSettings> = {}) {
  const received: WebhookRequest[] = [];
  const { log, lines } = recordingLog();
  const keep: ReceiveCall = async (call) => {
    if (call.path !== '/events') return 'unknown-path';
    received.push(call);
    return 'accepted';
  };
  const server = await startWebhook({ listen: '127.0.0.1:0', auth, ...settings }, receive ?? keep, log);
  onTestFinished(() => server.close());
  const call = async (path: string, { method = 'POST', headers = {}, body }: Sent = {}) => {
    const answer = await request(server.address + path, {
      method,
      headers: { authorization: right, ...headers },
      body: body ?? null,
    });
    return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
  };
  return { server, received, lines, call };
}

export const json = { 'content-type': 'application/json' };
export const event = '{"eventName":"OrderIssued","orderEvent":{"n":1.10}}';
