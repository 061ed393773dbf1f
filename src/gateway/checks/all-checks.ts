import { request } from 'undici';
import type { Config } from '../../config/schema/config-schema.ts';
import { isJournalLocked } from '../../journal/sqlite/journal-lock.ts';
import { parseListenAddress } from '../../system/network-address.ts';
import { checkAccount } from './check-account.ts';
import { checkCertificates } from './check-certificates.ts';
import { checkFolders } from './check-folders.ts';
import { checkJournal } from './check-journal.ts';
import { checkPlaceholders } from './check-placeholders.ts';
import { checkPorts } from './check-ports.ts';
import type { CheckResult, SiteCheck } from './check-result.ts';

/** Milliseconds. */
const longestAnswer = 2_000;

/** What a start cannot do without: `gateway check` looks at it, and so does a start that fails. */
export const startChecks: readonly SiteCheck[] = [
  checkPlaceholders,
  checkJournal,
  checkCertificates,
  async (config) => await checkPorts(config, await isRunning(config)),
];

/** A gateway whose folders are away starts, and waits for them. */
export const allChecks: readonly SiteCheck[] = [checkAccount, ...startChecks, checkFolders];

/** An embedded journal is locked by the gateway that has it; where one in PostgreSQL is shared, the operator's port tells. */
async function isRunning({ journal: { sqlite, postgres }, http }: Config): Promise<boolean> {
  try {
    if (postgres === undefined) return isJournalLocked(sqlite);
    return http.operator !== undefined && (await isGatewayListening(http.operator.listen));
  } catch {
    // nothing answers; of a lock that cannot be read, whoever looks at the journal tells
    return false;
  }
}

/** Is it a gateway that listens there? */
async function isGatewayListening(where: string): Promise<boolean> {
  const { host, port } = parseListenAddress(where);
  const at = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
  const url = `http://${at.includes(':') ? `[${at}]` : at}:${port}/health/live`;
  const { body } = await request(url, { signal: AbortSignal.timeout(longestAnswer) });
  return (await body.text()).includes('"live"');
}

/** What each of them finds, one after the other. */
export async function* runChecks(checks: readonly SiteCheck[], config: Config): AsyncGenerator<CheckResult> {
  for (const check of checks) yield* await check(config);
}
