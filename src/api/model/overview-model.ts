import { z } from 'zod';
import { actor, alarmItem } from './alarms-model.ts';
import { instant } from './common-model.ts';

export const actionGroup = z.strictObject({
  kind: z.enum(['parked', 'refused']),
  code: z.string().describe('Of the finding that decided; empty: none did.'),
  value: z.string(),
  channel: z.string(),
  count: z.number(),
  oldest: instant,
  newest: instant,
  sample: z.number().describe('Its last message.'),
  behind: z.number().describe('Later documents of the same orders that wait for these.'),
  moreBehind: z.boolean(),
  text: z.string().describe('What is wrong.'),
  todo: z.string(),
  order: z.string().optional().describe('Purchase order number of its last message.'),
  actor,
});
export type ActionGroupItem = z.output<typeof actionGroup>;

const total = z.strictObject({ count: z.number(), oldest: instant.optional() });

export const needsActionAnswer = z.strictObject({
  parked: total,
  refused: total,
  groups: z.array(actionGroup),
  waiting: total,
});
export type NeedsActionAnswer = z.output<typeof needsActionAnswer>;

export const channelStateKind = z.enum([
  'stopped',
  'parked',
  'refused',
  'uncollected',
  'warning',
  'waiting',
  'under-way',
  'fine',
]);
export type ChannelStateName = z.output<typeof channelStateKind>;

export const channelOverview = z.strictObject({
  name: z.string(),
  direction: z.enum(['inbound', 'outbound']),
  states: z.array(
    z.strictObject({
      kind: channelStateKind,
      count: z.number().optional(),
      text: z.string().optional().describe('What is wrong with the channel.'),
    }),
  ),
  troubled: z.boolean(),
  oldest: instant.optional(),
  thisHour: z.number(),
  today: z.number(),
  hours: z
    .array(z.strictObject({ received: z.number(), parked: z.number(), refused: z.number() }))
    .describe('The last 24, this hour last.'),
});
export type ChannelOverviewItem = z.output<typeof channelOverview>;

export const overviewAnswer = z.strictObject({
  status: z.enum(['green', 'amber', 'red']),
  troubles: z.array(alarmItem),
  needsAction: needsActionAnswer,
  channels: z.array(channelOverview),
  today: z.strictObject({ documents: z.number(), last: instant.optional() }),
  whoToCall: z.array(z.string()),
});
export type OverviewAnswer = z.output<typeof overviewAnswer>;
