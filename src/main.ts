import './thread-pool.ts';
import { Command } from 'commander';
import { version } from './version.ts';

/** The command line: one file a command in cli/, loaded when it is asked for, so that the gateway is soon there. */
const commands = new Map<string | undefined, () => Promise<Command>>([
  ['init', async () => (await import('./cli/init.ts')).initCommand()],
  ['check', async () => (await import('./cli/check.ts')).checkCommand()],
  ['start', async () => (await import('./cli/start.ts')).startCommand()],
  ['validate', async () => (await import('./cli/validate.ts')).validateCommand()],
  ['map', async () => (await import('./cli/map.ts')).mapCommand()],
  ['journal', async () => (await import('./cli/journal.ts')).journalCommand()],
  ['exchange', async () => (await import('./cli/exchange.ts')).exchangeCommand()],
  ['sftp', async () => (await import('./cli/sftp.ts')).sftpCommand()],
  ['simulator', async () => (await import('./cli/simulator.ts')).simulatorCommand()],
  ['demo', async () => (await import('./cli/demo.ts')).demoCommand()],
]);

const program = new Command('gateway')
  .description('Bridges an ERP that speaks SCSN files and an order exchange that speaks HTTPS.')
  .version(version)
  .showHelpAfterError();

// lists of processes show it instead of the runtime's path
process.title = ['scsn-gateway', ...process.argv.slice(2)].join(' ');

const asked = commands.get(process.argv[2]);
for (const load of asked ? [asked] : commands.values()) program.addCommand(await load());

try {
  await program.parseAsync();
} catch (error) {
  console.error(`gateway: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 2;
}
