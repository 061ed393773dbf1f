import { z } from 'zod';
import { alarmItem } from './alarms-model.ts';
import { instant } from './common-model.ts';
import { orderTask } from './order-model.ts';
import { mending, whoActs } from './who-acts-model.ts';

/** Messages that stand still for one cause. */
const actionGroup = z.strictObject({
  kind: z.enum(['parked', 'refused']),
  code: z.string().describe('Of the finding that decided; empty: none did.'),
  value: z.string(),
  count: z.number(),
  oldest: instant,
  newest: instant,
  channels: z.array(z.strictObject({ channel: z.string(), count: z.number() })),
  behind: z.number().describe('Later documents of the same orders that wait for these.'),
  moreBehind: z.boolean(),
  act: whoActs,
  text: z.string().describe('What is wrong.'),
  todo: z.string(),
  sample: z.strictObject({ id: z.number(), name: z.string(), order: z.string().optional() }).optional(),
  suggestion: z.string().optional().describe('What is probably meant, such as C62 for STK.'),
  mending: mending.optional(),
});
export type ActionGroupItem = z.output<typeof actionGroup>;

const total = z.strictObject({ count: z.number(), oldest: instant.optional() });

export const needsActionAnswer = z.strictObject({
  parked: total,
  refused: total,
  groups: z.array(actionGroup).describe('The largest first.'),
});
export type NeedsActionAnswer = z.output<typeof needsActionAnswer>;

const hourSums = z.strictObject({
  received: z.number(),
  delivered: z.number(),
  refused: z.number(),
  parked: z.number(),
});

export const channelRow = z.strictObject({
  name: z.string(),
  direction: z.enum(['inbound', 'outbound']),
  standing: z.enum(['decide', 'refused', 'not-collected', 'troubled', 'waiting', 'well']),
  text: z.string().describe('The same in words: `417 to decide`.'),
  troubles: z
    .array(z.strictObject({ level: z.enum(['red', 'amber']), title: z.string() }))
    .describe('What is wrong with the channel itself.'),
  needsAction: z.boolean(),
  oldestWaiting: instant.optional(),
  lastHour: z.number(),
  today: hourSums,
  hours: z.array(hourSums).describe('24, the oldest first; the last is the current one.'),
  last: z.strictObject({ id: z.number(), name: z.string(), receivedAt: instant }).optional(),
});
export type ChannelRowItem = z.output<typeof channelRow>;

const dependency = z.strictObject({
  kind: z.enum([
    ...(['exchange', 'folders', 'sftp', 'journal', 'disk', 'certificate', 'backup'] as const),
    ...(['mail', 'webhook'] as const),
  ]),
  about: z
    .string()
    .describe('The server of `sftp`, the folder of `disk`, the key of `certificate`; else empty.'),
  level: z.enum(['red', 'amber']).optional().describe('Absent: it is well.'),
  since: instant.optional(),
  usable: z.number().optional().describe('Of folders: those that can be used, of'),
  of: z.number().optional().describe('so many.'),
  free: z.number().optional().describe('Bytes.'),
  until: instant.optional().describe('Of a certificate: the first that ends.'),
  last: instant.optional().describe('When the last backup was made, or the last alarm was sent.'),
});
export type DependencyItem = z.output<typeof dependency>;

const openTask = orderTask.extend({ order: z.string().optional(), act: whoActs });
export type OpenTaskItem = z.output<typeof openTask>;

export const overviewAnswer = z.strictObject({
  status: z.enum(['green', 'amber', 'red']),
  troubles: z
    .array(alarmItem)
    .describe('Without those that are told by `needsAction`, `tasks` and `waiting`.'),
  needsAction: needsActionAnswer,
  tasks: z
    .array(openTask)
    .describe('What somebody has to do in the portal, the oldest first; fifty at most.'),
  waiting: z.number().describe('Messages that go by themselves.'),
  channels: z.array(channelRow).describe('The troubled ones first, then those that are used most.'),
  today: z.strictObject({ documents: z.number(), last: instant.optional() }),
  dependencies: z.array(dependency).describe('What it depends on.'),
  recent: z
    .array(z.strictObject({ at: instant, text: z.string(), message: z.number().optional() }))
    .describe('What people decided last.'),
  whoToCall: z.array(z.string()),
});
export type OverviewAnswer = z.output<typeof overviewAnswer>;
