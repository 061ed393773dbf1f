import { once } from 'node:events';
import { resolve } from 'node:path';
import { Command } from 'commander';
import type { Logger } from 'pino';
import type { Config } from '../config/schema/config-schema.ts';
import { checkCertificates } from '../gateway/checks/check-certificates.ts';
import { checkPlaceholders } from '../gateway/checks/check-placeholders.ts';
import type { CheckResult } from '../gateway/checks/check-result.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { resolveOwnFolders } from '../pipeline/runtime/runtime-snapshot.ts';
import { Workers } from '../pipeline/workers/workers.ts';
import { createLogger } from '../system/log.ts';
import { reasonOf } from '../text/reason-of.ts';
import { stopPatience, waitAtMost } from '../time/deadline.ts';
import { addConfigOption, loadConfigOrPrint } from './kit/command-kit.ts';

export function startCommand(): Command {
  return addConfigOption(new Command('start')).action(async ({ config: path }: { config: string }) => {
    const config = await loadConfigOrPrint(path, 'all');
    if (config) await runGateway(config, await openLog(config), resolve(path));
    else process.exitCode = 2;
  });
}

/** Lines for people when standard output is a terminal. */
async function openLog({ log }: Config): Promise<Logger> {
  if (process.stdout.isTTY !== true) return createLogger(log);
  const { renderLogLine: render } = await import('../system/render-log-line.ts');
  return createLogger(log, { render });
}

async function runGateway(config: Config, log: Logger, path: string): Promise<void> {
  // from the first moment it ends nothing
  if (process.platform !== 'win32') process.on('SIGHUP', () => undefined);
  const gateway = await startOrExplain(config, log, path);
  if (!gateway) process.exit(2);
  reloadOnSignal(gateway, log);
  const stopSignal = waitForStopSignal();
  log.info(
    {
      channels: Object.keys(config.channels),
      webhook: gateway.webhookUrl,
      operator: gateway.operatorUrl,
    },
    'gateway started',
  );
  for (const { level, what } of await checkCertificates(config))
    if (level !== 'ok') log.warn({ code: 'certificate' }, what.en);
  await stopSignal;
  log.info('gateway stops');
  if (await waitAtMost(stopPatience, gateway.stop())) log.info('gateway stopped');
  else
    log.warn(
      { code: 'stop-late' },
      'Something does not end (a share that hangs?): the next start goes on with it.',
    );
  process.exit();
}

/** Undefined when it could not start, and has said why. */
async function startOrExplain(config: Config, log: Logger, path: string): Promise<Gateway | undefined> {
  // the journal would be bound to an exchange that is none
  const examples = checkPlaceholders(config);
  if (examples.length > 0) return logTroubles(examples, log);
  // its thread loads while the rest of the gateway does
  const workers = new Workers(resolveOwnFolders(config));
  try {
    const { startGateway } = await import('../gateway/gateway.ts');
    return await startGateway(config, log, workers, path);
  } catch (error) {
    const found = await findStartTroubles(config);
    logTroubles(found, log);
    const isTold = found.length > 0 && !hasOwnCode(error);
    if (!isTold && !found.some(({ about }) => about.en === 'journal')) logStartError(error, log);
  }
  return undefined;
}

/** What `gateway check` says of what a start needs. */
async function findStartTroubles(config: Config): Promise<readonly CheckResult[]> {
  const { runChecks: lookAt, startChecks: needed } = await import('../gateway/checks/all-checks.ts');
  const wrong: CheckResult[] = [];
  for await (const found of lookAt(needed, config)) if (found.level === 'wrong') wrong.push(found);
  return wrong;
}

function logTroubles(found: readonly CheckResult[], log: Logger): undefined {
  for (const { about, what } of found)
    log.error({ code: 'not-started', about: about.en }, `The gateway cannot start. ${about.en}: ${what.en}`);
}

/** One of ours says in words what to do; of another, support needs the rest. */
function logStartError(error: unknown, log: Logger): void {
  const about = { code: 'not-started', ...(hasOwnCode(error) ? {} : { err: error }) };
  log.error(about, `The gateway cannot start. ${reasonOf(error)}`);
}

const hasOwnCode = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^[a-z]+(-[a-z]+)+$/.test(String(error.code));

/**
 * SIGHUP asks for the config to be read anew; a terminal that goes away sends it too, which changes nothing and ends nothing.
 * (On Windows it is a wish to end, and the system ends the process some seconds later.) What comes of it is logged.
 */
function reloadOnSignal(gateway: Gateway, log: Logger): void {
  if (process.platform === 'win32') return;
  process.on('SIGHUP', () => {
    log.info('the config is read anew (SIGHUP); the gateway runs on');
    void gateway.reload();
  });
}

/** Resolves when somebody wants it to end. Windows says SIGHUP where the window is closed, SIGBREAK for Ctrl-Break. */
export async function waitForStopSignal(system: string = process.platform): Promise<void> {
  const signals = ['SIGTERM', 'SIGINT', ...(system === 'win32' ? ['SIGHUP', 'SIGBREAK'] : [])];
  await Promise.race(signals.map((signal) => once(process, signal)));
}
