import { z } from 'zod';
import { instant } from './common-model.ts';
import { whoActs } from './who-acts-model.ts';

const level = z.enum(['red', 'amber']);

export const alarmItem = z.strictObject({
  code: z.string().describe('As docs/reference/alarms.md lists them.'),
  about: z.string().describe('The channel, folder or disk; empty: the gateway.'),
  level,
  title: z.string(),
  what: z.string(),
  todo: z.string(),
  since: instant,
  act: whoActs,
  notified: z.array(z.strictObject({ target: z.string(), at: instant })),
  silenced: z.boolean(),
  acknowledged: z.strictObject({ who: z.string(), at: instant, reason: z.string() }).optional(),
});
export type AlarmItem = z.output<typeof alarmItem>;

const silenceItem = z.strictObject({
  id: z.number(),
  kind: z.string().describe('Title of its kind; empty: every kind.'),
  about: z.string().describe('Empty: everywhere.'),
  until: instant,
  who: z.string(),
  reason: z.string(),
});
export type SilenceItem = z.output<typeof silenceItem>;

export const alarmsAnswer = z.strictObject({
  alarms: z.array(alarmItem).describe('What is wrong now, the red ones first, then by age.'),
  silences: z.array(silenceItem),
  targets: z.array(z.string()).describe('Where alarms go to.'),
  whoToCall: z.array(z.string()).describe('`alarms.whoToCall` of the config.'),
  kinds: z.array(z.strictObject({ code: z.string(), title: z.string() })).describe('What can be silenced.'),
  channels: z.array(z.string()),
});
export type AlarmsAnswer = z.output<typeof alarmsAnswer>;

const reason = z.string().trim().min(1).max(1_000);

export const acknowledgeInput = z.strictObject({ code: z.string(), about: z.string(), reason });

/** `code`, `about`: empty for every kind, for everywhere. */
export const silenceInput = z.strictObject({
  code: z.string(),
  about: z.string(),
  minutes: z
    .number()
    .int()
    .min(1)
    .max(60 * 24 * 31),
  reason,
});

export const endSilenceInput = z.strictObject({ id: z.coerce.number().int(), reason });

export const decisionAnswer = z.strictObject({ text: z.string() });
export type DecisionAnswer = z.output<typeof decisionAnswer>;

export const alarmTestAnswer = z.strictObject({
  targets: z.array(
    z.strictObject({
      address: z.string(),
      problem: z.string().optional().describe('Absent: it was sent.'),
    }),
  ),
});
export type AlarmTestAnswer = z.output<typeof alarmTestAnswer>;
