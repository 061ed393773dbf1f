import type { Logger } from 'pino';
import type { ExchangeSettings } from '../../config/schema/config-schema.ts';
import { quoteText } from '../../findings/localized-text.ts';
import { reasonOf } from '../../text/reason-of.ts';
import { readText } from '../../text/text-file.ts';
import type { Answer, ContractMismatch } from '../exchange-client.ts';
import { buildOwnAnswer, renderExcerpt } from '../transport/answer.ts';
import type { Call, SendCall } from '../transport/call.ts';
import { buildBodyCheck, type Contract, findOperation, parseContract } from './openapi-contract.ts';

/** Milliseconds until a contract that could not be fetched is asked for again. */
const patience = 600_000;

/** Misfits of one body, at the most. */
const most = 50;

type Services = ExchangeSettings['contract'];
type Check = (json: unknown) => readonly string[];

/** Reads what is published at an address: without credentials, then with them. */
export type FetchPublished = (address: string) => Promise<Answer>;

/**
 * The OpenAPI files of the services, local or fetched when they are first needed. One that cannot be had is said so in
 * the log and asked for again later; until then bodies go unchecked: the exchange has the last word anyway.
 */
export class ContractStore {
  readonly #services: Services;
  readonly #read: FetchPublished;
  readonly #log: Logger;
  readonly #loaded = new Map<string, Promise<Contract | string>>();
  readonly #retryAt = new Map<string, number>();
  readonly #checks = new Map<string, Check | undefined>();

  constructor(services: Services, read: FetchPublished, log: Logger) {
    this.#services = services;
    this.#read = read;
    this.#log = log;
  }

  get services(): Services {
    return this.#services;
  }

  /** The contract of a service, why it cannot be had, or undefined when none is configured. */
  async contract(service: string): Promise<Contract | string | undefined> {
    const { openApi, openApiFile } = this.#services[service] ?? {};
    if (openApi === undefined && openApiFile === undefined) return undefined;
    const known = this.#loaded.get(service);
    if (known !== undefined) return known;
    if (performance.now() < (this.#retryAt.get(service) ?? 0)) return 'It could not be had a moment ago.';
    const loading = openApiFile === undefined ? this.#fetch(openApi ?? '') : fromFile(openApiFile);
    this.#loaded.set(service, loading);
    const contract = await loading;
    if (typeof contract === 'string') this.#forget(service, contract);
    return contract;
  }

  /** What is wrong with the body of a call; empty when nothing is or nothing is known. */
  async findMismatches(call: Call): Promise<readonly ContractMismatch[]> {
    const [service = ''] = call.operation.split('/');
    if (call.body === undefined || !isJson(call)) return [];
    const contract = await this.contract(service);
    if (contract === undefined || typeof contract === 'string') return [];
    const body: unknown = JSON.parse(new TextDecoder().decode(call.body));
    return this.#findWrong(service, contract, call, body)
      .slice(0, most)
      .map((what) => ({ operation: call.operation, service, what }));
  }

  /** A schema that cannot be used (one that contains itself) holds no order back. */
  #findWrong(service: string, contract: Contract, call: Call, body: unknown): readonly string[] {
    try {
      return this.#checkOf(service, contract, call)?.(body) ?? [];
    } catch (error) {
      this.#checks.set(call.operation, undefined);
      this.#logUnusable(service, call, error);
      return [];
    }
  }

  async #fetch(address: string): Promise<Contract | string> {
    const answer = await this.#read(address);
    if (answer.kind !== 'ok')
      return `${address} was answered with ${answer.status || renderExcerpt(answer)}.`;
    return parseContract(new TextDecoder().decode(answer.body));
  }

  #forget(service: string, reason: string): void {
    this.#log.warn(
      { code: 'contract-unavailable', service },
      `The OpenAPI file of ${service} cannot be used; what is sent there is not checked against it. ${reason}`,
    );
    this.#loaded.delete(service);
    this.#retryAt.set(service, performance.now() + patience);
  }

  /** Made once for each operation. */
  #checkOf(service: string, contract: Contract, call: Call): Check | undefined {
    if (!this.#checks.has(call.operation))
      this.#checks.set(call.operation, this.#makeCheck(service, contract, call));
    return this.#checks.get(call.operation);
  }

  #makeCheck(service: string, contract: Contract, { operation, method, path }: Call): Check | undefined {
    const body = findOperation(contract, service, method, path)?.body;
    if (body !== undefined) return buildBodyCheck(contract, body);
    this.#log.warn(
      { code: 'contract-incomplete', service, operation },
      `The OpenAPI file of ${service} has no body for ${method} ${path}; what is sent there is not checked.`,
    );
    return undefined;
  }

  #logUnusable(service: string, { operation, method, path }: Call, error: unknown): void {
    this.#log.warn(
      { code: 'contract-unavailable', service, operation, err: error },
      `The OpenAPI file of ${service} describes ${method} ${path} in a way that cannot be checked.`,
    );
  }
}

const fromFile = async (path: string): Promise<Contract | string> => {
  try {
    return parseContract(await readText(path));
  } catch (error) {
    return `${path} cannot be read: ${reasonOf(error)}.`;
  }
};

const isJson = ({ headers }: Call): boolean => headers['content-type']?.includes('json') ?? false;

/** JSON that does not fit the published contract is not sent. */
export function withContract(send: SendCall, contracts: ContractStore): SendCall {
  return async (call) => {
    const mismatches = await contracts.findMismatches(call);
    if (mismatches[0] === undefined) return send(call);
    return {
      answer: { ...buildOwnAnswer('refused', quoteText(mismatches[0].what)), mismatches },
      headers: {},
    };
  };
}
