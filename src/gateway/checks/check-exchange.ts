import { pino } from 'pino';
import { isInbound } from '../../config/channel-direction.ts';
import type { Config } from '../../config/schema/config-schema.ts';
import { type OrderIdentity, readOrderIdentity } from '../../exchange/documents/order-identity.ts';
import { openExchange } from '../../exchange/open-exchange.ts';
import { answerTextOf } from '../../exchange/transport/answer.ts';
import { explainFailure } from '../../findings/localized-error.ts';
import { type LocalizedText, localize, quoteText } from '../../findings/localized-text.ts';
import { isSameCompany } from '../../pipeline/check/check-received.ts';
import type { Role } from '../../types.ts';
import { type CheckResult, okResult, openResult, wrongResult } from './check-result.ts';

type Exchange = Awaited<ReturnType<typeof openExchange>>;

/** Before any order that may be there, and the most that one search gives (specification, section 8). */
const everything = { since: '2000-01-01T00:00:00.000Z', offset: 0, limit: 100 };

/**
 * Asks the exchange what it can be asked: does it know our user, does the search work, is our company that of the orders it
 * gives, and is the clock of this machine right? Changes nothing there. What nothing proves is told as open.
 */
export async function checkExchange(config: Config): Promise<readonly CheckResult[]> {
  const about = localize('found-login', { url: config.exchange.baseUrl });
  let exchange: Exchange;
  try {
    exchange = await openExchange(config.exchange, pino({ level: 'silent' }));
  } catch (error) {
    // whoever looks at certificates has told of it
    if (config.exchange.certificateAuthority !== undefined) return [];
    return [wrongResult(about, 'exchange-not-opened', { why: explainFailure(error) })];
  }
  try {
    return [...(await ask(exchange, config, about)), ...clockOf(exchange)];
  } finally {
    await exchange.close();
  }
}

async function ask(
  exchange: Exchange,
  config: Config,
  about: LocalizedText,
): Promise<readonly CheckResult[]> {
  const answer = await exchange.login();
  if (answer.kind !== 'ok') {
    const why =
      exchange.refusal() ?? exchange.unreachable() ?? localize('login-status', { status: answer.status });
    return [{ level: 'wrong', about, what: why }];
  }
  const login = okResult(about, 'login-works', { user: config.exchange.auth.email });
  return [login, ...(await askOfOrders(exchange, config))];
}

/** It is held against every answer. */
function clockOf(exchange: Exchange): readonly CheckResult[] {
  const what = exchange.clock();
  return what ? [{ level: 'warn', about: localize('found-clock'), what }] : [];
}

async function askOfOrders(exchange: Exchange, config: Config): Promise<readonly CheckResult[]> {
  const about = localize('found-search');
  const answer = await exchange.search(everything);
  if (!answer.page) {
    const why = exchange.refusal() ?? answerTextOf(answer, 200);
    return [
      isSearched(config)
        ? wrongResult(about, 'search-fails', { why })
        : openResult(about, 'search-not-needed', { why }),
      ...(await companies(exchange, config, [])),
    ];
  }
  const orders = answer.page.orders.flatMap(({ bytes }) => readOrderIdentity(bytes) ?? []);
  return [searchOf(about, orders.length), ...(await companies(exchange, config, orders))];
}

function searchOf(about: LocalizedText, count: number): CheckResult {
  if (count === 0) return openResult(about, 'search-empty');
  return count === 1 ? okResult(about, 'search-one') : okResult(about, 'search-works', { count });
}

const isSearched = ({ channels }: Config): boolean =>
  Object.values(channels).some((channel) => !isInbound(channel) && channel.from.search !== undefined);

