import { describe, expect, it } from 'vitest';
import type { FailedAnswer } from '../../exchange/exchange-client.ts';
import { backoff } from './backoff.ts';
import { judgeAnswer } from './judge-answer.ts';

const answer = (
  kind: FailedAnswer['kind'],
  status: number,
  extra: Partial<FailedAnswer> = {},
): FailedAnswer => ({
  kind,
  status,
  body: Buffer.from('why'),
  ...extra,
});
const history = { failures: 1, notFoundFor: undefined, patience: 60_000 };

describe('what an answer means (docs/design.md, "What an answer means")', () => {
  it('rejects a document the exchange refuses, with its answer', () => {
    expect(judgeAnswer(answer('refused', 400), history)).toMatchObject({
      step: 'reject',
      finding: { code: 'exchange-refused', severity: 'error', value: 'why' },
    });
  });

  it('tells it in the language of the channel, and what did not fit the contract', () => {
    const told = (given: FailedAnswer) => judgeAnswer(given, { ...history, language: 'nl' });
    expect(told(answer('refused', 422))).toMatchObject({
      finding: { message: 'De exchange weigerde het document met status 422.' },
    });
    const mismatches = ['a: is missing', 'b: is missing'].map((what) => ({
      operation: 'o',
      service: 's',
      what,
    }));
    expect(told(answer('refused', 0, { mismatches }))).toMatchObject({
      finding: { message: 'Wat naar o zou gaan, past niet bij het OpenAPI-bestand van s: “a: is missing”.' },
      more: [{ code: 'contract-mismatch', severity: 'error' }],
    });
  });

  it('is patient with 404, then parks', () => {
    expect(judgeAnswer(answer('notFound', 404), history)).toMatchObject({ step: 'wait' });
    expect(judgeAnswer(answer('notFound', 404), { ...history, notFoundFor: 59_999 })).toMatchObject({
      step: 'wait',
    });
    expect(judgeAnswer(answer('notFound', 404), { ...history, notFoundFor: 60_000 })).toMatchObject({
      step: 'park',
    });
  });

  it('parks what nobody has a meaning for, and what a 2xx says failed', () => {
    const codeOf = (status: number) => judgeAnswer(answer('strange', status), history);
    expect(codeOf(418)).toMatchObject({ step: 'park', finding: { code: 'exchange-unexpected-status' } });
    expect(codeOf(200)).toMatchObject({ step: 'park', finding: { code: 'exchange-says-failed' } });
  });

  it('waits without end when the exchange is down or busy', () => {
    for (const kind of ['down', 'retry'] as const) {
      expect(judgeAnswer(answer(kind, 503), { ...history, failures: 1000 })).toMatchObject({ step: 'wait' });
    }
  });

  it('waits as long as the exchange asks', () => {
    expect(judgeAnswer(answer('retry', 429, { retryAfter: 7000 }), history)).toMatchObject({
      step: 'wait',
      ms: 7000,
    });
  });

  it('parks what it does not understand', () => {
    expect(judgeAnswer(answer('strange', 418), history)).toMatchObject({
      step: 'park',
      finding: { severity: 'park' },
    });
  });
});

describe('backoff', () => {
  it('doubles up to five minutes, a quarter to either side', () => {
    expect([1, 2, 3, 9, 10, 50].map((n) => backoff(n, undefined, () => 0.5))).toEqual([
      1000, 2000, 4000, 256_000, 300_000, 300_000,
    ]);
    expect(backoff(1, undefined, () => 0)).toBe(750);
    expect(backoff(1, undefined, () => 1)).toBe(1250);
  });

  it('does not believe a Retry-After of more than an hour', () => expect(backoff(1, 1e9)).toBe(3_600_000));

  it('leaves an exchange alone for a second that asks for no pause', () => {
    expect([backoff(1, 0), backoff(50, 0), backoff(1, 999), backoff(1, 1001)]).toEqual([
      1000, 1000, 1000, 1001,
    ]);
  });
});
