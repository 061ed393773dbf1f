import type { Answer, ExchangeReader, PublishedContracts } from './exchange-client.ts';
import { renderFailure } from './transport/answer.ts';

/** What one service publishes of itself, in words. */
export interface ServiceStatus {
  readonly service: string;
  readonly ok: boolean;
  readonly health: string;
  readonly version: string;
  readonly contract: string;
}

const notConfigured = 'no address configured';

/** Asks every configured service for its health, its version and its OpenAPI file. */
export async function fetchServiceStatuses(
  exchange: Pick<ExchangeReader, 'published'> & PublishedContracts,
): Promise<readonly ServiceStatus[]> {
  const statuses: ServiceStatus[] = [];
  for (const [service, { health, version }] of Object.entries(exchange.contracts.services)) {
    const alive = health === undefined ? undefined : await exchange.published(health);
    const label = version === undefined ? undefined : await exchange.published(version);
    const contract = await exchange.contracts.contract(service);
    const ok = [alive, label].every((answer) => (answer?.kind !== undefined ? answer.kind === 'ok' : true));
    statuses.push({
      service,
      ok: ok && typeof contract !== 'string',
      health: renderAnswer(alive),
      version: renderAnswer(label),
      contract:
        contract === undefined
          ? notConfigured
          : typeof contract === 'string'
            ? contract
            : `${contract.title || 'OpenAPI 2.0'} ${contract.version}, ${contract.operations.length} operations`,
    });
  }
  return statuses;
}

const renderAnswer = (answer: Answer | undefined): string =>
  answer === undefined ? notConfigured : renderFailure(answer, 80);