/** Each company that the config names, with what is known of it. */
async function companies(
  exchange: Exchange,
  config: Config,
  orders: readonly OrderIdentity[],
): Promise<readonly CheckResult[]> {
  const named = [config.exchange, ...Object.values(config.channels)].flatMap(
    ({ companyId }) => companyId?.toLowerCase() ?? [],
  );
  const of = (id: string) => orders.filter((order) => sidesOf(order).some((side) => isSameCompany(side, id)));
  const found: CheckResult[] = [];
  const seen = named.some((id) => of(id).length > 0);
  for (const id of new Set(named)) {
    const own = of(id);
    if (own.length > 0) found.push(...ownCompanyResults(config, id, own, orders.length));
    else found.push(await unseenCompanyResult({ exchange, config, seen }, id, orders));
  }
  return found;
}

interface CompanyQuestion {
  readonly exchange: Exchange;
  readonly config: Config;
  /** The user acts for another company of the config, so it may act for several. */
  readonly seen: boolean;
}

const sidesOf = ({ buyerCompanyId, supplierCompanyId }: OrderIdentity): readonly string[] =>
  [buyerCompanyId, supplierCompanyId].filter((id) => id !== undefined);

/** The company is right; is the side, too? */
function ownCompanyResults(
  config: Config,
  id: string,
  own: readonly OrderIdentity[],
  of: number,
): readonly CheckResult[] {
  const about = localize('found-company', { id });
  const sides: Readonly<Record<Role, number>> = {
    buyer: own.filter(({ buyerCompanyId = '' }) => isSameCompany(buyerCompanyId, id)).length,
    supplier: own.filter(({ supplierCompanyId = '' }) => isSameCompany(supplierCompanyId, id)).length,
  };
  const strange = Object.entries(config.channels).flatMap(([channel, settings]) => {
    if (isInbound(settings) || (settings.companyId ?? config.exchange.companyId)?.toLowerCase() !== id)
      return [];
    const { as } = settings;
    return sides[as] > 0 ? [] : [openResult(about, 'company-other-side', { channel, as, count: own.length })];
  });
  return [okResult(about, 'company-ours', { count: own.length, of }), ...strange];
}

/** Companies that are named. */
const companiesShown = 3;

async function unseenCompanyResult(
  { exchange, config, seen }: CompanyQuestion,
  id: string,
  orders: readonly OrderIdentity[],
): Promise<CheckResult> {
  const about = localize('found-company', { id });
  const all = [...new Set(orders.flatMap(sidesOf))];
  if (all.length > 0) {
    // a company that has a part in every order is that of the user
    const common = seen ? [] : all.filter((one) => orders.every((order) => sidesOf(order).includes(one)));
    const list = common.length > 0 ? common : all;
    const more = list.length > companiesShown ? ' …' : '';
    const values = {
      of: orders.length,
      user: config.exchange.auth.email,
      companies: list.slice(0, companiesShown).join(', ') + more,
    };
    return common.length > 0
      ? wrongResult(about, 'company-not-ours', values)
      : openResult(about, 'company-not-seen', values);
  }
  const name = await nameOf(exchange, id);
  return name === undefined
    ? openResult(about, 'company-unproven')
    : openResult(about, 'company-known', { name: quoteText(name) });
}

/** As the company search gives it, whose shape the specification does not show: any object with that id. */
async function nameOf(exchange: Exchange, id: string): Promise<string | undefined> {
  const { kind, body } = await exchange.companies(id);
  if (kind !== 'ok') return undefined;
  try {
    return findCompanyName(JSON.parse(new TextDecoder().decode(body)), id);
  } catch {
    return undefined; // no JSON: it tells nothing
  }
}

function findCompanyName(value: unknown, id: string): string | undefined {
  if (value === null || typeof value !== 'object') return undefined;
  const members = Object.entries(value);
  if (members.some(([, member]) => typeof member === 'string' && isSameCompany(member, id)))
    return String(members.find(([key]) => key === 'name')?.[1] ?? id);
  return members.map(([, member]) => findCompanyName(member, id)).find((name) => name !== undefined);
}
