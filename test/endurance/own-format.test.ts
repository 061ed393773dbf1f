import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { request } from 'undici';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { freePort } from '../kit/port.ts';
import { gatewayProgram } from '../kit/process.ts';
import { removeFolder } from '../kit/remove-folder.ts';
import { runTypedCommand } from '../kit/typed-command.ts';
import { until } from '../kit/until.ts';

/** docs/own-format.md: its commands, one after the other, take a reader from a table to a delivered order. */

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(join(root, 'docs/own-format.md'), 'utf8');
const commands = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
  block.trim().split('\n'),
);

let folder: string;
let env: NodeJS.ProcessEnv;
const running: ChildProcess[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'own-format-'));
  env = environment();
});
afterEach(async () => {
  await Promise.all(running.map(stopped));
  await removeFolder(folder);
});

function stopped(child: ChildProcess): Promise<unknown> {
  if (child.exitCode !== null) return Promise.resolve();
  const end = new Promise((ended) => child.once('exit', ended));
  child.kill('SIGTERM');
  return end;
}

/** A `gateway` on the path, as an installed package has it. */
function environment(): NodeJS.ProcessEnv {
  const file = join(folder, 'gateway');
  writeFileSync(file, `#!/bin/sh\nexec "${process.execPath}" "${gatewayProgram}" "$@"\n`);
  chmodSync(file, 0o755);
  return { ...process.env, PATH: `${folder}${delimiter}${process.env.PATH ?? ''}` };
}

function begun(command: string, cwd: string): { readonly child: ChildProcess; said(): string } {
  const child = spawn('sh', ['-c', `exec ${command}`], { cwd, env });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (part: Buffer) => (text += String(part)));
  return { child, said: () => text };
}

async function done(command: string, cwd: string): Promise<string> {
  const { out, err } = await runTypedCommand(command, cwd, env);
  return out + err;
}

/** Milliseconds: ten seconds of quiet, and two processes that start. */
const patience = 180_000;

it.skipIf(process.platform === 'win32')(
  'every command of the page works, in its order',
  async () => {
    const [port, operator] = [await freePort(), await freePort()];
    let cwd = folder;
    const said = new Map<string, string>();
    for (const command of commands) {
      if (command.startsWith('cd ')) cwd = join(cwd, command.slice(3));
      else if (command === 'gateway simulator') {
        const simulator = begun(`${command} --port ${port}`, cwd);
        running.push(simulator.child);
        await until(
          'the simulator',
          async () => simulator.said().includes('Simulated exchange') || undefined,
        );
        fillIn(cwd, port, operator);
      } else if (command === 'gateway start') {
        const gateway = begun(command, cwd);
        running.push(gateway.child);
        await until('the gateway', async () => gateway.said().includes('gateway started') || undefined);
      } else if (command === 'gateway journal list')
        await until('two orders', async () => {
          const list = await done(command, cwd);
          said.set(command, list);
          return list.split('delivered').length > 2 || undefined;
        });
      else said.set(command, await done(command, cwd));
    }
    expect(said.get('gateway order 4500017801')).toContain('ORDER WAS SENT');
    expect(said.get('gateway check')).toMatch(/^Nothing is wrong; look at what is marked /m);
    expect(said.get('gateway format check my-orders -m mappings')).toMatch(/^ok +my-orders$/m);
    const { body } = await request(`http://127.0.0.1:${port}/simulator/ledger`);
    expect(await body.text()).toContain('4500017802');
  },
  patience,
);

/** As the page says, with ports that are free. */
function fillIn(cwd: string, port: number, operator: number): void {
  const [, block = ''] = /```yaml\n(exchange:[\s\S]*?)```/.exec(page) ?? [];
  const config = readFileSync(join(cwd, 'gateway.yaml'), 'utf8');
  const filled = config
    .replace(/^exchange:[\s\S]*?\n\n/m, `${block.replace(':8900', `:${port}`)}\n`)
    .replace(':8080', `:${operator}`);
  writeFileSync(join(cwd, 'gateway.yaml'), filled);
  writeFileSync(join(cwd, 'secrets/password'), 'simulator\n');
}
