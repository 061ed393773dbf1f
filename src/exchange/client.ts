import type { Logger } from 'pino';
import type { Dispatcher } from 'undici';
import type { ExchangeSettings } from '../config/schema.ts';
import type { Meter } from '../metrics/meter.ts';
import { type Address, readAddress } from './address.ts';
import { inWords, replyInWords, serverTime } from './answer.ts';
import { basicOf, withAuth } from './auth.ts';
import { type BodyLimits, bodyLimits } from './body.ts';
import type { Send } from './call.ts';
import { ClockWatch } from './clock.ts';
import { Contracts, withContract } from './contracts.ts';
import { withDeadline, within } from './deadline.ts';
import { withForms } from './forms.ts';
import { type Backoff, LoginGuard } from './guard.ts';
import type { Answer, ExchangeClient, ExchangeReader, PublishedContracts, SearchPage } from './interface.ts';
import { withMeter } from './measured.ts';
import { callOf, type PathSettings } from './operations.ts';
import { Rate, withRate } from './rate.ts';
import { Reach, signOfLife } from './reach.ts';
import { createReader, readById } from './reader.ts';
import { type SearchQuery, searchBody } from './search.ts';
import { readPage } from './search-page.ts';
import { Secrets } from './secrets.ts';
import { type Lifetimes, lifetimes, Tokens } from './tokens.ts';
import { createDispatcher, createTransport } from './transport.ts';
import { Troubles } from './troubles.ts';
import { type TakeTurns, Turns, withTurns } from './turns.ts';
import { upload } from './upload.ts';

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

/** A client for one exchange. Throws AddressError when the base URL is not https (or http on loopback). */
export function createExchangeClient(
  settings: ExchangeSettings,
  log: Logger,
  options: ExchangeOptions = {},
): ExchangeClient & ExchangeReader & PublishedContracts {
  const address = readAddress(settings.baseUrl);
  const {
    send: plain,
    linked,
    tokens,
    troubles,
    reach,
    probe,
    clock,
    dispatcher,
    closing,
  } = connect(address, settings, log, options);
  const reader = createReader(plain, linked, address, settings);
  const contracts = new Contracts(settings.contract, reader.published, log);
  const send = withContract(plain, contracts);
  return {
    ...reader,
    contracts,
    send: async (operation, body, signal) =>
      operation === 'api-connector/despatch-advice' && !settings.despatchAdvice
        ? switchedOff('despatchAdvice')
        : (await send(callOf(operation, settings, { body, signal }))).answer,
    upload: async (file, signal) =>
      settings.upload ? upload(send, settings, file, signal) : switchedOff('upload'),
    order: (id, signal) => readById(send, settings, 'order', id, signal),
    shipment: (id, signal) => readById(send, settings, 'shipment', id, signal),
    search: (query, signal) => search(send, settings, query, signal),
    trouble: () => troubles.text(),
    refusal: () => troubles.refusal(),
    away: () => reach.trouble(),
    probe,
    clock: () => clock.text(),
    login: async () => (closing.signal.aborted ? closed.answer : tokens.login()),
    close: async () => {
      if (closing.signal.aborted) return;
      closing.abort();
      await close(tokens, dispatcher);
    },
  };
}

interface Connection {
  /** To the exchange, with everything around it. */
  readonly send: Send;
  /** To any origin, without credentials and outside the rate. */
  readonly linked: (origin: string, addresses?: readonly string[]) => Send;
  readonly tokens: Tokens;
  readonly troubles: Troubles;
  readonly reach: Reach;
  readonly probe: () => Promise<void>;
  readonly clock: ClockWatch;
  readonly dispatcher: Dispatcher;
  readonly closing: AbortController;
}

/** From the inside out: HTTP, deadline, rate; then authorization, path forms, and a door that closes. */
function connect(
  address: Address,
  settings: ExchangeSettings,
  log: Logger,
  options: ExchangeOptions,
): Connection {
  const { auth, rate, timeout } = settings;
  const basic = basicOf(auth.email, auth.password);
  const secrets = new Secrets(basic.slice('Basic '.length), auth.password);
  const closing = new AbortController();
  const dispatcher = createDispatcher(address, options.authority);
  const timed = (to: Address, by: Dispatcher = dispatcher): Send =>
    withDeadline(createTransport(to, by, secrets, options.limits ?? bodyLimits), timeout);
  const linked = (origin: string, addresses?: readonly string[]): Send => {
    const to = { ...address, origin, prefix: '' };
    if (addresses === undefined) return timed(to);
    return async (call) => {
      const own = createDispatcher(address, options.authority, addresses);
      try {
        return await timed(to, own)(call);
      } finally {
        await own.destroy();
      }
    };
  };
  const clock = new ClockWatch(log);
  const { turns } = options;
  const reach = new Reach();
  const watched = withMeter(reach.watch(clock.watch(timed(address))), options.meter);
  const shared = turns ? withTurns(watched, new Turns(turns, rate.perSecond), timeout) : watched;
  const paced = withRate(shared, new Rate(rate), timeout);

  const guard = new LoginGuard(log, options.loginBackoff);
  const life = { lifetimes: options.lifetimes ?? lifetimes, closing: closing.signal };
  const tokens = new Tokens({ send: paced, basic, guard, secrets, log, paths: settings.paths, ...life });
  const troubles = new Troubles(guard, reach, log);
  const authorized = troubles.watch(withAuth(paced, { mode: auth.mode, basic, tokens, guard }));
  return {
    send: whileOpen(withForms(authorized), closing.signal),
    linked: (origin, addresses) => whileOpen(linked(origin, addresses), closing.signal),
    tokens,
    troubles,
    reach,
    probe: async () => {
      if (reach.isQuiet()) await whileOpen(paced, closing.signal)({ ...signOfLife, signal: closing.signal });
    },
    clock,
    dispatcher,
    closing,
  };
}

const switchedOff = (key: 'despatchAdvice' | 'upload'): Answer =>
  inWords('strange', `Not sent: the specification does not know this operation, and exchange.${key} is off.`);

async function search(
  send: Send,
  settings: PathSettings,
  query: SearchQuery,
  signal: AbortSignal | undefined,
): Promise<Answer & { readonly page?: SearchPage }> {
  const body = searchBody(query, settings.profile);
  const { answer, headers } = await send(callOf('order-search/search', settings, { body, signal }));
  if (answer.kind !== 'ok') return answer;
  const page = await readPage(answer.body, { limit: query.limit, now: serverTime(headers) });
  return typeof page === 'string' ? inWords('retry', page, { status: answer.status }) : { ...answer, page };
}

/** Milliseconds that closing may take: the logout, and the requests still under way. */
const closingTime = 5_000;

async function close(tokens: Tokens, dispatcher: Dispatcher): Promise<void> {
  await within(closingTime, undefined, (signal) => tokens.logout(signal));
  await within(closingTime, undefined, (late) => {
    late.addEventListener('abort', () => void dispatcher.destroy());
    return dispatcher.close();
  });
}

const closed = replyInWords('retry', 'Not sent: the connection to the exchange has been closed.');

const whileOpen =
  (send: Send, closing: AbortSignal): Send =>
  async (call) =>
    closing.aborted ? closed : send(call);
