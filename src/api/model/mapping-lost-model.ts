import { z } from 'zod';
import { instant } from './common-model.ts';
import { mappingName } from './mapping-model.ts';
import { jobProgress } from './workbench/publication-model.ts';

/** Which run; its owner alone can ask. */
export const runId = z.string().max(64);

/** `POST /mappings/:name/usage` */
export const usageQuestion = z.strictObject({
  name: mappingName,
  last: z.coerce.number().int().min(1).max(100_000).describe('The newest so many messages.'),
});
export const runBegun = z.strictObject({ run: runId.describe('By which to ask for what it came to.') });
export type RunBegun = z.output<typeof runBegun>;

export const runQuestion = z.strictObject({ name: mappingName, run: runId });
/** `GET /mappings/:name/usage/newest` */
export const newestRun = z.strictObject({ run: runId.optional().describe('Absent: none is kept.') });
export type NewestRun = z.output<typeof newestRun>;

export const runStopped = z.strictObject({ stopped: z.boolean() });

const rulePart = z.strictObject({
  name: z.string(),
  place: z.string().describe('File and line.'),
  text: z.string(),
});
export type RulePart = z.output<typeof rulePart>;

const lostPath = z.strictObject({
  path: z.string(),
  meaning: z
    .string()
    .describe('Where the other side has it, as the table of correspondence says; may be empty.'),
  class: z.enum(['commercial', 'other']),
  messages: z.number(),
  values: z.number(),
  parties: z.number(),
  examples: z.array(z.strictObject({ text: z.string(), message: z.number() })),
  canBeIgnored: z.boolean(),
});
export type LostPathModel = z.output<typeof lostPath>;

/** `GET /mappings/:name/usage` */
export const usageAnswer = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('working'), progress: jobProgress }),
  z.strictObject({
    kind: z.literal('done'),
    at: instant.describe('When it began, and so of when the draft and the messages are.'),
    messages: z.number().describe('That were run again.'),
    reached: z.number().describe('Of these, that came to this mapping.'),
    notRun: z.array(z.strictObject({ why: z.string(), count: z.number() })),
    stopped: z.boolean(),
    lost: z.array(lostPath),
    unfilled: z.array(rulePart).describe('Rules that gave no value in any.'),
    neverTrue: z.array(rulePart).describe('Conditions that were true in none.'),
  }),
]);
export type UsageAnswer = z.output<typeof usageAnswer>;

/** `POST /mappings/:name/ignored` */
export const ignoreQuestion = z.strictObject({
  name: mappingName,
  path: z.string().max(1000),
  reason: z.string().max(1000),
});
export const unignoreQuestion = z.strictObject({ name: mappingName, path: z.string().max(1000) });

/** `GET /mappings/:name/ignored` */
export const ignoredAnswer = z.strictObject({
  rows: z.array(
    z.strictObject({
      path: z.string(),
      reason: z.string(),
      isDraft: z.boolean().describe('In the draft alone: it does not run yet.'),
    }),
  ),
});
export type IgnoredAnswer = z.output<typeof ignoredAnswer>;

/** `POST /mappings/:name/rules` */
export const ruleQuestion = z.strictObject({
  name: mappingName,
  target: z.string().regex(/^[A-Za-z][\w-]*(\/@?[A-Za-z][\w-]*){0,20}$/, 'a member of the target'),
  expression: z.string().min(1).max(1000),
});
