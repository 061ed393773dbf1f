import { chown, readFile, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Command, InvalidArgumentError } from 'commander';
import { HostKeys, type Server } from '../config/host-keys.ts';
import { unless } from '../folders/error.ts';
import { replaceFile } from '../folders/local/durable.ts';
import { askHostKey } from '../folders/sftp/trust.ts';
import { decodeText } from '../text.ts';
import { withConfig } from './common.ts';

/** Milliseconds that a server has to answer. */
const patience = 15_000;

interface TrustOptions {
  readonly port: number;
  readonly config: string;
  readonly yes: boolean;
}

export function sftpCommand(): Command {
  return new Command('sftp').addCommand(
    withConfig(new Command('trust'))
      .description('show the fingerprint of a server and, when you say so, put it into the config as hostKey')
      .argument('<host>', 'name or address of the server, as the config has it')
      .option('--port <number>', 'its port', portOf, 22)
      .option('-y, --yes', 'put it into the config without asking', false)
      .action(trust),
  );
}

async function trust(host: string, { port, config, yes }: TrustOptions): Promise<void> {
  const known = await hostKeysOf(config, { host, port });
  const algorithms = known?.places.find((place) => place.algorithms)?.algorithms;
  const shown = await askHostKey(host, port, patience, algorithms);
  console.log(`${host}:${port} shows this host key. Compare it with what its administrator tells you by another
way (telephone, a signed letter):

  hostKey: "${shown}"
`);
  if (known && known.places.length > 0) await store(config, known, shown, yes);
  else tellNone(config, yes);
}

/** Undefined when there is no such file. */
async function hostKeysOf(path: string, server: Server): Promise<HostKeys | undefined> {
  const text = await unless(['ENOENT'], async () => decodeText(await readFile(path)));
  const around = { environment: process.env, folder: dirname(path) };
  return text === undefined ? undefined : new HostKeys(text, server, around);
}

async function store(path: string, known: HostKeys, shown: string, yes: boolean): Promise<void> {
  if (known.places.every(({ hostKey }) => hostKey === shown))
    return console.log(`It is the one that ${path} holds.`);
  for (const { line, hostKey } of known.places)
    console.log(`${path}, line ${line}: ${changeOf(hostKey, shown)}`);
  const text = known.with(shown);
  if (text === undefined) return unstored('The file cannot be changed safely: put it there yourself.');
  if (!yes && !(await isConfirmed(path))) return unstored('Nothing was stored.');
  await rewrite(path, text);
  console.log(`It is stored in ${path}.`);
}

function tellNone(config: string, yes: boolean): void {
  console.log(`${config} names no such server: put it there, beside host.`);
  if (yes) process.exitCode = 1;
}

/** Whoever runs this in a script must not take it for stored. */
function unstored(why: string): void {
  console.log(why);
  process.exitCode = 1;
}

function changeOf(before: string | undefined, shown: string): string {
  if (before === undefined) return 'has no host key yet.';
  if (before === shown) return 'has this host key.';
  return `has another host key, ${before}. Ask whether it was changed: somebody may be listening in.`;
}

/** Where nobody can be asked, nothing is stored. */
async function isConfirmed(path: string): Promise<boolean> {
  if (!process.stdin.isTTY) {
    console.log('Nobody can be asked here: --yes stores it.');
    return false;
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`Store it in ${path}? [y/N] `);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

/** Rights, owner and symbolic links stay. */
async function rewrite(path: string, text: string): Promise<void> {
  const file = await realpath(path);
  const { mode, uid, gid } = await stat(file);
  await replaceFile(file, text, mode & 0o7777);
  if ((await stat(file)).uid !== uid) await chown(file, uid, gid);
}

function portOf(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new InvalidArgumentError('It must be a number from 1 to 65535.');
}
