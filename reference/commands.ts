import type { Command } from 'commander';
import { wholeCommands } from '../src/cli/command-line.ts';
import { cell, code, made, table } from './markdown.ts';

/** docs/reference/commands.md: every command with its arguments and options, as `--help` tells them. */
export async function commandsPage(): Promise<string> {
  const all = await wholeCommands();
  return `# Commands

${made('the command line (`src/cli/`)')} [commands.md](../commands.md) says in a line what each is for.

Each also takes \`--help\`, which says what an exit status means where it is more than 0 (well) and 1 or 2 (not).

${all.flatMap((command) => sections([command.name()], command)).join('\n\n')}
`;
}

/** A command and all below it. */
function sections(words: readonly string[], command: Command): readonly string[] {
  const below = command.commands.filter((one) => one.name() !== 'help');
  return [section(words, command), ...below.flatMap((one) => sections([...words, one.name()], one))];
}

function section(words: readonly string[], command: Command): string {
  const level = '#'.repeat(1 + words.length);
  return [
    `${level} gateway ${words.join(' ')}`,
    `${code(`gateway ${words.join(' ')} ${usageOf(command)}`.trim())}: ${cell(command.description())}.`,
    ...tables(command),
  ].join('\n\n');
}

const usageOf = (command: Command): string => (command.commands.length > 0 ? 'COMMAND' : command.usage());

function tables(command: Command): readonly string[] {
  const help = command.createHelp();
  const args = help
    .visibleArguments(command)
    .map((one) => [help.argumentTerm(one), help.argumentDescription(one)]);
  const options = help
    .visibleOptions(command)
    .filter(({ long }) => long !== '--help')
    .map((one) => [help.optionTerm(one), help.optionDescription(one)]);
  const rows = [...args, ...options].map(([term = '', what = '']) => [code(term), cell(what)]);
  return rows.length === 0 ? [] : [table(['argument or option', 'what it is'], rows)];
}
