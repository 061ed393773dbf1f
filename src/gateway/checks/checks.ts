import { request } from 'undici';
import type { Config } from '../../config/schema.ts';
import { addressOf } from '../../http/server.ts';
import { isLocked } from '../../journal/lock.ts';
import { lookAtAccount } from './account.ts';
import { lookAtCertificates } from './certificates.ts';
import { lookAtFolders } from './folders.ts';
import type { Check, Found } from './found.ts';
import { lookAtJournal } from './journal.ts';
import { lookForPlaceholders } from './placeholders.ts';
import { lookAtPorts } from './ports.ts';

/** Milliseconds. */
const longestAnswer = 2_000;

/** What a start cannot do without: `gateway check` looks at it, and so does a start that fails. */
export const needed: readonly Check[] = [
  lookForPlaceholders,
  lookAtJournal,
  lookAtCertificates,
  async (config) => await lookAtPorts(config, await isRunning(config)),
];

/** A gateway whose folders are away starts, and waits for them. */
export const all: readonly Check[] = [lookAtAccount, ...needed, lookAtFolders];

/** An embedded journal is locked by the gateway that has it; where one in PostgreSQL is shared, the operator's port tells. */
async function isRunning({ journal: { sqlite, postgres }, http }: Config): Promise<boolean> {
  try {
    if (postgres === undefined) return isLocked(sqlite);
    return http.operator !== undefined && (await answers(http.operator.listen));
  } catch {
    // nothing answers; of a lock that cannot be read, whoever looks at the journal tells
    return false;
  }
}

/** Is it a gateway that listens there? */
async function answers(where: string): Promise<boolean> {
  const { host, port } = addressOf(where);
  const at = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
  const url = `http://${at.includes(':') ? `[${at}]` : at}:${port}/health/live`;
  const { body } = await request(url, { signal: AbortSignal.timeout(longestAnswer) });
  return (await body.text()).includes('"live"');
}

/** What each of them finds, one after the other. */
export async function* lookAt(checks: readonly Check[], config: Config): AsyncGenerator<Found> {
  for (const check of checks) yield* await check(config);
}
