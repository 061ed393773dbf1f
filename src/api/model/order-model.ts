import { z } from 'zod';
import { instant } from './common-model.ts';
import { whoActs } from './who-acts-model.ts';

const role = z.enum(['buyer', 'supplier']);

/** The shapes in which the pages draw a state. */
export const mark = z.enum([
  'green',
  'sent',
  'published',
  'underWay',
  'waiting',
  'parked',
  'refused',
  'warning',
  'noNews',
  'discarded',
]);
export type Mark = z.output<typeof mark>;

/** One order: the answer. */
const orderEntry = z.strictObject({
  number: z.string().optional().describe('Absent: none could be read.'),
  role: role.optional(),
  parties: z.array(z.string()),
  mark,
  state: z.string().describe('As `gateway order --format json` has it.'),
  sentence: z.string().describe('How it stands.'),
  act: whoActs,
  advice: z.string().describe('What to do; may be empty.'),
  since: instant.optional(),
  lasts: z.boolean().describe('It is so now: how long is of interest, not when it began.'),
  message: z.number().describe('The message that says so.'),
  documents: z.number(),
});
export type OrderEntry = z.output<typeof orderEntry>;

export const findAnswer = z.strictObject({
  orders: z.array(orderEntry).describe('Those that need action first, then the newest.'),
  needsAction: z.number(),
  more: z.boolean().describe('There are more than are shown.'),
});
export type FindAnswer = z.output<typeof findAnswer>;

const station = z.strictObject({
  title: z.string(),
  mark,
  isAhead: z.boolean(),
  at: instant.optional(),
  again: instant.optional(),
  lasts: z.boolean().describe('It stands there since `at`.'),
  detail: z.string(),
});

const orderLine = z.strictObject({
  line: z.string(),
  item: z.string().optional(),
  values: z.string().describe('What stands.'),
  mark,
  answer: z.string().describe('What was said of it.'),
  state: z.strictObject({ mark, text: z.string() }).describe('What is agreed, or who is next.'),
  changes: z.array(z.strictObject({ from: z.string(), to: z.string() })).describe('What is asked for.'),
  reason: z.string().optional(),
  since: instant.optional(),
  remarks: z.array(z.string()).describe('What the last document of the ERP said of it, and did not carry.'),
});

const step = z.strictObject({
  at: instant.optional().describe('Absent: so now, or of the same time as the step before it.'),
  isNow: z.boolean(),
  isQuiet: z.boolean().describe('Several messages of which nothing was to be said.'),
  mark,
  what: z.string(),
  detail: z.string(),
  alarmAt: instant.optional().describe('Of a file that is not collected: when that is an alarm.'),
  messages: z.array(z.number()),
});

export const orderTask = z.strictObject({
  message: z.number(),
  line: z.string().describe('Empty: of the whole order.'),
  text: z.string(),
  advice: z.string(),
  opened: instant,
});
export type OrderTask = z.output<typeof orderTask>;

const orderDetails = orderEntry.extend({
  why: z.string().describe('Of the message that needs action; may be empty.'),
  title: z.string().describe('`Order 4711 · we buy from 204518`.'),
  track: z.array(station),
  lines: z.array(orderLine),
  steps: z.array(step).describe('In the order in which it happened.'),
  tasks: z.array(orderTask),
  numbers: z.array(z.strictObject({ name: z.string(), values: z.array(z.string()) })),
  channels: z.array(z.string()),
  others: z.array(orderEntry).describe('Other orders of that number.'),
});
export type OrderDetails = z.output<typeof orderDetails>;
export type OrderStep = z.output<typeof step>;
export type OrderLineAnswer = z.output<typeof orderLine>;
export type TrackStation = z.output<typeof station>;

export const orderAnswer = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('one'), order: orderDetails }),
  z.strictObject({ kind: z.literal('several'), found: findAnswer }),
]);
export type OrderAnswer = z.output<typeof orderAnswer>;

const party = z.string().min(1).max(200).optional();

export const findInput = z.object({
  q: z.string().max(500),
  party,
  since: z.iso.date().optional().describe('A day, UTC.'),
});
export const orderInput = z.object({
  number: z.string().max(500),
  party,
  as: role.optional(),
  all: z.literal('1').optional().describe('What nobody had to hear of is told in full too.'),
});
