import { z } from 'zod';

/** Who has to act, and what they do: as codes, and as texts. */
export const whoActs = z.strictObject({
  who: z
    .enum(['you', 'erp', 'exchange', 'purchasing', 'nobody'])
    .describe('`you`: whoever looks after the gateway.'),
  action: z.string().describe('Such as `add-to-table`, `decide`, `fix-and-export`.'),
  name: z.string(),
  hint: z.string(),
});
export type WhoActsItem = z.output<typeof whoActs>;
