import { describe } from 'vitest';
import { accountsBehaviour } from './accounts.ts';
import { attemptsBehaviour } from './attempts.ts';
import { standingBehaviour } from './backlog.ts';
import { bulkBehaviour } from './bulk-decisions.ts';
import { decisionsBehaviour } from './decisions.ts';
import { documentsBehaviour } from './documents.ts';
import { draftsBehaviour } from './drafts.ts';
import { type EngineUnderTest, kitOf } from './kit.ts';
import { lanesBehaviour } from './lanes.ts';
import { lookingBehaviour } from './looking.ts';
import { numbersBehaviour } from './messages-by-number.ts';
import { orderBehaviour } from './order.ts';
import { outagesBehaviour } from './outages.ts';
import { pagesBehaviour } from './pages.ts';
import { receivingBehaviour } from './receiving.ts';
import { lastStepsBehaviour } from './replay-records.ts';
import { retentionBehaviour } from './retention.ts';
import { settlingBehaviour } from './settling.ts';
import { tasksBehaviour } from './tasks.ts';
import { watchingBehaviour } from './troubles.ts';
import { verifyingBehaviour } from './verifying.ts';

/** The conformance kit of the journal: the same named behaviours for every engine; after each it must be whole. */
export function conformance(name: string, engine: EngineUnderTest): void {
  describe(name, () => {
    const kit = kitOf(engine);
    receivingBehaviour(kit);
    orderBehaviour(kit);
    lanesBehaviour(kit);
    lookingBehaviour(kit);
    attemptsBehaviour(kit);
    outagesBehaviour(kit);
    settlingBehaviour(kit);
    documentsBehaviour(kit);
    standingBehaviour(kit);
    tasksBehaviour(kit);
    numbersBehaviour(kit);
    decisionsBehaviour(kit);
    lastStepsBehaviour(kit);
    retentionBehaviour(kit);
    verifyingBehaviour(kit);
    watchingBehaviour(kit);
    accountsBehaviour(kit);
    pagesBehaviour(kit);
    bulkBehaviour(kit);
    draftsBehaviour(kit);
  });
}
