import { Command } from 'commander';
import { AccessDenied } from '../system/access-denied.ts';
import { version } from '../version.ts';
import { addLazyCommands, type CommandEntry, loadWholeCommand } from './kit/lazy-commands.ts';
import { chooseTimeZone } from './kit/time-zone.ts';
import { escapeConsoleOutput } from './kit/visible-console.ts';

/** The command line: one file a command, loaded when it is asked for, so that the gateway is soon there. */
const commands: readonly CommandEntry[] = [
  {
    name: 'init',
    description: 'write a commented config, a place for the password, and the folders; overwrites nothing',
    load: async () => (await import('./init-command.ts')).initCommand(),
  },
  {
    name: 'check',
    description:
      'try everything that a start needs, and the login, and say what is wrong: config, journal, certificates, ports, folders, schemas, mappings',
    load: async () => (await import('./check-command.ts')).checkCommand(),
  },
  {
    name: 'start',
    description: 'run the gateway until it is told to stop (SIGTERM, Ctrl-C)',
    load: async () => (await import('./start-command.ts')).startCommand(),
  },
  {
    name: 'validate',
    description: 'check SCSN files against schemas and rules; nothing is sent',
    load: async () => (await import('./validate-command.ts')).validateCommand(),
  },
  {
    name: 'format',
    description: "describe an ERP's own files: guess a format from samples, try, check and document it",
    load: async () => (await import('./format-command.ts')).formatCommand(),
  },
  {
    name: 'map',
    description: 'try, check, test and document mappings, and look at what documents can hold',
    load: async (words) => await (await import('./map/map-command.ts')).mapCommand(words),
  },
  {
    name: 'workbench',
    description: 'the workbench in a browser over a folder of mappings, without a gateway',
    load: async () => (await import('./workbench-command.ts')).workbenchCommand(),
  },
  {
    name: 'journal',
    description: 'what became of every document',
    load: async (words) => await (await import('./journal/journal-command.ts')).journalCommand(words),
  },
  {
    name: 'order',
    description:
      'where an order is: how it stands, who has to act, and what happened to it, in both directions',
    load: async () => (await import('./order/order-command.ts')).orderCommand(),
  },
  {
    name: 'doctor',
    description: 'everything that somebody who helps asks first, in one file without documents and secrets',
    load: async () => (await import('./doctor-command.ts')).doctorCommand(),
  },
  {
    name: 'config',
    description: 'decide on a changed config that the running gateway does not take by itself',
    load: async () => (await import('./config-command.ts')).configCommand(),
  },
  {
    name: 'alarm',
    description: 'who is told of trouble, and of what',
    load: async () => (await import('./alarm-command.ts')).alarmCommand(),
  },
  {
    name: 'user',
    description: 'who may use the pages, and what people did',
    load: async () => (await import('./user/user-command.ts')).userCommand(),
  },
  {
    name: 'pages',
    description: 'a link that opens the pages of the gateway that runs here, logged in; it works once',
    load: async () => (await import('./user/pages-command.ts')).pagesCommand(),
  },
  {
    name: 'exchange',
    description: 'ask the exchange: what it publishes, one order, a search, any path',
    load: async () => (await import('./exchange-command.ts')).exchangeCommand(),
  },
  {
    name: 'sftp',
    description: 'what concerns SFTP servers',
    load: async () => (await import('./sftp-command.ts')).sftpCommand(),
  },
  {
    name: 'service',
    description: 'run the gateway as a service of the system: a unit for systemd, a script for Windows',
    load: async () => (await import('./service-command.ts')).serviceCommand(),
  },
  {
    name: 'simulator',
    description: 'an order exchange on loopback that behaves like the specification, to try the gateway with',
    load: async () => (await import('./simulator-command.ts')).simulatorCommand(),
  },
  {
    name: 'demo',
    description:
      'simulator and gateway in a fresh folder: samples go in, and a table says what became of each',
    load: async () => (await import('./demo/demo-command.ts')).demoCommand(),
  },
];

/** Runs `gateway WORDS…`; what is wrong is printed, the exit status is left in `process.exitCode`. */
export async function runCommand(words: readonly string[]): Promise<void> {
  chooseTimeZone(words);
  const program = new Command('gateway')
    .description('Bridges an ERP that speaks SCSN files and an order exchange that speaks HTTPS.')
    .version(version)
    .showHelpAfterError();
  const printAsBefore = escapeConsoleOutput();
  try {
    await addLazyCommands(program, commands, words);
    await program.parseAsync(words, { from: 'user' });
  } catch (error) {
    // what knows all sentences is not there sooner than somebody wants one
    const { spokenReason } = await import('./kit/spoken-language.ts');
    console.error(`gateway: ${spokenReason(error)}`);
    // 3: this account may not
    process.exitCode = error instanceof AccessDenied ? 3 : 2;
  } finally {
    printAsBefore();
  }
}

/** Every command, loaded with all below it. */
export const wholeCommands = (): Promise<readonly Command[]> => Promise.all(commands.map(loadWholeCommand));
