import { z } from 'zod';

/** `GET /mappings/:name/counts`; absent: nobody has counted it as the mapping and the draft are now. */
export const countsAnswer = z.strictObject({
  lost: z.number().optional().describe('Paths that go nowhere.'),
  tables: z
    .array(z.strictObject({ table: z.string(), key: z.string() }))
    .optional()
    .describe('Values of messages that are in no table and take no default.'),
  fixtures: z.number().optional().describe('That give another result than expected.'),
});
export type CountsAnswer = z.output<typeof countsAnswer>;
