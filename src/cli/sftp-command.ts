import { chown, readFile, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Command, InvalidArgumentError } from 'commander';
import { HostKeyEditor, type SftpServer } from '../config/load/sftp-host-keys.ts';
import { ignoreErrors } from '../folders/folder-error.ts';
import { replaceFile } from '../folders/local/durable-files.ts';
import { askHostKey } from '../folders/sftp/ask-host-key.ts';
import { decodeSavedText } from '../text/text-file.ts';
import { addConfigOption } from './kit/command-kit.ts';

/** Milliseconds that a server has to answer. */
const patience = 15_000;

interface TrustOptions {
  readonly port: number;
  readonly config: string;
  readonly yes: boolean;
}

export function sftpCommand(): Command {
  return new Command('sftp').addCommand(
    addConfigOption(new Command('trust'))
      .description('show the fingerprint of a server and, when you say so, put it into the config as hostKey')
      .argument('<host>', 'name or address of the server, as the config has it')
      .option('--port <number>', 'its port', portOf, 22)
      .option('-y, --yes', 'put it into the config without asking', false)
      .action(trust),
  );
}

async function trust(host: string, { port, config, yes }: TrustOptions): Promise<void> {
  const known = await hostKeysOf(config, { host, port });
  const algorithms = known?.entries.find((place) => place.algorithms)?.algorithms;
  const shown = await askHostKey(host, port, patience, algorithms);
  console.log(`${host}:${port} shows this host key. Compare it with what its administrator tells you by another
way (telephone, a signed letter):

  hostKey: "${shown}"
`);
  if (known && known.entries.length > 0) await store(config, known, shown, yes);
  else printNoServer(config, yes);
}

/** Undefined when there is no such file. */
async function hostKeysOf(path: string, server: SftpServer): Promise<HostKeyEditor | undefined> {
  const text = await ignoreErrors(['ENOENT'], async () => decodeSavedText(await readFile(path)));
  const around = { environment: process.env, folder: dirname(path) };
  return text === undefined ? undefined : new HostKeyEditor(text, server, around);
}

async function store(path: string, known: HostKeyEditor, shown: string, yes: boolean): Promise<void> {
  if (known.entries.every(({ hostKey }) => hostKey === shown))
    return console.log(`It is the one that ${path} holds.`);
  for (const { line, hostKey } of known.entries)
    console.log(`${path}, line ${line}: ${changeOf(hostKey, shown)}`);
  const text = known.withHostKey(shown);
  if (text === undefined) return failUnstored('The file cannot be changed safely: put it there yourself.');
  if (!yes && !(await isConfirmed(path))) return failUnstored('Nothing was stored.');
  await rewrite(path, text);
  console.log(`It is stored in ${path}.`);
}

function printNoServer(config: string, yes: boolean): void {
  console.log(`${config} names no such server: put it there, beside host.`);
  if (yes) process.exitCode = 1;
}

/** Whoever runs this in a script must not take it for stored. */
function failUnstored(why: string): void {
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
