import type { AlarmSettings } from '../../config/schema/config-schema.ts';
import { createDispatcher } from '../../exchange/transport/http-transport.ts';
import { explainFailure, localizeError } from '../../findings/localized-error.ts';
import { isLoopbackHost } from '../../system/network-address.ts';
import { readText } from '../../text/text-file.ts';
import { escapeControlsInJson } from '../../text/visible.ts';
import { abortAfter } from '../../time/deadline.ts';
import type { AlarmMessage } from './alarm-message.ts';
import { type AlarmTarget, longestSend } from './alarm-target.ts';

type Webhook = NonNullable<AlarmSettings['webhook']>;

/** A POST of JSON (`AlarmMessageJson`); any answer but 2xx means that it has not arrived. */
export function buildWebhookTarget(webhook: Webhook): AlarmTarget {
  const { host } = new URL(webhook.url);
  return { name: 'webhook', address: host, send: (notice) => send(webhook, host, notice) };
}

async function send(webhook: Webhook, host: string, notice: AlarmMessage): Promise<undefined> {
  const late = () => localizeError('alarm-no-answer');
  try {
    const status = await abortAfter(longestSend, undefined, (signal) => call(webhook, notice, signal), late);
    if (status < 200 || status > 299) throw localizeError('alarm-answered', { status });
  } catch (error) {
    throw localizeError('alarm-not-taken', { host, why: explainFailure(error) }, error);
  }
}

async function call(
  { url, bearer, certificateAuthority: file }: Webhook,
  { json }: AlarmMessage,
  signal: AbortSignal,
): Promise<number> {
  const { origin, hostname, pathname, search } = new URL(url);
  const authority = file === undefined ? undefined : await readText(file);
  const dispatcher = createDispatcher({ origin, prefix: '', loopback: isLoopbackHost(hostname) }, authority);
  try {
    const { statusCode, body } = await dispatcher.request({
      origin,
      path: pathname + search,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'scsn-gateway',
        ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      },
      body: escapeControlsInJson(JSON.stringify(json)),
      signal,
    });
    await body.dump();
    return statusCode;
  } finally {
    await dispatcher.destroy();
  }
}
