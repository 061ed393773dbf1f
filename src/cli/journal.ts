import { Command } from 'commander';
import { cursorCommand } from './journal-cursor.ts';
import { decisionCommand } from './journal-decide.ts';
import { backupCommand, moveCommand, restoreCommand, verifyCommand } from './journal-file.ts';
import { listCommand } from './journal-list.ts';
import { rebindCommand } from './journal-rebind.ts';
import { replayCommand } from './journal-replay.ts';
import { resendCommand } from './journal-resend.ts';
import { showCommand } from './journal-show.ts';

/** `gateway journal`: one file a command. Each needs the journal's part of the config alone; `resend` its channels too. */
export function journalCommand(): Command {
  return new Command('journal')
    .description('what became of every document')
    .addCommand(listCommand())
    .addCommand(showCommand())
    .addCommand(decisionCommand('retry', 'try a parked or waiting message again, from the check on'))
    .addCommand(decisionCommand('release', 'let later messages of the same order pass a parked one'))
    .addCommand(decisionCommand('discard', 'end a message that has not ended; nothing more is sent'))
    .addCommand(replayCommand())
    .addCommand(resendCommand())
    .addCommand(cursorCommand())
    .addCommand(rebindCommand())
    .addCommand(backupCommand())
    .addCommand(restoreCommand())
    .addCommand(verifyCommand())
    .addCommand(moveCommand());
}
