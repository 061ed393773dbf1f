import type { WorkOutlook } from '../journal.ts';
import { type SqlDialect, type SqlSteps, selectRow } from '../sql/sql-engine.ts';
import { farthestDue } from './claim-messages.ts';

/** One query instead of those of all hands, each of which reads the first row that it finds, or none. */
export function* lookForWork(dialect: SqlDialect, owner: string, due: number): SqlSteps<WorkOutlook> {
  const row = yield* selectRow(
    `select ${isAnyOf(messageLooks(dialect))} as messages, ${isAnyOf([openCommand])} as commands,
       ${isAnyOf([openDecision])} as decisions`,
    due,
    due + farthestDue,
    owner,
  );
  const isFound = (look: keyof WorkOutlook): boolean => Number(row?.[look]) === 1;
  return { messages: isFound('messages'), commands: isFound('commands'), decisions: isFound('decisions') };
}

/** SQL: of those that may go, whose time has come, that are to be checked, that are ours; and an outage wants its probes. */
const messageLooks = ({ indexedBy }: SqlDialect): readonly string[] => [
  `message${indexedBy('message_claimable')} where claimable = 2 and owner is null`,
  'message where claimable = 1 and due <= ?',
  'message where claimable = 1 and due > ?',
  "message where state = 'received' and owner is null",
  `message${indexedBy('message_owner')} where owner = ? and state in ('received', 'ready', 'waiting')`,
  'outage where opened is not null',
];

const openCommand = 'command where result is null';
const openDecision = 'bulk_decision where ended is null';

const isAnyOf = (looks: readonly string[]): string =>
  `case when ${looks.map((look) => `exists (select 1 from ${look})`).join(' or ')} then 1 else 0 end`;
