import { steadyNow } from '../../time/steady-clock.ts';
import type { BulkDecisions } from '../journal.ts';
import {
  advanceBulkDecisions,
  beginBulkDecision,
  findBulkDecision,
  insertBulkDecision,
  insertBulkItems,
  listBulkDecisions,
  listBulkItems,
  stopBulkDecision,
} from '../pages/bulk-decision-steps.ts';
import { bindSteps, type JournalConnection } from './bound-steps.ts';

/** Messages that are written at once: the work goes on between two of them. */
const atOnce = 500;

export function createBulkDecisions({ engine }: JournalConnection): BulkDecisions {
  const { read, write } = bindSteps(engine);
  return {
    async addBulkDecision(decision) {
      const { messages } = decision;
      const id = await engine.write(() => insertBulkDecision(decision));
      for (let at = 0; at < messages.length; at += atOnce)
        await engine.write(() => insertBulkItems(id, at + 1, messages.slice(at, at + atOnce)));
      await engine.write(() => beginBulkDecision(id));
      return id;
    },
    findBulkDecision: read(findBulkDecision),
    listBulkDecisions: read(listBulkDecisions),
    stopBulkDecision: write(stopBulkDecision),
    listBulkItems: read(listBulkItems),
    advanceBulkDecisions: () => engine.write(() => advanceBulkDecisions(engine.dialect, steadyNow())),
  };
}
