import { z } from 'zod';
import { messageStates, outcomes } from '../../types.ts';
import { instant, period } from './common-model.ts';
import { needsActionAnswer } from './overview-model.ts';
import { whoActs } from './who-acts-model.ts';

const text = z.string().trim().min(1).max(200);

/** Which messages are meant; all that is given must fit. What the address of a list says. */
export const messageFilter = z.strictObject({
  needs: z.literal('action').optional().describe('Parked, or refused and neither mended nor closed.'),
  kind: z.enum(['parked', 'refused']).optional(),
  state: z.enum(messageStates).optional(),
  outcome: z.enum(outcomes).optional(),
  channel: text.optional(),
  direction: z.enum(['inbound', 'outbound']).optional(),
  received: period.optional(),
  finding: text.optional().describe('Code of a finding.'),
  value: text.optional().describe('Value of a finding; with `finding`, of that one.'),
  party: text.optional(),
  find: text.optional().describe('Part of a file name or number.'),
  repeats: z.literal('hidden').optional().describe('Without what said nothing to anybody.'),
});
export type MessageFilter = z.output<typeof messageFilter>;

const id = z.coerce.number().int().positive();

export const messagesInput = messageFilter.extend({
  before: id.optional().describe('The page of older ones next to this message.'),
  after: id.optional().describe('The page of newer ones next to this message.'),
});

export const neighboursInput = messageFilter.extend({ id });
export const neighboursAnswer = z.strictObject({
  place: z.number().optional().describe('In the list, from 1. Absent: far down.'),
  count: z.number(),
  more: z.boolean().describe('There are more than were counted.'),
  newer: z.number().optional(),
  older: z.number().optional(),
});
export type NeighboursAnswer = z.output<typeof neighboursAnswer>;

export const messageRow = z.strictObject({
  id: z.number(),
  standing: z.string().describe('State or outcome.'),
  text: z.string().describe('The same in words.'),
  receivedAt: instant,
  order: z.string().optional(),
  channel: z.string(),
  direction: z.enum(['inbound', 'outbound']),
  name: z.string(),
  why: z.string(),
  act: whoActs,
  possiblyTwice: z.boolean(),
});
export type MessageRowItem = z.output<typeof messageRow>;

export const messagesAnswer = z.strictObject({
  rows: z.array(messageRow).describe('The newest first.'),
  older: z.number().optional().describe('As `before`: there are older ones, or there may be.'),
  newer: z.number().optional().describe('As `after`: there are newer ones, or there may be.'),
  searchedTo: instant.optional().describe('The time was over: what is older was not looked at.'),
});
export type MessagesAnswer = z.output<typeof messagesAnswer>;

export const changesInput = messageFilter.extend({
  ids: z.string().regex(/^\d+(,\d+){0,99}$/),
});

/** What has become of rows that somebody looks at, and how many are newer. */
export const changesAnswer = z.strictObject({
  rows: z.array(messageRow),
  newer: z.number(),
  more: z.boolean().describe('There are more than that.'),
});
export type ChangesAnswer = z.output<typeof changesAnswer>;

export const totalsAnswer = z.strictObject({
  needsAction: z.number(),
  waiting: z.number(),
  all: z.number(),
  channels: z.array(z.string()),
});
export type TotalsAnswer = z.output<typeof totalsAnswer>;

export const causesAnswer = needsActionAnswer;
