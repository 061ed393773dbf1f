import { Command, type CommanderError } from 'commander';
import { escapeControlsInLines } from '../../text/visible.ts';

/** A command whose code is loaded when it is called; until then only its name and description exist. */
export interface CommandEntry {
  readonly name: string;
  readonly description: string;
  /** `words`: what follows its name on the command line. */
  readonly load: (words: readonly string[]) => Command | Promise<Command>;
}

/** A file may be called like an option that does not exist. */
const visibleErrors = {
  outputError: (text: string, write: (text: string) => void): void => write(escapeControlsInLines(text)),
};

/** 2: it could not be run. 1 says something of documents and orders, and a script acts on it. */
const endMisread = ({ exitCode }: CommanderError): never => process.exit(exitCode === 0 ? 0 : 2);

/** How words that make no sense are answered; commands below it answer by themselves. */
function answerMisread(command: Command): Command {
  for (const inner of command.commands) answerMisread(inner);
  return command.configureOutput(visibleErrors).exitOverride(endMisread);
}

/** Adds commands to another one. Only the one that `words` ask for is loaded, so that it is soon there. */
export async function addLazyCommands(
  parent: Command,
  entries: readonly CommandEntry[],
  words: readonly string[],
): Promise<Command> {
  const [asked, ...rest] = words[0] === 'help' ? words.slice(1) : words;
  for (const { name, description: does, load } of entries) {
    const command = name === asked ? await load(rest) : new Command(name);
    parent.addCommand(answerMisread(command.description(does)));
  }
  return parent
    .configureOutput(visibleErrors)
    .exitOverride(endMisread)
    .configureHelp({ subcommandTerm: (command) => command.name() });
}

/** A command with all below it loaded, for whoever writes about it. */
export async function loadWholeCommand({ name, description: does, load }: CommandEntry): Promise<Command> {
  const whole = new Command(name).description(does);
  const known = await load([]);
  if (known.commands.length === 0) return known.description(does);
  for (const inner of known.commands.map((one) => one.name())) {
    const loaded = (await load([inner])).commands.find((one) => one.name() === inner);
    if (loaded !== undefined) whole.addCommand(loaded);
  }
  return whole;
}
