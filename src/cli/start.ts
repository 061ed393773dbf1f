import { once } from 'node:events';
import { Command } from 'commander';
import type { Logger } from 'pino';
import { atMost } from '../deadline.ts';
import { createLogger } from '../log.ts';
import { ownFolders } from '../pipeline/workers/snapshot.ts';
import { Workers } from '../pipeline/workers/workers.ts';
import { configOrFindings, withConfig } from './common.ts';

/** Milliseconds for everything to end. */
const longestStop = 60_000;

export function startCommand(): Command {
  return withConfig(new Command('start'))
    .description('run the gateway until it is told to stop (SIGTERM, Ctrl-C)')
    .action(async ({ config: path }: { config: string }) => {
      const config = await configOrFindings(path);
      if (!config) {
        process.exitCode = 2;
        return;
      }
      const log = createLogger(config.log);
      const told = toldToStop(log);
      // its thread loads while the rest of the gateway does
      const workers = new Workers(ownFolders(config));
      const { startGateway } = await import('../gateway/gateway.ts');
      const gateway = await startGateway(config, log, workers);
      log.info(
        {
          channels: Object.keys(config.channels),
          webhook: gateway.webhookUrl,
          operator: gateway.operatorUrl,
        },
        'gateway started',
      );
      await told;
      log.info('gateway stops');
      if (await atMost(longestStop, gateway.stop())) log.info('gateway stopped');
      else
        log.warn(
          { code: 'stop-late' },
          'Something does not end (a share that hangs?): the next start goes on with it.',
        );
      process.exit();
    });
}

/**
 * Resolves when somebody wants it to end. A terminal that goes away (SIGHUP) is no such wish, but where it means that the
 * console is closed: Windows ends the process some seconds later.
 */
async function toldToStop(log: Logger, platform = process.platform): Promise<void> {
  const signals: NodeJS.Signals[] = ['SIGTERM', 'SIGINT'];
  if (platform === 'win32') signals.push('SIGHUP', 'SIGBREAK');
  else process.on('SIGHUP', () => log.info('the terminal went away (SIGHUP): the gateway runs on'));
  await Promise.race(signals.map((signal) => once(process, signal)));
}
