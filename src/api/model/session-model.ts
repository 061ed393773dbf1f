import { z } from 'zod';
import { instant, userRole } from './common-model.ts';

/** Longer is nobody's. */
const secret = z.string().max(500);

/** `browser`: what an earlier login of this user in this browser answered; its wrong passwords count by themselves. */
export const loginInput = z.strictObject({
  ...{ name: z.string().max(200), password: secret },
  browser: z.string().max(200).optional(),
});
export const welcomeInput = z.strictObject({ token: z.string().max(200), password: secret.optional() });
export const passwordInput = z.strictObject({ password: secret, current: secret });
export const logoutInput = z.strictObject({ everywhere: z.boolean().default(false) });

/** Who is logged in, where. */
export const sessionAnswer = z.strictObject({
  user: z.strictObject({
    name: z.string(),
    role: userRole,
    kind: z
      .enum(['user', 'system', 'token'])
      .optional()
      .describe('system: an account of the system that may write the journal.'),
    masked: z.boolean().optional().describe('Documents are shown masked.'),
  }),
  site: z.strictObject({
    /** Of the machine. */
    name: z.string(),
    /** Of the running gateway, where there are several. */
    gateway: z.string(),
    version: z.string(),
    timeZone: z.string().describe('IANA name: in it the pages show times.'),
    language: z.enum(['en', 'nl']).describe('Of the config; a reader may choose another.'),
    isWorkbench: z.boolean().optional().describe('No gateway runs: it is the workbench of a folder.'),
  }),
});
export type SessionAnswer = z.output<typeof sessionAnswer>;

/** `secret`: over plain HTTP, where no cookie is set; it goes as `Authorization: Session SECRET`. */
export const loginAnswer = sessionAnswer.extend({
  secret: z.string().optional(),
  browser: z.string().optional().describe('To be shown at the next login in this browser.'),
});
export type LoginAnswer = z.output<typeof loginAnswer>;

/** `POST /welcome {token}`, with a password where one is asked for: a token that asks for it is spent only then. */
export const welcomeAnswer = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('in'), login: loginAnswer }),
  z.strictObject({
    kind: z.literal('password'),
    name: z.string(),
    madeBy: z.string().optional().describe('Who gave the link.'),
    expires: instant.optional().describe('Until when the link works.'),
  }),
]);
export type WelcomeAnswer = z.output<typeof welcomeAnswer>;
