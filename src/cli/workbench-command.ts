import { resolve } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { pino } from 'pino';
import { loadConfigOrPrint, resolveFromCaller } from './kit/command-kit.ts';
import { waitForWindowEnd } from './kit/stop-signals.ts';
import { pagesLinkTo, systemActor } from './user/user-site.ts';

interface WorkbenchOptions {
  readonly mappings: string;
  readonly journal?: string;
  readonly config?: string;
  readonly port: number;
}

export function workbenchCommand(): Command {
  return new Command('workbench')
    .description(
      'open the workbench over a folder of mappings, on this machine alone: no gateway and no config are needed, nothing is sent, and publishing writes the files of the folder',
    )
    .option(
      '-m, --mappings <folder>',
      'your own mappings, such as a git checkout',
      resolveFromCaller,
      resolveFromCaller('.'),
    )
    .option(
      '--journal <backup>',
      'a backup of a journal: its messages can be tried; a copy is used',
      resolveFromCaller,
    )
    .option(
      '-c, --config <file>',
      'the gateway.yaml whose channels the messages of the journal went through; nothing of it is run',
      resolveFromCaller,
    )
    .option('--port <number>', 'port on 127.0.0.1; 0 takes any', portNumber, 0)
    .action(runWorkbench);
}

async function runWorkbench({ mappings, journal, config: path, port }: WorkbenchOptions): Promise<void> {
  const config = path === undefined ? undefined : await loadConfigOrPrint(path);
  if (path !== undefined && config === undefined) {
    process.exitCode = 2;
    return;
  }
  const { openFolderWorkbench } = await import('../gateway/open-folder-workbench.ts');
  const settings = { mappings: resolve(mappings), journal, config, port, by: systemActor() };
  const { url, token, close } = await openFolderWorkbench(
    settings,
    pino({ level: 'warn' }, pino.destination(2)),
  );
  console.log(`The workbench of ${settings.mappings} is open until Ctrl-C. This link works once:`);
  console.log(`  ${pagesLinkTo(url, token, '/mappings')}`);
  await waitForWindowEnd();
  await close();
}

function portNumber(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new InvalidArgumentError('a port is a number from 0 to 65535');
}
