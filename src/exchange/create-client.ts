import type { Logger } from 'pino';
import type { Dispatcher } from 'undici';
import type { ExchangeSettings } from '../config/schema/config-schema.ts';
import { localize } from '../findings/localized-text.ts';
import type { Meter } from '../metrics/meter.ts';
import { SecretRedactor } from '../text/secret-redactor.ts';
import { ContractStore, withContract } from './contract/published-contracts.ts';
import { readPage } from './documents/read-large-page.ts';
import { buildSearchBody, type SearchQuery } from './documents/search-page.ts';
import type {
  Answer,
  ExchangeClient,
  ExchangeReader,
  FailedAnswer,
  PublishedContracts,
  SearchPage,
} from './exchange-client.ts';
import { createReader, fetchById } from './exchange-reader.ts';
import { AccessRefusals } from './login/access-refusals.ts';
import { encodeBasicCredentials, withAuth } from './login/authorization.ts';
import { type Backoff, LoginGuard } from './login/login-guard.ts';
import { type Lifetimes, lifetimes, TokenSession } from './login/token-pair.ts';
import { buildOwnAnswer, buildOwnReply, serverTime } from './transport/answer.ts';
import { ExchangeAvailability, probeCall } from './transport/availability.ts';
import { type BaseUrl, parseBaseUrl } from './transport/base-url.ts';
import type { SendCall } from './transport/call.ts';
import { ClockWatch } from './transport/clock-watch.ts';
import { createDispatcher, createTransport } from './transport/http-transport.ts';
import { buildCall, type PathSettings } from './transport/operations.ts';
import { withPathForms } from './transport/path-forms.ts';
import { RateLimit, withRateLimit } from './transport/rate-limit.ts';
import { abortAtDeadline, withDeadline } from './transport/request-deadline.ts';
import { withMeter } from './transport/request-meter.ts';
import { type BodyLimits, bodyLimits } from './transport/response-body.ts';
import { SharedRateLimit, type TakeTurns, withSharedRateLimit } from './transport/shared-rate-limit.ts';
import { upload } from './upload-document.ts';

/** What the settings do not say; the defaults are the specification's. */
export interface ExchangeOptions {
  readonly lifetimes?: Lifetimes;
  readonly limits?: BodyLimits;
  /** PEM of a private certificate authority that the exchange's certificate may come from. */
  readonly authority?: string;
  /** Where several gateways share the exchange's rate. */
  readonly turns?: TakeTurns;
  readonly meter?: Meter | undefined;
  readonly loginBackoff?: Readonly<Record<'refused' | 'retry', Backoff>>;
}

/** A client for one exchange. Throws BaseUrlError when the base URL is not https (or http on loopback). */
export function createExchangeClient(
  settings: ExchangeSettings,
  log: Logger,
  options: ExchangeOptions = {},
): ExchangeClient & ExchangeReader & PublishedContracts {
  const address = parseBaseUrl(settings.baseUrl);
  const {
    send: plain,
    linked,
    tokens,
    troubles,
    availability,
    probe,
    clock,
    dispatcher,
    closing,
  } = connect(address, settings, log, options);
  const reader = createReader(plain, linked, address, settings);
  const contracts = new ContractStore(settings.contract, reader.published, log);
  const send = withContract(plain, contracts);
  return {
    ...reader,
    contracts,
    send: async (operation, body, channel, onTurn) =>
      operation === 'api-connector/despatch-advice' && !settings.despatchAdvice
        ? switchedOff('despatchAdvice')
        : (await send(buildCall(operation, settings, { body, channel, onTurn }))).answer,
    upload: async (file) => (settings.upload ? upload(send, settings, file) : switchedOff('upload')),
    order: (id, channel) => fetchById(send, settings, 'order', { id, channel }),
    shipment: (id, channel) => fetchById(send, settings, 'shipment', { id, channel }),
    search: (query, signal) => search(send, settings, query, signal),
    trouble: () => troubles.trouble(),
    refusal: () => troubles.refusal(),
    unreachable: () => availability.trouble(),
    probe,
    clock: () => clock.trouble(),
    login: async () => (closing.signal.aborted ? closedReply.answer : tokens.login()),
    close: async () => {
      if (closing.signal.aborted) return;
      closing.abort();
      await close(tokens, dispatcher);
    },
  };
}

interface Connection {
  /** To the exchange, with everything around it. */
  readonly send: SendCall;
  /** To any origin, without credentials and outside the rate. */
  readonly linked: (origin: string, addresses?: readonly string[]) => SendCall;
  readonly tokens: TokenSession;
  readonly troubles: AccessRefusals;
  readonly availability: ExchangeAvailability;
  readonly probe: () => Promise<void>;
  readonly clock: ClockWatch;
  readonly dispatcher: Dispatcher;
  readonly closing: AbortController;
}

