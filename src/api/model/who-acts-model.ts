import { z } from 'zod';

/** Who has to act, and what they do: as codes, and as texts. */
export const whoActs = z.strictObject({
  who: z
    .enum(['operator', 'administrator', 'erp', 'exchange', 'purchasing', 'sales', 'nobody'])
    .describe('`operator`: who may decide on messages; `administrator`: who may change tables and mappings.'),
  action: z.string().describe('Such as `add-to-table`, `decide`, `fix-and-export`.'),
  isReader: z.boolean().describe('The reader may do it.'),
  name: z.string().describe('Such as `You`, `Purchasing`.'),
  hint: z.string().describe('What they do.'),
  sentence: z.string().describe('Such as `Purchasing has to act.`'),
});
export type WhoActsItem = z.output<typeof whoActs>;

export const mending = z
  .strictObject({ mapping: z.string(), table: z.string().optional() })
  .describe(
    'The mapping for which it stands still, or a table of it that lacks a value, where the reader may change that.',
  );
export type MendingItem = z.output<typeof mending>;
