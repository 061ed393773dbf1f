import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { checkCommand } from './cli/check.ts';
import { demoCommand } from './cli/demo.ts';
import { exchangeCommand } from './cli/exchange.ts';
import { initCommand } from './cli/init.ts';
import { journalCommand } from './cli/journal.ts';
import { mapCommand } from './cli/map.ts';
import { sftpCommand } from './cli/sftp.ts';
import { simulatorCommand } from './cli/simulator.ts';
import { startCommand } from './cli/start.ts';
import { validateCommand } from './cli/validate.ts';

/** The command line: one file a command in cli/. */
const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

const program = new Command('gateway')
  .description('Bridges an ERP that speaks SCSN files and an order exchange that speaks HTTPS.')
  .version(version)
  .showHelpAfterError()
  .addCommand(initCommand())
  .addCommand(checkCommand())
  .addCommand(startCommand())
  .addCommand(validateCommand())
  .addCommand(mapCommand())
  .addCommand(journalCommand())
  .addCommand(exchangeCommand())
  .addCommand(sftpCommand())
  .addCommand(simulatorCommand())
  .addCommand(demoCommand());

try {
  await program.parseAsync();
} catch (error) {
  console.error(`gateway: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 2;
}