/** From the inside out: HTTP, deadline, rate; then authorization, path forms, and a door that closes. */
function connect(
  address: BaseUrl,
  settings: ExchangeSettings,
  log: Logger,
  options: ExchangeOptions,
): Connection {
  const { auth, timeout } = settings;
  const basic = encodeBasicCredentials(auth.email, auth.password);
  const secrets = new SecretRedactor(basic.slice('Basic '.length), auth.password);
  const closing = new AbortController();
  const dispatcher = createDispatcher(address, options.authority);
  const timed = (to: BaseUrl, by: Dispatcher = dispatcher): SendCall =>
    withDeadline(createTransport(to, by, secrets, options.limits ?? bodyLimits), timeout);
  const linked = linkedCalls(address, options.authority, timed);
  const clock = new ClockWatch(log);
  const availability = new ExchangeAvailability();
  const watched = withMeter(availability.watch(clock.watch(timed(address))), options.meter);
  const paced = withRates(withTurn(watched), settings, options.turns);
  const guard = new LoginGuard(log, options.loginBackoff);
  const life = { lifetimes: options.lifetimes ?? lifetimes, closing: closing.signal };
  const tokens = new TokenSession({
    send: paced,
    basic,
    guard,
    secrets,
    log,
    paths: settings.paths,
    ...life,
  });
  const troubles = new AccessRefusals(guard, availability, log);
  const authorized = troubles.watch(withAuth(paced, { mode: auth.mode, basic, tokens, guard }));
  return {
    send: rejectWhenClosed(withPathForms(authorized), closing.signal),
    linked: (origin, addresses) => rejectWhenClosed(linked(origin, addresses), closing.signal),
    tokens,
    troubles,
    availability,
    probe: async () => {
      if (availability.isQuiet())
        await rejectWhenClosed(paced, closing.signal)({ ...probeCall, signal: closing.signal });
    },
    clock,
    dispatcher,
    closing,
  };
}

/** To the host of a link; where its addresses are given, over a connection of its own to one of these. */
const linkedCalls =
  (
    address: BaseUrl,
    authority: ExchangeOptions['authority'],
    timed: (to: BaseUrl, by?: Dispatcher) => SendCall,
  ) =>
  (origin: string, addresses?: readonly string[]): SendCall => {
    const to = { ...address, origin, prefix: '' };
    if (addresses === undefined) return timed(to);
    return async (call) => {
      const own = createDispatcher(address, authority, addresses);
      try {
        return await timed(to, own)(call);
      } finally {
        await own.destroy();
      }
    };
  };

/** The rate of this gateway, within that which several share. */
function withRates(
  send: SendCall,
  { rate, timeout }: ExchangeSettings,
  turns: ExchangeOptions['turns'],
): SendCall {
  const shared = turns
    ? withSharedRateLimit(send, new SharedRateLimit(turns, rate.perSecond), timeout)
    : send;
  return withRateLimit(shared, new RateLimit(rate), timeout);
}

const withTurn =
  (send: SendCall): SendCall =>
  async (call) => {
    await call.onTurn?.();
    return await send(call);
  };

const switchedOff = (key: 'despatchAdvice' | 'upload'): FailedAnswer =>
  buildOwnAnswer('strange', localize('not-sent-off', { key: `exchange.${key}` }));

async function search(
  send: SendCall,
  settings: PathSettings,
  query: SearchQuery,
  signal: AbortSignal | undefined,
): Promise<Answer & { readonly page?: SearchPage }> {
  const body = buildSearchBody(query, settings.profile);
  const { answer, headers } = await send(buildCall('order-search/search', settings, { body, signal }));
  if (answer.kind !== 'ok') return answer;
  const page = await readPage(answer.body, { limit: query.limit, now: serverTime(headers) });
  return typeof page === 'string'
    ? buildOwnAnswer('retry', localize(page), { status: answer.status })
    : { ...answer, page };
}

/** Milliseconds that closing may take: the logout, and the requests still under way. */
const closingTime = 5_000;

async function close(tokens: TokenSession, dispatcher: Dispatcher): Promise<void> {
  await abortAtDeadline(closingTime, undefined, (signal) => tokens.logout(signal));
  await abortAtDeadline(closingTime, undefined, (late) => {
    late.addEventListener('abort', () => void dispatcher.destroy());
    return dispatcher.close();
  });
}

const closedReply = buildOwnReply('retry', localize('not-sent-closed'));

const rejectWhenClosed =
  (send: SendCall, closing: AbortSignal): SendCall =>
  async (call) =>
    closing.aborted ? closedReply : send(call);
