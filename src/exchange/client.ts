import type { Logger } from 'pino';
import type { ExchangeSettings } from '../config/schema.ts';
import { readAddress } from './address.ts';
import { inWords, replyInWords } from './answer.ts';
import { basicOf, withAuth } from './auth.ts';
import { type BodyLimits, bodyLimits } from './body.ts';
import type { Call, Send } from './call.ts';
import { withDeadline, within } from './deadline.ts';
import { withForms } from './forms.ts';
import { type Backoff, LoginGuard } from './guard.ts';
import type { Answer, ExchangeClient, SearchPage } from './interface.ts';
import { callOf } from './operations.ts';
import { Rate, withRate } from './rate.ts';
import { readSearchPage, type SearchQuery, searchBody } from './search.ts';
import { Secrets } from './secrets.ts';
import { type Lifetimes, lifetimes, Tokens } from './tokens.ts';
import { createDispatcher, createTransport } from './transport.ts';
import { Troubles } from './troubles.ts';

/** What the settings do not say; the defaults are the specification's. */
export interface ExchangeOptions {
  readonly lifetimes?: Lifetimes;
  readonly limits?: BodyLimits;
  /** PEM of a private certificate authority that the exchange's certificate may come from. */
  readonly authority?: string;
  readonly loginBackoff?: Readonly<Record<'refused' | 'retry', Backoff>>;
}

/** Milliseconds that closing may take: the logout, and the requests still under way. */
const closingTime = 5_000;

/** A client for one exchange. Throws AddressError when the base URL is not https (or http on loopback). */
export function createExchangeClient(
  settings: ExchangeSettings,
  log: Logger,
  options: ExchangeOptions = {},
): ExchangeClient {
  const address = readAddress(settings.baseUrl);
  const dispatcher = createDispatcher(address, options.authority);
  const basic = basicOf(settings.auth.email, settings.auth.password);
  const secrets = new Secrets(basic.slice('Basic '.length), settings.auth.password);
  const guard = new LoginGuard(log, options.loginBackoff);
  const closing = new AbortController();

  const transport = createTransport(address, dispatcher, secrets, options.limits ?? bodyLimits);
  const paced = withRate(
    withDeadline(transport, settings.timeout),
    new Rate(settings.rate),
    settings.timeout,
  );
  const tokens = new Tokens({
    send: paced,
    basic,
    guard,
    secrets,
    lifetimes: options.lifetimes ?? lifetimes,
    log,
    closing: closing.signal,
  });
  const troubles = new Troubles(guard, log);
  const authorized = troubles.watch(withAuth(paced, { mode: settings.auth.mode, basic, tokens, guard }));
  const send = whileOpen(withForms(authorized), closing.signal);

  return {
    send: async (operation, body, signal) => (await send(callOf(operation, { body, signal }))).answer,
    order: (id, signal) => byId(send, 'order', id, signal),
    shipment: (id, signal) => byId(send, 'shipment', id, signal),
    search: (query, signal) => search(send, query, signal),
    trouble: () => troubles.text(),
    login: () => (closing.signal.aborted ? Promise.resolve(closed.answer) : tokens.login()),
    close: async () => {
      if (closing.signal.aborted) return;
      closing.abort();
      await within(closingTime, undefined, (signal) => tokens.logout(signal));
      await within(closingTime, undefined, (late) => {
        late.addEventListener('abort', () => void dispatcher.destroy());
        return dispatcher.close();
      });
    },
  };
}

async function byId(
  send: Send,
  operation: 'order' | 'shipment',
  id: string,
  signal: AbortSignal | undefined,
): Promise<Answer> {
  if (id === '') return inWords('strange', `Not asked for: the id of the ${operation} is empty.`);
  return (await send(callOf(operation, { id, signal }))).answer;
}

async function search(
  send: Send,
  query: SearchQuery,
  signal: AbortSignal | undefined,
): Promise<Answer & { readonly page?: SearchPage }> {
  const { answer } = await send(callOf('order-search/search', { body: searchBody(query), signal }));
  if (answer.kind !== 'ok') return answer;
  const page = readSearchPage(answer.body, query.limit);
  return typeof page === 'string' ? inWords('retry', page, { status: answer.status }) : { ...answer, page };
}

const closed = replyInWords('retry', 'Not sent: the connection to the exchange has been closed.');

const whileOpen =
  (send: Send, closing: AbortSignal): Send =>
  async (call: Call) =>
    closing.aborted ? closed : send(call);
