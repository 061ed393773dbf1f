import { once } from 'node:events';
import { resolve } from 'node:path';
import { Command } from 'commander';
import type { Logger } from 'pino';
import type { Config } from '../config/schema.ts';
import { atMost, longestStop } from '../deadline.ts';
import { reasonOf } from '../folders/error.ts';
import { lookAtCertificates } from '../gateway/checks/certificates.ts';
import type { Found } from '../gateway/checks/found.ts';
import { lookForPlaceholders } from '../gateway/checks/placeholders.ts';
import type { Gateway } from '../gateway/gateway.ts';
import { createLogger } from '../log.ts';
import { pause } from '../pause.ts';
import { unknownPartiesBeside } from '../pipeline/workers/parties.ts';
import { ownFolders } from '../pipeline/workers/snapshot.ts';
import { partyWords } from '../pipeline/workers/unknown-parties.ts';
import { Workers } from '../pipeline/workers/workers.ts';
import { configOrFindings, withConfig } from './common.ts';

/** Milliseconds until the gateway looks at what was delivered. */
const afterStart = 5000;

export function startCommand(): Command {
  return withConfig(new Command('start')).action(async ({ config: path }: { config: string }) => {
    const config = await configOrFindings(path);
    if (config) await runGateway(config, createLogger(config.log), resolve(path));
    else process.exitCode = 2;
  });
}

async function runGateway(config: Config, log: Logger, path: string): Promise<void> {
  // from the first moment it ends nothing
  if (process.platform !== 'win32') process.on('SIGHUP', () => undefined);
  const gateway = await started(config, log, path);
  if (!gateway) process.exit(2);
  reloadOnSignal(gateway, log);
  const told = toldToStop();
  log.info(
    {
      channels: Object.keys(config.channels),
      webhook: gateway.webhookUrl,
      operator: gateway.operatorUrl,
    },
    'gateway started',
  );
  for (const { level, what } of await lookAtCertificates(config))
    if (level !== 'ok') log.warn({ code: 'certificate' }, what.en);
  const stopping = new AbortController();
  const asked = tellParties(config, gateway, log, stopping.signal);
  await told;
  stopping.abort();
  log.info('gateway stops');
  // a thread that is still loading must not be stopped: Node (24) crashes
  await atMost(longestStop, asked);
  if (await atMost(longestStop, gateway.stop())) log.info('gateway stopped');
  else
    log.warn(
      { code: 'stop-late' },
      'Something does not end (a share that hangs?): the next start goes on with it.',
    );
  process.exit();
}

/**
 * What an upgrade reads otherwise than before is better said now than by the next order that is parked; it takes a thread that loads
 * everything, so what has waited for the start goes first.
 */
async function tellParties(
  config: Config,
  { journal }: Gateway,
  log: Logger,
  stopping: AbortSignal,
): Promise<void> {
  await pause(afterStart, stopping);
  if (stopping.aborted) return;
  try {
    const found = await unknownPartiesBeside(config, journal);
    for (const one of found) {
      const { what, todo } = partyWords(one);
      log.warn({ code: 'party-unknown', channel: one.channel }, `${what.en} ${todo.en}`);
    }
  } catch (error) {
    const text = 'It could not be looked whether delivered documents would be parked now';
    log.warn({ code: 'party-unknown' }, `${text}: ${reasonOf(error)}. See gateway check.`);
  }
}

/** Undefined when it could not start, and has said why. */
async function started(config: Config, log: Logger, path: string): Promise<Gateway | undefined> {
  // the journal would be bound to an exchange that is none
  const examples = lookForPlaceholders(config);
  if (examples.length > 0) return tell(examples, log);
  // its thread loads while the rest of the gateway does
  const workers = new Workers(ownFolders(config));
  try {
    const { startGateway } = await import('../gateway/gateway.ts');
    return await startGateway(config, log, workers, path);
  } catch (error) {
    const found = await explained(config);
    tell(found, log);
    const isTold = found.length > 0 && !isKnown(error);
    if (!isTold && !found.some(({ about }) => about.en === 'journal')) tellError(error, log);
  }
  return undefined;
}

/** What `gateway check` says of what a start needs. */
async function explained(config: Config): Promise<readonly Found[]> {
  const { lookAt, needed } = await import('../gateway/checks/checks.ts');
  const wrong: Found[] = [];
  for await (const found of lookAt(needed, config)) if (found.level === 'wrong') wrong.push(found);
  return wrong;
}

function tell(found: readonly Found[], log: Logger): undefined {
  for (const { about, what } of found)
    log.error({ code: 'not-started', about: about.en }, `The gateway cannot start. ${about.en}: ${what.en}`);
}

/** One of ours says in words what to do; of another, support needs the rest. */
function tellError(error: unknown, log: Logger): void {
  const about = { code: 'not-started', ...(isKnown(error) ? {} : { err: error }) };
  log.error(about, `The gateway cannot start. ${reasonOf(error)}`);
}

const isKnown = (error: unknown): boolean =>
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
export async function toldToStop(system: string = process.platform): Promise<void> {
  const signals = ['SIGTERM', 'SIGINT', ...(system === 'win32' ? ['SIGHUP', 'SIGBREAK'] : [])];
  await Promise.race(signals.map((signal) => once(process, signal)));
}
