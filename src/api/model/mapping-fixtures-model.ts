import { z } from 'zod';
import { runId } from './mapping-lost-model.ts';
import { draftAnswer, mappingName } from './mapping-model.ts';
import { jobProgress } from './workbench/publication-model.ts';

/** `GET /mappings/:name/fixtures` */
export const fixturesAnswer = z.strictObject({
  own: z.array(
    z.strictObject({
      name: z.string(),
      isDraft: z.boolean().describe('The draft makes it, or changes what it expects.'),
    }),
  ),
  delivered: z.number().describe('Those run against the delivered mapping alone.'),
  run: runId
    .optional()
    .describe('The newest of this user that is kept, with mappings and draft as they are now.'),
});
export type FixturesAnswer = z.output<typeof fixturesAnswer>;

/** `GET /mappings/:name/fixtures/run` */
export const fixtureRunAnswer = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('working'), progress: jobProgress }),
  z.strictObject({ kind: z.literal('no-end'), text: z.string(), advice: z.string() }),
  z.strictObject({
    kind: z.literal('done'),
    results: z.array(
      z.strictObject({
        name: z.string(),
        differences: z.array(z.string()).describe('Empty: it passes. `-` expected, `+` got.'),
      }),
    ),
  }),
]);
export type FixtureRunAnswer = z.output<typeof fixtureRunAnswer>;

/** `POST /mappings/:name/fixtures/accept` */
export const acceptQuestion = z.strictObject({ name: mappingName, fixture: z.string().max(300) });

/** `POST /mappings/:name/fixtures/make` */
export const makeQuestion = z.strictObject({
  name: mappingName,
  message: z.number().int().positive(),
  case: z.string().max(100).describe('What the case is called: small letters, digits and hyphens.'),
  keep: z.boolean().describe('What the way through the mapping depends on may stay readable.'),
});
const keptValue = z.strictObject({ name: z.string(), text: z.string(), now: z.string() });
export const makeAnswer = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('made'),
    fixture: z.string(),
    files: z.array(z.strictObject({ path: z.string(), text: z.string() })),
    kept: z.array(keptValue),
    draft: draftAnswer,
  }),
  z.strictObject({ kind: z.literal('stays-readable'), kept: z.array(keptValue) }),
]);
export type MakeAnswer = z.output<typeof makeAnswer>;
