import { Command } from 'commander';
import { version } from '../version.ts';

/** The command line: one file a command, loaded when it is asked for, so that the gateway is soon there. */
const commands = new Map<string | undefined, () => Promise<Command>>([
  ['init', async () => (await import('./init.ts')).initCommand()],
  ['check', async () => (await import('./check.ts')).checkCommand()],
  ['start', async () => (await import('./start.ts')).startCommand()],
  ['validate', async () => (await import('./validate.ts')).validateCommand()],
  ['format', async () => (await import('./format.ts')).formatCommand()],
  ['map', async () => (await import('./map.ts')).mapCommand()],
  ['journal', async () => (await import('./journal.ts')).journalCommand()],
  ['exchange', async () => (await import('./exchange.ts')).exchangeCommand()],
  ['sftp', async () => (await import('./sftp.ts')).sftpCommand()],
  ['service', async () => (await import('./service.ts')).serviceCommand()],
  ['simulator', async () => (await import('./simulator.ts')).simulatorCommand()],
  ['demo', async () => (await import('./demo.ts')).demoCommand()],
]);

/** Runs `gateway WORDS…`; what is wrong is printed, the exit status is left in `process.exitCode`. */
export async function runCommand(words: readonly string[]): Promise<void> {
  const program = new Command('gateway')
    .description('Bridges an ERP that speaks SCSN files and an order exchange that speaks HTTPS.')
    .version(version)
    .showHelpAfterError();
  const asked = commands.get(words[0]);
  for (const load of asked ? [asked] : commands.values()) program.addCommand(await load());
  try {
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    console.error(`gateway: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 2;
  }
}
