import { z } from 'zod';

/** What a person may do: look; decide on messages; change users, tables and mappings. Each may do what those before it may. */
export const userRoles = ['read', 'operate', 'administer'] as const;
export const userRole = z.enum(userRoles);
export type UserRole = z.output<typeof userRole>;

/** RFC 3339, UTC. */
export const instant = z.iso.datetime();

/** From midnight on, or from so many days ago on, by the clock of the site. */
export const period = z.enum(['today', '2d', '7d', '30d']);
export type Period = z.output<typeof period>;

/** In place of an answer. */
const problemAnswer = z.strictObject({
  code: z.string().describe('Stable: programs may depend on it.'),
  text: z.string().describe('For people, in the language that was asked for.'),
  details: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type ProblemAnswer = z.output<typeof problemAnswer>;

/** Of a decision on many messages. `deferred`: it begins once every gateway that runs uses what was published. */
export const bulkState = z.enum(['planned', 'deferred', 'running', 'stopping', 'done', 'stopped']);
