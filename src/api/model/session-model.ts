import { z } from 'zod';
import { userRole } from './common-model.ts';

/** Who is logged in, where. */
export const sessionAnswer = z.strictObject({
  user: z.strictObject({ name: z.string(), role: userRole }),
  site: z.strictObject({
    /** Of the machine. */
    name: z.string(),
    /** Of the running gateway, where there are several. */
    gateway: z.string(),
    version: z.string(),
    timeZone: z.string().describe('IANA name: in it the pages show times.'),
    language: z.enum(['en', 'nl']).describe('Of the config; a reader may choose another.'),
  }),
});
export type SessionAnswer = z.output<typeof sessionAnswer>;

/** `secret`: over plain HTTP, where no cookie is set; it goes as `Authorization: Session SECRET`. */
export const loginAnswer = sessionAnswer.extend({ secret: z.string().optional() });
export type LoginAnswer = z.output<typeof loginAnswer>;

/** `POST /welcome {token}`, with a password where one is asked for: a token that asks for it is spent only then. */
export const welcomeAnswer = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('in'), login: loginAnswer }),
  z.strictObject({ kind: z.literal('password'), name: z.string() }),
]);
export type WelcomeAnswer = z.output<typeof welcomeAnswer>;
