import { Command, InvalidArgumentError } from 'commander';
import { askHostKey } from '../folders/sftp-trust.ts';

/** Milliseconds that a server has to answer. */
const patience = 15_000;

export function sftpCommand(): Command {
  return new Command('sftp')
    .description('what concerns SFTP servers')
    .addCommand(
      new Command('trust')
        .description('show the fingerprint of a server, to be put into the config as hostKey')
        .argument('<host>', 'name or address of the server')
        .option('--port <number>', 'its port', portOf, 22)
        .action(trust),
    );
}

async function trust(host: string, { port }: { readonly port: number }): Promise<void> {
  const shown = await askHostKey(host, port, patience);
  console.log(`${host}:${port} shows this host key. Compare it with what its administrator tells you by another
way (telephone, a signed letter); then put it into the config, beside host:

  hostKey: "${shown}"`);
}

function portOf(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new InvalidArgumentError('It must be a number from 1 to 65535.');
}
