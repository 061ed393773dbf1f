import { Command } from 'commander';
import { addLazyCommands, type CommandEntry } from '../kit/lazy-commands.ts';

/** `gateway journal`: one file a command. Each needs the journal's part of the config alone; `resend` its channels too. */
const commands: readonly CommandEntry[] = [
  {
    name: 'list',
    description: 'the newest messages, newest first',
    load: async () => (await import('./journal-list.ts')).listCommand(),
  },
  {
    name: 'show',
    description: 'everything about one message',
    load: async () => (await import('./journal-show.ts')).showCommand(),
  },
  {
    name: 'retry',
    description: 'try a parked or waiting message again, from the check on',
    load: async () => (await import('./journal-decide.ts')).decisionCommand('retry'),
  },
  {
    name: 'release',
    description: 'let later messages of the same order pass a parked one',
    load: async () => (await import('./journal-decide.ts')).decisionCommand('release'),
  },
  {
    name: 'discard',
    description: 'end a message that has not ended; nothing more is sent',
    load: async () => (await import('./journal-decide.ts')).decisionCommand('discard'),
  },
  {
    name: 'resend',
    description: 'check and send a corrected document in the place of a parked, waiting or settled one',
    load: async () => (await import('./journal-resend.ts')).resendCommand(),
  },
  {
    name: 'done',
    description:
      'end the open tasks of a message: what it asked and the exchange has no operation for was done',
    load: async () => (await import('./journal-done.ts')).doneCommand(),
  },
  {
    name: 'close',
    description: 'end the refusal of a document that nobody will mend: it is no longer told as a trouble',
    load: async () => (await import('./journal-close.ts')).closeCommand(),
  },
  {
    name: 'replay',
    description:
      'check and prepare a message again as it was, and say whether the same comes of it; sends nothing',
    load: async () => (await import('./journal-replay.ts')).replayCommand(),
  },
  {
    name: 'cursor',
    description: 'how far the search of a channel has come; with --to, where it goes on',
    load: async () => (await import('./journal-cursor.ts')).cursorCommand(),
  },
  {
    name: 'take',
    description: 'take the files that a dry run of a channel has seen, now that it is live',
    load: async () => (await import('./journal-take.ts')).takeCommand(),
  },
  {
    name: 'rebind',
    description: 'which exchange the journal belongs to; with --to, its new address (gateway stopped)',
    load: async () => (await import('./journal-rebind.ts')).rebindCommand(),
  },
  {
    name: 'export',
    description:
      'everything about some messages as a bundle for whoever helps; with --mask without the values of the documents',
    load: async () => (await import('./journal-export.ts')).exportCommand(),
  },
  {
    name: 'backup',
    description: 'copy an embedded journal to a new file, also while the gateway runs',
    load: async () => (await import('./journal-file.ts')).backupCommand(),
  },
  {
    name: 'restore',
    description:
      'put a backup in the place of the embedded journal of a stopped gateway; the one before is kept',
    load: async () => (await import('./journal-file.ts')).restoreCommand(),
  },
  {
    name: 'rescue',
    description:
      'make a new journal of all that can be read of a damaged embedded one, and put it in its place; the damaged one is kept',
    load: async () => (await import('./journal-file.ts')).rescueCommand(),
  },
  {
    name: 'verify',
    description: 'read every message and every body of the journal, and say what is wrong',
    load: async () => (await import('./journal-file.ts')).verifyCommand(),
  },
  {
    name: 'move',
    description: 'bring the embedded journal of a stopped gateway into an empty PostgreSQL database',
    load: async () => (await import('./journal-file.ts')).moveCommand(),
  },
];

export const journalCommand = (words: readonly string[]): Promise<Command> =>
  addLazyCommands(new Command('journal'), commands, words);
