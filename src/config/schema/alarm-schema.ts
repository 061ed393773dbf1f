import { z } from 'zod';
import { duration, text } from './setting-types.ts';

/** Who hears of trouble, and what is usual on a channel. */

const address = z
  .string()
  .regex(/^[^\s@<>,;:"]+@[^\s@<>,;:"]+$/, 'one mail address, such as operations@erp.example');

const smtp = z.strictObject({
  host: text.describe('Name or address of the mail server.'),
  port: z.number().int().min(1).max(65_535).default(587).describe('Its port.'),
  tls: z
    .enum(['starttls', 'implicit', 'none'])
    .default('starttls')
    .describe(
      'starttls: required after the greeting. implicit: from the first byte (port 465). none: in the clear.',
    ),
  user: text.optional().describe('The account there; none without it.'),
  password: z.string().min(1).optional().describe('Give it as "${ENV_NAME}" or "${file:PATH}".'),
  certificateAuthority: text
    .optional()
    .describe('PEM file of a private authority that the certificate of the mail server comes from.'),
});

export const alarms = z.strictObject({
  name: text
    .optional()
    .describe(
      'What this gateway is called in alarms; the name of its machine by default. Several on one machine need names of their own.',
    ),
  mail: z
    .strictObject({
      smtp: smtp.describe('The mail server.'),
      from: address.describe('Address that alarms come from.'),
      to: z.array(address).min(1).describe('Who gets them.'),
    })
    .optional()
    .describe('Alarms by mail.'),
  webhook: z
    .strictObject({
      url: z
        .url({ protocol: /^https?$/, message: 'an address, such as https://alarms.example/hook' })
        .describe('Address that is called by POST, with JSON.'),
      bearer: z.string().min(1).optional().describe('A fixed token; "${ENV_NAME}" or "${file:PATH}".'),
      certificateAuthority: text
        .optional()
        .describe('PEM file of a private authority that the certificate of that address comes from.'),
    })
    .optional()
    .describe('Alarms by a call over HTTP.'),
  whoToCall: z
    .array(text)
    .max(3, 'three lines at the most')
    .default([])
    .describe('Whom to call when work stands still, three lines at the most: the pages show them.'),
  wait: duration
    .prefault('30s')
    .describe('What is over within this time is not told; what comes together is one alarm.'),
  repeat: duration.prefault('4h').describe('What is still so is told again after this time.'),
  waiting: duration
    .prefault('30m')
    .describe('Documents that wait are told of when the oldest has waited this long.'),
  tasks: duration
    .prefault('24h')
    .describe('Open tasks make /health amber, and are told of, when the oldest has been open this long.'),
});

const dayNames: readonly string[] = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

const numberOf = (name: string): number => dayNames.indexOf(name);

/** `mon-fri`, `mon,wed`, `fri-mon`: numbers of days, Sunday is 0. */
const days = z
  .string()
  .regex(
    /^(sun|mon|tue|wed|thu|fri|sat)([-,](sun|mon|tue|wed|thu|fri|sat))*$/,
    'days such as mon-fri or mon,wed,fri',
  )
  .transform((given) => given.split(',').flatMap(daysFrom));

function daysFrom(range: string): readonly number[] {
  const [first = '', last = first] = range.split('-');
  const length = (numberOf(last) - numberOf(first) + 7) % 7;
  return Array.from({ length: length + 1 }, (_, n) => (numberOf(first) + n) % 7);
}

export const expectation = z
  .strictObject({
    every: duration.describe('Something is received at least this often; other days do not count.'),
    days: days
      .prefault('mon-sun')
      .describe('Days on which that is so, such as mon-fri, in the `timeZone` of the channel.'),
  })
  .optional()
  .describe('What is usual: an alarm is raised when nothing was received for longer.');

export type AlarmSettings = z.output<typeof alarms>;
export type Expectation = NonNullable<z.output<typeof expectation>>;
