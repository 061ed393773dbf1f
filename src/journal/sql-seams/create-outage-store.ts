import type { OutageStore } from '../journal.ts';
import { askSoon, findOutage, noteAnswered, noteUnanswered } from '../lanes/exchange-outage.ts';
import { bindSteps, type JournalConnection } from './bound-steps.ts';

export function createOutageStore({ engine, suspicion }: JournalConnection): OutageStore {
  const { dialect } = engine;
  const { read, write } = bindSteps(engine);
  return {
    noteUnanswered(failure) {
      suspicion.raised = true;
      return engine.write(() => noteUnanswered(dialect, failure));
    },
    async noteAnswered() {
      if (!suspicion.raised) return undefined;
      suspicion.raised = false;
      return await engine
        .write(() => noteAnswered(dialect))
        .catch((error: unknown) => {
          suspicion.raised = true;
          throw error;
        });
    },
    askSoon: write(askSoon),
    findOutage: read(findOutage),
  };
}
