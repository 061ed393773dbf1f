import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type CommandRun, runCommandLine } from '../../src/cli/testkit/ran.ts';

/**
 * Runs a command line as a page shows it: `gateway` with plain words in this process, where all it needs is loaded already, everything else
 * by a shell. Rejects with what it said when it does not end well.
 */
export async function runTypedCommand(line: string, folder: string, env = process.env): Promise<CommandRun> {
  const [, words] = /^gateway ([\w./: -]+)$/.exec(line) ?? [];
  const ran = words ? await runCommandLine(folder, ...words.split(' ')) : await runShell(line, folder, env);
  if (ran.code !== 0) throw new Error(`${line} ended with ${ran.code}\n${ran.out}${ran.err}`);
  return ran;
}

async function runShell(line: string, cwd: string, env: NodeJS.ProcessEnv): Promise<CommandRun> {
  const child = spawn('sh', ['-ec', line], { cwd, env });
  const said = { out: '', err: '' };
  child.stdout.on('data', (part: Buffer) => (said.out += String(part)));
  child.stderr.on('data', (part: Buffer) => (said.err += String(part)));
  const [code] = await once(child, 'close');
  return { code: Number(code), ...said };
}
