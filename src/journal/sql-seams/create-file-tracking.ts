import type { FileTracking } from '../journal.ts';
import { listUncollected, noteCollected } from '../work/published-files.ts';
import { listUnfiled, noteFiled } from '../work/settle-messages.ts';
import { bindSteps, type JournalConnection } from './bound-steps.ts';

export function createFileTracking({ engine, owner }: JournalConnection): FileTracking {
  const { dialect } = engine;
  const { read, write } = bindSteps(engine);
  return {
    listUnfiled(except = []) {
      const steps = () => listUnfiled(dialect, owner, except);
      return dialect.shared ? engine.write(steps) : engine.read(steps);
    },
    noteFiled: write((message, place) => noteFiled(owner, message, place)),
    listUncollected: read(listUncollected),
    noteCollected: write(noteCollected),
  };
}
