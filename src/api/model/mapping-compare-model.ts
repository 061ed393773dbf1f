import { z } from 'zod';
import { instant } from './common-model.ts';
import { runId } from './mapping-lost-model.ts';
import { mappingFinding, mappingName } from './mapping-model.ts';
import { jobProgress } from './workbench/publication-model.ts';

/** `POST /mappings/:name/comparison` */
export const comparisonQuestion = z.strictObject({
  name: mappingName,
  days: z.number().int().min(1).max(3650).describe('Messages that were received in so many days.'),
  channel: z.string().max(200).optional(),
  party: z.string().max(200).optional().describe('Its number, as the documents have it.'),
});
export type ComparisonQuestion = z.output<typeof comparisonQuestion>;

const example = z.strictObject({
  id: z.number(),
  name: z.string(),
  order: z.string().optional(),
  what: z.string().describe('Where in the result, or why, in its own words.'),
});

export const comparedSections = ['worse', 'freed', 'otherwise', 'values', 'onceMore', 'unknown'] as const;

const comparedGroup = z.strictObject({
  section: z.enum(comparedSections),
  count: z.number().describe('Messages; of values places, of what is sent once more orders.'),
  from: z.string().optional(),
  to: z.string().optional(),
  path: z.string().optional().describe('Of values.'),
  why: z.string(),
  examples: z.array(example),
});
export type ComparedGroup = z.output<typeof comparedGroup>;

/** `GET /mappings/:name/comparison` */
export const comparisonAnswer = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('working'), progress: jobProgress }),
  z.strictObject({ kind: z.literal('same') }).describe('The draft changes nothing that a channel uses.'),
  z.strictObject({ kind: z.literal('not-usable'), reason: z.string(), findings: z.array(mappingFinding) }),
  z.strictObject({
    kind: z.literal('done'),
    at: instant,
    since: instant,
    channel: z.string().optional(),
    party: z.string().optional(),
    messages: z.number().describe('That were compared.'),
    of: z.number(),
    same: z.number(),
    otherwise: z.number(),
    otherValues: z.number().describe('Sent all the same, with other values.'),
    controlled: z.number().describe('Of which the running version gives exactly what the journal has.'),
    stopped: z.boolean(),
    groups: z.array(comparedGroup),
    paths: z.array(z.strictObject({ path: z.string(), count: z.number(), messages: z.number() })),
    leftOut: z.number().describe('Kinds that these lists do not hold; the totals count them.'),
    freed: z
      .array(z.number())
      .describe('Parked messages that would go on: what a retry after publishing takes.'),
  }),
]);
export type ComparisonAnswer = z.output<typeof comparisonAnswer>;

/** `GET /mappings/:name/comparison/example` */
export const exampleQuestion = z.strictObject({
  name: mappingName,
  run: runId,
  message: z.coerce.number().int().positive(),
});

const exampleSide = z.strictObject({
  said: z.string(),
  reason: z.string(),
  code: z.string().optional(),
  hasDocument: z.boolean(),
});
export const exampleAnswer = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('compared'),
    message: z.number(),
    order: z.string().optional(),
    running: exampleSide,
    edited: exampleSide,
    lines: z
      .array(z.string())
      .describe(
        'What differs, with what stands around it: each begins with a blank, `-` (as it runs) or `+` (the draft).',
      ),
  }),
  z.strictObject({
    kind: z.literal('not-run-again'),
    text: z.string().describe('Why there is nothing to compare, as a sentence.'),
  }),
]);
export type ExampleAnswer = z.output<typeof exampleAnswer>;

/** `GET /mappings/:name/comparison/page` */
export const pageQuestion = z.strictObject({
  name: mappingName,
  run: runId,
  masked: z.enum(['true', 'false']).transform((said) => said === 'true'),
});
export const pageAnswer = z.strictObject({
  html: z.string().describe('One page that needs nothing beside it.'),
});
export type PageAnswer = z.output<typeof pageAnswer>;
