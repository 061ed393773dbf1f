import { z } from 'zod';
import { instant } from './common-model.ts';

/** What the event stream sends: at its beginning, and when something has changed. Lines of JSON. */
export const liveEvent = z.strictObject({
  at: instant,
  health: z.enum(['green', 'amber', 'red']),
  /** Documents that wait for a person, and alarms that nobody has seen. */
  needsAction: z.number(),
  alarms: z.number(),
  /** Another one than before: something in the journal, or of the mappings, has changed. */
  mark: z.string(),
  mappings: z.string().describe('Another one than before: a file in the folder of mappings has changed.'),
  /** Of the gateway that answers: another one than the page was loaded from needs a new page. */
  version: z.string(),
});
export type LiveEvent = z.output<typeof liveEvent>;
