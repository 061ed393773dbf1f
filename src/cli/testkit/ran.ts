import { format } from 'node:util';
import { vi } from 'vitest';
import { runCommand } from '../command-line.ts';

/** What a command leaves behind. */
export interface CommandRun {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/**
 * Runs `gateway WORDS…` in a folder, in this process, where all it needs is loaded already: a process of its own takes a second.
 * One command at a time.
 */
export async function runCommandLine(folder: string, ...words: readonly string[]): Promise<CommandRun> {
  const said = { out: '', err: '' };
  let exited: number | undefined;
  const note = (where: keyof typeof said, text: string): true => {
    if (exited === undefined) said[where] += text;
    return true;
  };
  const exit = (code?: number | string | null): never => {
    exited ??= Number(code ?? 0);
    throw new Error('The command has ended.');
  };
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((...all) => void note('out', `${format(...all)}\n`)),
    vi.spyOn(console, 'error').mockImplementation((...all) => void note('err', `${format(...all)}\n`)),
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => note('out', textOf(text))),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => note('err', textOf(text))),
    vi.spyOn(process, 'exit').mockImplementation(exit),
  ];
  const before = process.cwd();
  process.exitCode = undefined;
  process.chdir(folder);
  try {
    await runCommand(words);
    return { code: exited ?? Number(process.exitCode ?? 0), ...said };
  } finally {
    process.chdir(before);
    process.exitCode = undefined;
    for (const spy of spies) spy.mockRestore();
  }
}

const textOf = (written: string | Uint8Array): string =>
  typeof written === 'string' ? written : Buffer.from(written).toString();
