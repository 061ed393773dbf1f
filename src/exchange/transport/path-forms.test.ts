import { describe, expect, it } from 'vitest';
import { quoteText } from '../../findings/localized-text.ts';
import { renderLog } from '../testkit/loopback.ts';
import { answerKindOf, buildOwnAnswer } from './answer.ts';
import type { SendCall } from './call.ts';
import { buildCall } from './operations.ts';
import { withPathForms } from './path-forms.ts';

/** Answers by path; what was asked. */
function answering(statuses: Record<string, number>, types: Record<string, string> = {}) {
  const asked: string[] = [];
  const send: SendCall = async ({ path }) => {
    asked.push(path);
    const status = statuses[path] ?? 404;
    return {
      answer: buildOwnAnswer(answerKindOf(status), quoteText(path), { status }),
      headers: { 'content-type': types[path] ?? 'text/html' },
    };
  };
  return { send: withPathForms(send), asked, statuses };
}

const order = (id: string) => buildCall('order', renderLog, { id });

describe('a path whose prefix is not stated', () => {
  it('is used as printed', async () => {
    const { send, asked } = answering({ '/order/1': 200 });
    await send(order('1'));
    await send(order('2'));
    expect(asked).toEqual(['/order/1', '/order/2']);
  });

  it('row 87: is tried with /v2 on 404, and that is remembered from an answer that proves it', async () => {
    const { send, asked } = answering({ '/v2/order/1': 200, '/v2/order/2': 200 });
    expect((await send(order('1'))).answer.kind).toBe('ok');
    await send(order('2'));
    expect(asked).toEqual(['/order/1', '/v2/order/1', '/v2/order/2']);
  });

  it('row 87: stays 404 for an order that is unknown, without a second try once the form is known', async () => {
    const { send, asked } = answering({ '/order/1': 200 });
    await send(order('1'));
    expect((await send(order('unknown'))).answer.kind).toBe('notFound');
    expect(asked).toEqual(['/order/1', '/order/unknown']);
  });

  it('remembers nothing from two 404', async () => {
    const { send, asked, statuses } = answering({});
    expect((await send(order('1'))).answer.kind).toBe('notFound');
    statuses['/v2/order/1'] = 200;
    await send(order('1'));
    expect(asked).toEqual(['/order/1', '/v2/order/1', '/order/1', '/v2/order/1']);
  });

  it('remembers nothing from an error that a proxy may have made', async () => {
    const { send, statuses } = answering({ '/order/1': 503 });
    expect((await send(order('1'))).answer.status).toBe(503);
    statuses['/order/1'] = 404;
    statuses['/v2/order/1'] = 200;
    expect((await send(order('1'))).answer.kind).toBe('ok');
  });

  it('remembers for each operation by itself', async () => {
    const { send, asked } = answering({ '/v2/order/1': 200, '/shipment/1': 200 });
    await send(order('1'));
    await send(buildCall('shipment', renderLog, { id: '1' }));
    expect(asked.at(-1)).toBe('/shipment/1');
  });

  it('shows of two 404 the one that the exchange itself wrote', async () => {
    const { send } = answering({}, { '/v2/order/1': 'application/json' });
    const { answer } = await send(order('1'));
    expect(new TextDecoder().decode(answer.body)).toBe('/v2/order/1');
  });
});

describe('paths', () => {
  it('keep an id in its segment', () => {
    expect(order('a/b?c#d e').path).toBe('/order/a%2Fb%3Fc%23d%20e');
    expect(order('..').path).toBe('/order/%2E%2E');
    expect(order('$&').path).toBe('/order/%24%26');
    expect(order('1').alternativePath).toBe('/v2/order/1');
  });

  it('have no other form where /v2 is printed', () => {
    expect(buildCall('api-connector/order', renderLog, {}).alternativePath).toBeUndefined();
  });
});
