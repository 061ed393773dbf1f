import { z } from 'zod';
import { instant } from './common-model.ts';

/** What a person sees of the own account. */
export const accountAnswer = z.strictObject({
  may: z.string().describe('What the role may, in words.'),
  sessions: z
    .array(
      z.strictObject({
        began: instant,
        seen: instant,
        address: z.string(),
        browser: z.string().describe('As it calls itself.'),
        isThis: z.boolean().describe('The one that asks.'),
      }),
    )
    .describe('That are open, the one that was used last first.'),
});
export type AccountAnswer = z.output<typeof accountAnswer>;
