import type { IncomingHttpHeaders } from 'node:http';
import { keepUntranslated, type LocalizedText, localize, quoteText } from '../../findings/localized-text.ts';
import type { Answer, AnswerKind } from '../exchange-client.ts';
import { headerOf, type Reply } from './call.ts';

const refusedStatuses = new Set([400, 413, 422]);
const downStatuses = new Set([401, 403]);
/** 407: a proxy on the way wants a login. */
const retry = new Set([407, 408, 425, 429]);
const redirects = new Set([301, 302, 303, 307, 308]);

/** docs/design.md, "What an answer means": what an HTTP status means for the message. */
export function answerKindOf(status: number): AnswerKind {
  if (status >= 200 && status < 300) return 'ok';
  if (status === 404) return 'notFound';
  if (refusedStatuses.has(status)) return 'refused';
  if (downStatuses.has(status)) return 'down';
  return retry.has(status) || status >= 500 ? 'retry' : 'strange';
}

/** Somebody leads elsewhere: nobody follows, since orders and credentials go to the exchange alone. */
export const isRedirect = (status: number): boolean => redirects.has(status);

/** Not taken on (RFC 9110, 15.6.4), or never come to the exchange (RFC 6585, 6). */
const notDone = new Set([503, 511]);

/** These may lead from a request that was carried out to where its result is. */
const afterwards = new Set([301, 302, 303]);

/** The request may have been carried out all the same: something failed there, or a proxy had no answer from it. */
export const mayBeDone = (status: number): boolean =>
  (status >= 500 && !notDone.has(status)) || afterwards.has(status);

const awayStatuses = new Set([407, 429, 502, 503, 504, 511]);

/**
 * The exchange takes nothing now, whatever the document: too many requests, no service, or a proxy before it that cannot reach it (502),
 * waited for it in vain (504) or wants a login (407, 511). A 500 may be about the one document.
 */
export const isAwayStatus = (status: number): boolean => awayStatuses.has(status);

/** Milliseconds: nobody is left alone for longer, whatever an answer asks for. */
export const longestRetryAfter = 3_600_000;

/**
 * Milliseconds to wait, from Retry-After (RFC 9110, 10.2.3): seconds, or an HTTP date, which is held against the
 * answer's own Date since our clock may be wrong; an hour at most. Undefined when absent or unreadable.
 */
export function parseRetryAfter(headers: IncomingHttpHeaders): number | undefined {
  const value = headerOf(headers, 'retry-after')?.trim() ?? '';
  if (/^\d+$/.test(value)) return Math.min(Number(value) * 1000, longestRetryAfter);
  const until = Date.parse(value);
  if (Number.isNaN(until)) return undefined;
  return Math.min(Math.max(0, until - serverTime(headers)), longestRetryAfter);
}

/** The answer's Date, else our clock; milliseconds since 1970. */
export function serverTime(headers: IncomingHttpHeaders): number {
  const date = Date.parse(headerOf(headers, 'date') ?? '');
  return Number.isNaN(date) ? Date.now() : date;
}

/** An answer in our own words, where the exchange gave none that can be used. */
export function buildOwnAnswer<K extends AnswerKind>(
  kind: K,
  words: LocalizedText,
  more: {
    readonly status?: number;
    readonly retryAfter?: number | undefined;
    readonly unknown?: boolean;
    readonly away?: boolean;
  } = {},
): Answer & { readonly kind: K } {
  return {
    kind,
    status: more.status ?? 0,
    body: new TextEncoder().encode(words.en),
    words,
    ...(more.retryAfter === undefined ? {} : { retryAfter: more.retryAfter }),
    ...(more.unknown === true ? { unknown: true as const } : {}),
    ...(more.away === true ? { away: true as const } : {}),
  };
}

export const buildOwnReply = (...parts: Parameters<typeof buildOwnAnswer>): Reply => ({
  answer: buildOwnAnswer(...parts),
  headers: {},
});

/** The beginning of an answer's body on one line, for a log or a reason. */
export function renderExcerpt(answer: Pick<Answer, 'body'>, length = 200): string {
  const text = new TextDecoder().decode(answer.body.subarray(0, length * 4));
  const line = [...text].map((character) => (character < ' ' ? ' ' : character)).join('');
  return line.replace(/\s+/g, ' ').trim().slice(0, length);
}

/** An answer that cannot be used, in words: `503 maintenance`; where there was none, why. */
export function renderFailure(answer: Answer, length?: number): string {
  const said = renderExcerpt(answer, length ?? (answer.status === 0 ? 500 : 200));
  if (answer.status === 0) return said || 'no answer';
  return `${answer.status} ${said}`.trim();
}

/** What an answer says, for alarms: our own words in every language, those of others as they were. */
export function answerTextOf(answer: Answer, length?: number): LocalizedText {
  const text = renderExcerpt(answer, length);
  return answer.words ?? (text === '' ? keepUntranslated('') : quoteText(text));
}

/** `renderFailure` for alarms. */
export function localizeFailure(answer: Answer): LocalizedText {
  if (answer.words) return answer.words;
  const { status } = answer;
  const text = answerTextOf(answer);
  if (status === 0) return text.en === '' ? localize('answer-none') : text;
  return text.en === '' ? keepUntranslated(`${status}`) : localize('answer-said', { status, said: text });
}

/** ` (maintenance)`, or nothing where nothing was said. */
export const inBrackets = (text: LocalizedText): LocalizedText =>
  text.en === '' ? keepUntranslated('') : localize('in-brackets', { text });
