import { request } from 'undici';
import type { JsonObject } from '../model/exact-json.ts';
import { isObject, parseJson } from '../model/exact-json.ts';
import { type Simulator, type SimulatorOptions, startSimulator } from '../simulator.ts';

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The body as an object; empty for another body. */
  readonly json: JsonObject;
}

export interface Ask {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | object;
  readonly type?: string;
}

/** A simulator with a plain HTTP client for it: `ask('GET /order/1', …)`. */
export class Exchange {
  readonly simulator: Simulator;
  constructor(simulator: Simulator) {
    this.simulator = simulator;
  }

  static async start(options: SimulatorOptions = {}): Promise<Exchange> {
    return new Exchange(await startSimulator(options));
  }

  get basic(): Readonly<Record<string, string>> {
    const { user, password } = this.simulator.credentials;
    return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
  }

  async ask(line: string, { headers = {}, body, type = 'application/json' }: Ask = {}): Promise<HttpAnswer> {
    const [method = 'GET', path = '/'] = line.split(' ');
    const written = body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body);
    const response = await request(this.simulator.url + path, {
      method,
      headers: { ...(written === null ? {} : { 'content-type': type }), ...headers },
      body: written,
    });
    const text = await response.body.text();
    return { status: response.statusCode, headers: response.headers, text, json: objectOf(text) };
  }

  /** Logs in: the two tokens, as they stand in the headers. */
  async login(): Promise<{ readonly access: string; readonly refresh: string }> {
    return tokensOf(await this.ask('GET /v2/authentication/login', { headers: this.basic }));
  }

  async bearer(): Promise<Readonly<Record<string, string>>> {
    return { authorization: `Bearer ${(await this.login()).access}` };
  }

  /** Sends an order as the buyer's ERP does. */
  order(body: object): Promise<HttpAnswer> {
    return this.ask('POST /v2/api-connector/order', { headers: this.basic, body });
  }

  response(body: object): Promise<HttpAnswer> {
    return this.ask('POST /v2/api-connector/order-response', { headers: this.basic, body });
  }
}

export const tokensOf = ({ headers }: HttpAnswer) => ({
  access: String(headers['set-authorization'] ?? ''),
  refresh: String(headers['set-refresh-token'] ?? ''),
});

function objectOf(text: string): JsonObject {
  try {
    const value = parseJson(text);
    return isObject(value) ? value : {};
  } catch {
    return {}; // no JSON
  }
}

/** An order of two lines in the form of the JSON operation. */
export function orderBody(purchaseOrderNumber: string, more: JsonObject = {}): JsonObject {
  return {
    order: { supplierAccountNumber: 'S-1', purchaseOrderNumber, destination: { code: 'W' }, ...more },
    lines: ['10', '20'].map((position) => lineBody(position)),
  };
}

export const lineBody = (position: string, date = '2030-03-16', quantity = 5, value = 2.5): JsonObject => ({
  position,
  item: { number: `ITEM-${position}` },
  deliverySchedule: [{ position: '1', date, quantity }],
  prices: {
    netPrice: { priceInTransactionCurrency: { value, currencyIso: 'EUR' } },
    priceUnitOfMeasureIso: 'PCE',
    priceUnitQuantity: 1,
  },
});

export const responseBody = (purchaseOrderNumber: string, ...lines: JsonObject[]): JsonObject => ({
  order: { buyerAccountNumber: 'BUYER-1', purchaseOrderNumber },
  lines,
});
