import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Argument, Command } from 'commander';
import { loadWithoutSecrets } from '../config/load/load-config.ts';
import { isCheckout, packageFile } from '../package.ts';
import { findWrittenFolders, type ServiceSite } from '../service/service-site.ts';
import { renderSystemdUnit } from '../service/systemd-unit.ts';
import { renderWindowsScript } from '../service/windows-script.ts';
import { escapeControlsInLines } from '../text/visible.ts';
import { addConfigOption, renderFindingLine, resolveFromCaller } from './kit/command-kit.ts';

const kinds = {
  systemd: { account: (name: string) => name, text: renderSystemdUnit },
  windows: { account: (name: string) => `NT SERVICE\\${name}`, text: renderWindowsScript },
} as const;

/** The name becomes one of a file, a user and a service. */
const nameShape = /^[a-z][a-z0-9-]{0,30}$/;

interface Flags {
  readonly config: string;
  readonly name: string;
  readonly account?: string;
  readonly out?: string;
}

export function serviceCommand(): Command {
  const print = addConfigOption(new Command('print'))
    .description(
      'print what makes the gateway a service: a unit for systemd, or a script that installs a Windows service',
    )
    .addArgument(new Argument('<kind>', 'of what').choices(Object.keys(kinds)))
    .option('--name <name>', 'of the service', 'scsn-gateway')
    .option('--account <account>', 'that runs it; by default one of its own, named like the service')
    .option('--out <file>', 'write it there', resolveFromCaller)
    .action(printService);
  return new Command('service').addCommand(print);
}

async function printService(kind: keyof typeof kinds, flags: Flags): Promise<void> {
  const { name, account = kinds[kind].account(name), out } = flags;
  if (!nameShape.test(name))
    throw new Error(`${name} is no name for a service: small letters, digits and hyphens, 31 at the most.`);
  if (/[\p{Cc}"]/u.test(account)) throw new Error('That is no account.');
  const { config, findings } = await loadWithoutSecrets(flags.config);
  for (const finding of findings) console.error(renderFindingLine(finding));
  if (config === undefined) {
    process.exitCode = 2;
    return;
  }
  const path = resolve(flags.config);
  const text = kinds[kind].text({
    name,
    account,
    config: path,
    ...programs(),
    ...findWrittenFolders(config),
  });
  if (out === undefined) process.stdout.write(process.stdout.isTTY ? escapeControlsInLines(text) : text);
  else await writeFile(out, kind === 'windows' ? toWindowsText(text) : text);
}

/** A checkout runs from its source. */
function programs(): Pick<ServiceSite, 'node' | 'program'> {
  return {
    node: process.execPath,
    program: isCheckout ? packageFile('src', 'main.ts') : packageFile('bin', 'gateway.js'),
  };
}

/** Windows PowerShell reads UTF-8 as such where a mark says so. */
const toWindowsText = (text: string): string => `\ufeff${text.replaceAll('\n', '\r\n')}`;
