import { steadyNow } from '../../time/steady-clock.ts';
import type { BulkDecisions } from '../journal.ts';
import {
  advanceBulkDecisions,
  beginBulkDecision,
  findBulkDecision,
  insertBulkDecision,
  insertBulkItems,
  itemsAtOnce,
  listBulkItems,
  listPublicationDecisions,
  stopBulkDecision,
} from '../pages/bulk-decision-steps.ts';
import { bindSteps, type JournalConnection } from './bound-steps.ts';

export function createBulkDecisions({ engine }: JournalConnection): BulkDecisions {
  const { read, write } = bindSteps(engine);
  return {
    async addBulkDecision(decision) {
      const { messages } = decision;
      const id = await engine.write(() => insertBulkDecision(decision));
      // the work goes on between two parts
      for (let at = 0; at < messages.length; at += itemsAtOnce)
        await engine.write(() => insertBulkItems(id, at + 1, messages.slice(at, at + itemsAtOnce)));
      await engine.write(() => beginBulkDecision(id));
      return id;
    },
    findBulkDecision: read(findBulkDecision),
    listPublicationDecisions: read(listPublicationDecisions),
    stopBulkDecision: write(stopBulkDecision),
    listBulkItems: read(listBulkItems),
    advanceBulkDecisions: () => engine.write(() => advanceBulkDecisions(engine.dialect, steadyNow())),
  };
}
