import { Command } from 'commander';
import { expect, it } from 'vitest';
import { runCommandLine } from '../testkit/ran.ts';
import { addLazyCommands, type CommandEntry } from './lazy-commands.ts';

const loaded: string[] = [];
const entry = (name: string): CommandEntry => ({
  name,
  description: `does ${name}`,
  load: (words) => {
    loaded.push([name, ...words].join(' '));
    return new Command(name).option('--loaded');
  },
});

const helpOf = async (...words: readonly string[]): Promise<string> => {
  loaded.length = 0;
  return (
    await addLazyCommands(new Command('gateway'), [entry('one'), entry('two')], words)
  ).helpInformation();
};

it('loads the command that is asked for and no other, and tells of all', async () => {
  const help = await helpOf('two', 'more');
  expect(loaded).toEqual(['two more']);
  expect(help).toMatch(/one +does one\n +two +does two\n/);
  await helpOf('help', 'one');
  expect(loaded).toEqual(['one']);
  for (const words of [[], ['--help'], ['three']]) {
    await helpOf(...words);
    expect(loaded).toEqual([]);
  }
});

/** What `gateway WORDS --help` prints. */
const told = async (...words: readonly string[]): Promise<string> =>
  (await runCommandLine('.', ...words, '--help')).out;

const namesIn = (help: string): readonly string[] =>
  [...help.matchAll(/^ {2}([a-z]+) {2,}\S/gm)].map(([, name = '']) => name).filter((name) => name !== 'help');

it('every command that the help names is there, and says the same of itself', {
  timeout: 120_000,
}, async () => {
  const commands = namesIn(await told());
  expect(commands).toContain('journal');
  for (const name of commands) {
    const help = await told(name);
    expect(help).toContain(`Usage: gateway ${name} `);
    if (name === 'journal' || name === 'map')
      for (const inner of namesIn(help))
        expect(await told(name, inner)).toContain(`Usage: gateway ${name} ${inner} `);
  }
});
