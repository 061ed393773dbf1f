import { z } from 'zod';
import { instant, period, userRole } from './common-model.ts';

const name = z.string().max(200);
/** Why; it is kept in the audit. */
const reason = z.string().max(1000).default('');

export const namedUser = z.strictObject({ name });
export const newUserInput = z.strictObject({ name, role: userRole, masked: z.boolean().default(false) });
export const userRoleInput = z.strictObject({ name, role: userRole, reason });
export const userMaskInput = z.strictObject({ name, masked: z.boolean(), reason });
export const userDisableInput = z.strictObject({ name, disabled: z.boolean(), reason });
export const removeInput = z.strictObject({ name, reason });
export const newTokenInput = z.strictObject({
  name,
  role: userRole,
  days: z.number().int().min(1).max(3650).default(365).describe('Until it expires.'),
});

/** What that role may, in words. */
const may = z.string();

const userEntry = z.strictObject({
  name: z.string(),
  role: userRole,
  may,
  masked: z.boolean().describe('Documents are shown masked.'),
  disabled: z.boolean(),
  hasPassword: z.boolean(),
  added: instant,
  sessions: z.number().describe('Sessions that are open.'),
  seen: instant.optional().describe('When one of them was last used.'),
  address: z.string().optional().describe('From where.'),
  lastLogin: instant.optional().describe('Absent: never yet.'),
  linkExpires: instant.optional().describe('Until when a link works that was not used yet.'),
});

export const usersAnswer = z.strictObject({
  users: z.array(userEntry),
  failedLogins: z.strictObject({
    count: z.number().describe('Within the last 24 hours, without those that a right password followed.'),
    last: z.strictObject({ account: z.string(), address: z.string(), at: instant }).optional(),
  }),
});
export type UsersAnswer = z.output<typeof usersAnswer>;

/** What came of a change. */
export const userChangeAnswer = z.strictObject({ code: z.string(), text: z.string() });
export type UserChangeAnswer = z.output<typeof userChangeAnswer>;

export const userLinkAnswer = userChangeAnswer.extend({
  token: z.string().describe('The page of the link is `welcome#TOKEN`.'),
});
export type UserLinkAnswer = z.output<typeof userLinkAnswer>;

export const newTokenAnswer = userChangeAnswer.extend({ token: z.string().describe('Shown this once.') });
export type NewTokenAnswer = z.output<typeof newTokenAnswer>;

export const tokensAnswer = z.strictObject({
  tokens: z.array(
    z.strictObject({
      name: z.string(),
      role: userRole,
      may,
      added: instant,
      expires: instant.optional(),
      used: instant.optional().describe('When it was last used, to the minute.'),
    }),
  ),
});
export type TokensAnswer = z.output<typeof tokensAnswer>;

/** What people do, by what it is about. */
const auditTopic = z.enum(['logins', 'users', 'messages', 'mappings', 'alarms', 'site']);
export type AuditTopicName = z.output<typeof auditTopic>;

export const auditFilter = z.strictObject({
  since: instant.optional(),
  period: period.optional(),
  who: z.string().max(200).optional(),
  topic: auditTopic.optional(),
  refused: z.literal('only').optional().describe('What was refused, or failed.'),
  find: z.string().max(200).optional().describe('Part of a name, an object or a reason.'),
});

export type AuditFilter = z.output<typeof auditFilter>;

export const auditInput = auditFilter.extend({
  before: z.coerce.number().int().optional().describe('Entries before that number: the next page.'),
  limit: z.coerce.number().int().min(1).max(1000).default(50),
});

/** CSV for a sheet; the newest first. */
export const auditExport = z.strictObject({
  name: z.string().describe('Of a file.'),
  text: z.string(),
  more: z.boolean().describe('Older ones fit, and are not in it: ask for the time before.'),
});
export type AuditExport = z.output<typeof auditExport>;

const auditEntry = z.strictObject({
  id: z.number(),
  at: instant,
  who: z.string().describe('For people; the command line is told apart from users.'),
  kind: z.enum(['user', 'system', 'token', 'unknown']),
  name: z.string(),
  address: z.string(),
  action: z.string(),
  topic: auditTopic.optional().describe('What it is about.'),
  object: z.string(),
  detail: z.string().optional(),
  reason: z.string(),
  result: z.string(),
  text: z.string().describe('What was done, as a line.'),
  refused: z.boolean().describe('It failed, or was not done.'),
  times: z.number().optional().describe('How many it stands for; absent: itself alone.'),
  last: instant.optional().describe('When the last of them was.'),
});

export const auditAnswer = z.strictObject({
  entries: z.array(auditEntry),
  before: z.number().optional().describe('Older ones follow: ask for those before this number.'),
});
export type AuditAnswer = z.output<typeof auditAnswer>;
