import { Command } from 'commander';
import { visibleLines } from '../visible.ts';

/** A command that is loaded when it is asked for: until then a line of help is all that there is of it. */
export interface Entry {
  readonly name: string;
  readonly does: string;
  /** `words`: what follows its name on the command line. */
  readonly load: (words: readonly string[]) => Command | Promise<Command>;
}

/** A file may be called like an option that does not exist. */
const visibleErrors = {
  outputError: (text: string, write: (text: string) => void): void => write(visibleLines(text)),
};

/** Those below it have an output of their own. */
function tellErrorsVisibly(command: Command): Command {
  for (const inner of command.commands) tellErrorsVisibly(inner);
  return command.configureOutput(visibleErrors);
}

/** Adds commands to another one. Only the one that `words` ask for is loaded, so that it is soon there. */
export async function withCommands(
  parent: Command,
  entries: readonly Entry[],
  words: readonly string[],
): Promise<Command> {
  const [asked, ...rest] = words[0] === 'help' ? words.slice(1) : words;
  for (const { name, does, load } of entries) {
    const command = name === asked ? await load(rest) : new Command(name);
    parent.addCommand(tellErrorsVisibly(command.description(does)));
  }
  return parent.configureOutput(visibleErrors).configureHelp({ subcommandTerm: (command) => command.name() });
}

/** A command with all below it loaded, for whoever writes about it. */
export async function wholeCommand({ name, does, load }: Entry): Promise<Command> {
  const whole = new Command(name).description(does);
  const known = await load([]);
  if (known.commands.length === 0) return known.description(does);
  for (const inner of known.commands.map((one) => one.name())) {
    const loaded = (await load([inner])).commands.find((one) => one.name() === inner);
    if (loaded !== undefined) whole.addCommand(loaded);
  }
  return whole;
}
