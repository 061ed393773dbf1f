import { describe, expect, it } from 'vitest';
import { quoteText } from '../../findings/localized-text.ts';
import {
  answerKindOf,
  buildOwnAnswer,
  isAwayStatus,
  mayBeDone,
  parseRetryAfter,
  renderExcerpt,
} from './answer.ts';

describe('what a status means for the message', () => {
  it.each([
    [200, 'ok'],
    [202, 'ok'],
    [204, 'ok'],
    [400, 'refused'],
    [413, 'refused'],
    [422, 'refused'],
    [404, 'notFound'],
    [401, 'down'],
    [403, 'down'],
    [407, 'retry'],
    [408, 'retry'],
    [425, 'retry'],
    [429, 'retry'],
    [500, 'retry'],
    [502, 'retry'],
    [503, 'retry'],
    [599, 'retry'],
    [301, 'strange'],
    [304, 'strange'],
    [405, 'strange'],
    [409, 'strange'],
    [415, 'strange'],
    [418, 'strange'],
  ])('%i is %s', (status, kind) => {
    expect(answerKindOf(status)).toBe(kind);
  });
});

it('what a proxy says instead of the exchange was not carried out, and is not about the document', () => {
  const said = (status: number) => [mayBeDone(status), isAwayStatus(status)];
  for (const status of [407, 429, 503, 511]) expect(said(status), String(status)).toEqual([false, true]);
  for (const status of [502, 504]) expect(said(status), String(status)).toEqual([true, true]);
  for (const status of [500, 501, 505]) expect(said(status), String(status)).toEqual([true, false]);
});

describe('Retry-After', () => {
  it('is read as seconds', () => {
    expect(parseRetryAfter({ 'retry-after': ' 120 ' })).toBe(120_000);
    expect(parseRetryAfter({ 'retry-after': '0' })).toBe(0);
  });

  it('is read as a date, against the clock of the answer', () => {
    const headers = {
      date: 'Tue, 01 Jan 2030 10:00:00 GMT',
      'retry-after': 'Tue, 01 Jan 2030 10:02:00 GMT',
    };
    expect(parseRetryAfter(headers)).toBe(120_000);
    expect(parseRetryAfter({ ...headers, 'retry-after': 'Tue, 01 Jan 2030 09:00:00 GMT' })).toBe(0);
  });

  it.each(['999999999', '9'.repeat(400), 'Fri, 31 Dec 2060 00:00:00 GMT'])(
    'is an hour at most: %s',
    (value) => {
      expect(parseRetryAfter({ 'retry-after': value })).toBe(3_600_000);
    },
  );

  it('is nothing when absent or unreadable', () => {
    expect(parseRetryAfter({})).toBeUndefined();
    expect(parseRetryAfter({ 'retry-after': 'soon' })).toBeUndefined();
    expect(parseRetryAfter({ 'retry-after': '' })).toBeUndefined();
  });
});

describe('an excerpt of an answer', () => {
  it('is one line, cut', () => {
    const answer = buildOwnAnswer(
      'refused',
      quoteText(`<html>\n\t<b>no\u0000\u001b[31m</b>\n${'x'.repeat(500)}`),
      {
        status: 400,
      },
    );
    const text = renderExcerpt(answer, 30);
    expect(text).toBe('<html> <b>no [31m</b> xxxxxxxx');
  });
});
