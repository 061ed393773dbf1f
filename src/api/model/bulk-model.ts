import { z } from 'zod';
import { bulkState, instant } from './common-model.ts';
import { decisionAction } from './message-model.ts';
import { messageFilter, messageRow } from './messages-model.ts';

/** What can be decided about many at once. */
const bulkAction = decisionAction.extract(['retry', 'release', 'discard', 'close']);
export type BulkAction = z.output<typeof bulkAction>;

const ids = z.array(z.number().int().positive()).min(1).max(100_000);

/** These messages, or all that fit. */
export const planInput = z.union([
  z.strictObject({ action: bulkAction, ids }),
  z.strictObject({ action: bulkAction, fitting: messageFilter }),
]);

export const planAnswer = z.strictObject({
  action: bulkAction,
  ids: z.array(z.number()).describe('In their order of arrival: what `POST /decisions` takes.'),
  groups: z
    .array(z.strictObject({ count: z.number(), channel: z.string(), text: z.string(), why: z.string() }))
    .describe('The largest first.'),
  moreGroups: z.number(),
  left: z.number().describe('Of those that were named: they are not decided on any more.'),
  more: z.boolean().describe('More fit than one decision takes.'),
  heldBack: z.number().describe('An earlier one of their order is not among them.'),
  behind: z.number().describe('Later documents of these orders, which follow them.'),
  possiblyTwice: z.number().describe('An attempt has an unknown outcome: the same is sent again.'),
});
export type PlanAnswer = z.output<typeof planAnswer>;

/** Messages that are tried at once: who wants to know of more asks again. */
const mostTried = 50;

export const outlookInput = z.strictObject({
  ids: z.array(z.number().int().positive()).min(1).max(mostTried),
});

export const outlookAnswer = z.strictObject({
  ends: z
    .array(
      z.strictObject({
        said: z.string().describe('`deliver`: it would go; else how it would end, or `unknown`.'),
        one: z.string().describe('Of one, behind its number: `will be parked again`.'),
        text: z.string().describe('Of many.'),
        why: z.string().describe('May be empty.'),
        ids: z.array(z.number()),
      }),
    )
    .describe('The most frequent first.'),
});
export type OutlookAnswer = z.output<typeof outlookAnswer>;

export const startInput = z.strictObject({
  action: bulkAction,
  ids,
  reason: z.string().trim().min(1).max(1_000),
});

export const startAnswer = z.strictObject({ id: z.number() });
export type StartAnswer = z.output<typeof startAnswer>;

export const bulkInput = z.strictObject({ id: z.coerce.number().int().positive() });

export const bulkAnswer = z.strictObject({
  id: z.number(),
  action: bulkAction,
  state: bulkState,
  at: instant,
  who: z.string(),
  reason: z.string(),
  total: z.number(),
  only: z.number().optional().describe('The message, where it is about one.'),
  done: z.number().describe('Decided on.'),
  refused: z.number().describe('Of these: nothing was changed.'),
  open: z.number().describe('Left to a gateway, and not carried out yet.'),
  left: z.number().describe('Not begun.'),
  ended: instant.optional(),
  stoppedBy: z
    .string()
    .optional()
    .describe('Absent where the files of a publication were edited by hand: nothing was done.'),
  publication: z.number().optional().describe('It was made with this publication of mappings.'),
  overtaken: z.number().optional().describe('The publication that took that back before: nothing was done.'),
  unchanged: z.array(z.strictObject({ message: z.number(), why: z.string() })),
  standings: z
    .array(z.strictObject({ standing: z.string(), text: z.string(), count: z.number() }))
    .describe('How the first 500 of those that were decided on stand now.'),
  stuck: z.array(messageRow).describe('The first of those that were decided on and need somebody again.'),
  moreStuck: z.boolean(),
});
export type BulkAnswer = z.output<typeof bulkAnswer>;

export const stopAnswer = z.strictObject({ stopped: z.boolean() });
