import { z } from 'zod';
import { instant } from './common-model.ts';
import { mappingName, publicationRetry } from './mapping-model.ts';
import { folderChange } from './workbench/publication-model.ts';

const versionNumber = z.coerce.number().int().min(1).max(99_999);

/** `GET /mappings/:name/history` */
export const historyAnswer = z.strictObject({
  running: z
    .strictObject({ number: z.number(), at: instant, who: z.string(), reason: z.string() })
    .optional()
    .describe('The version that the files say now, since when, by whom and why. Absent: none that is known.'),
  /** The newest first. */
  versions: z.array(
    z.strictObject({
      number: z.number(),
      hash: z.string(),
      at: instant,
      who: z.string().describe('Empty: it was edited by hand.'),
      reason: z.string(),
      messages: z.number(),
      last: instant.optional().describe('When the last message that it made was received.'),
      channels: z.array(z.string()),
    }),
  ),
  /** Of the folder as a whole, the newest first. */
  publications: z.array(
    z.strictObject({
      id: z.number(),
      at: instant,
      action: z.string(),
      who: z.string(),
      reason: z.string(),
      freed: z.array(z.number()).describe('Parked messages that it freed, by the comparison of then.'),
      retry: publicationRetry.optional().describe('Whoever published it has asked for it.'),
    }),
  ),
  byHand: z.array(folderChange).describe('What the files say otherwise than what was published last.'),
  gateways: z.array(
    z.strictObject({
      name: z.string(),
      isSilent: z.boolean().describe('It gives no sign of life.'),
      refusal: z.string().optional().describe('Why it does not use the mappings as they are now.'),
      uses: z
        .strictObject({
          hash: z.string().describe('Of the files that decide what becomes of a message.'),
          since: instant,
          isCurrent: z.boolean().describe('They are the files as they are now.'),
          publication: z.number().optional().describe('The newest one that left the folder so.'),
        })
        .optional()
        .describe('What it runs, as it says itself. Absent: it has not said.'),
    }),
  ),
});
export type HistoryAnswer = z.output<typeof historyAnswer>;

/** `GET /mappings/:name/history/difference` */
export const differenceQuestion = z.strictObject({
  name: mappingName,
  from: versionNumber,
  to: versionNumber,
});
export const differenceAnswer = z.strictObject({
  changes: z.array(
    z.strictObject({ path: z.string(), from: z.string().optional(), to: z.string().optional() }),
  ),
});
export type DifferenceAnswer = z.output<typeof differenceAnswer>;

/** `POST /mappings/:name/history/restore` */
export const restoreQuestion = z.strictObject({ name: mappingName, version: versionNumber });
