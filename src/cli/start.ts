import { once } from 'node:events';
import { Command } from 'commander';
import { startGateway } from '../gateway.ts';
import { createLogger } from '../log.ts';
import { configOrFindings, withConfig } from './common.ts';

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
      const gateway = await startGateway(config, log);
      log.info(
        {
          channels: Object.keys(config.channels),
          webhook: gateway.webhookUrl,
          operator: gateway.operatorUrl,
        },
        'gateway started',
      );
      await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
      log.info('gateway stops');
      await gateway.stop();
      log.info('gateway stopped');
    });
}
