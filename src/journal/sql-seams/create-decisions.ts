import { storeLargeBlobs } from '../blobs/blobs.ts';
import { addPublication } from '../blobs/publications.ts';
import {
  carryOutCommands,
  enqueueCommand,
  findCommandResult,
  hasOpenCommands,
} from '../decisions/decision-commands.ts';
import { addHistoryEntry, listHistory } from '../decisions/decision-history.ts';
import { rebindExchange } from '../decisions/exchange-binding.ts';
import { moveCursorByHand } from '../decisions/search-cursors.ts';
import { takeDryRunFiles } from '../decisions/take-dry-run-files.ts';
import type { Decisions } from '../journal.ts';
import { bindSteps, type JournalConnection } from './bound-steps.ts';

export function createDecisions({ engine }: JournalConnection): Decisions {
  const { dialect } = engine;
  const { read, write, withDialect } = bindSteps(engine);
  return {
    async enqueueCommand(command) {
      if (command.bytes) await storeLargeBlobs(engine, command.bytes);
      return await engine.write(() => enqueueCommand(dialect, command));
    },
    async carryOutCommands() {
      const open = await engine.read(hasOpenCommands);
      return open ? await engine.write(() => carryOutCommands(dialect)) : [];
    },
    findCommandResult: read(findCommandResult),
    history: read(listHistory),
    addHistoryEntry: (entry) => engine.write(() => addHistoryEntry(dialect, entry)),
    addPublication: write(addPublication),
    moveCursor: write(withDialect(moveCursorByHand)),
    takeDryRunFiles: write(withDialect(takeDryRunFiles)),
    rebind: write(withDialect(rebindExchange)),
  };
}
