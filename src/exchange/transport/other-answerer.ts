import type { IncomingHttpHeaders } from 'node:http';
import { localize, quoteText } from '../../findings/localized-text.ts';
import type { Answer } from '../exchange-client.ts';
import { buildOwnAnswer, mayBeDone, renderExcerpt } from './answer.ts';
import { type Call, headerOf } from './call.ts';

/** How a page of the web begins, whatever it calls itself. */
const beginning = /^<(!doctype\s+html|html|head|body|title|meta|script|form|center|h1)\b/i;

/** Is this a page for a browser? Servers call a plain `OK` HTML too, so the body decides. */
export function isWebPage(bytes: Uint8Array, headers: IncomingHttpHeaders): boolean {
  const text = new TextDecoder().decode(bytes.subarray(0, 4000)).replace(/^(?:\s|<!--.*?-->)+/s, '');
  const saysSo = /\bhtml\b/i.test(headerOf(headers, 'content-type') ?? '');
  return beginning.test(text) || (saysSo && /^<(?!\?xml)/.test(text));
}

/** The exchange answers JSON or nothing: a page with status 200 is what a proxy shows, and says nothing of the request. */
export function buildWebPageAnswer(call: Call, status: number, bytes: Uint8Array): Answer {
  const [, title = ''] =
    /<title[^>]*>([^<]*)/i.exec(new TextDecoder().decode(bytes.subarray(0, 64_000))) ?? [];
  const named = renderExcerpt({ body: new TextEncoder().encode(title) }, 80);
  const words = localize('answer-web-page', {
    said: named === '' ? '' : localize('in-quotes', { text: quoteText(named) }),
  });
  return buildOwnAnswer('retry', words, { status, unknown: call.changes, away: true });
}

/** The exchange leads nowhere else: who does is a proxy that wants a login, or it has moved. */
export function buildRedirectAnswer(call: Call, status: number, headers: IncomingHttpHeaders): Answer {
  const words = localize('exchange-redirects', { status, to: placeOf(headerOf(headers, 'location') ?? '') });
  return buildOwnAnswer('retry', words, { status, unknown: call.changes && mayBeDone(status), away: true });
}

/** Without its query, which may hold a secret. */
const placeOf = (location: string): string => location.replace(/[?#].*$/s, '').slice(0, 200);
