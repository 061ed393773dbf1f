import { z } from 'zod';
import { instant } from '../common-model.ts';
import { folderChange } from './publication-model.ts';

const publishedOver = z.strictObject({
  ...{ at: instant, who: z.string(), reason: z.string() },
  version: z.number().optional().describe('Of this mapping; absent: it is not known by a number.'),
});
export type PublishedOver = z.output<typeof publishedOver>;

const clash = z.strictObject({
  kind: z
    .enum(['lines', 'row', 'file'])
    .describe('What is chosen takes the place of these lines, of a row, or of the file as a whole.'),
  rules: z
    .array(z.string())
    .describe('Rules, or the key of a row. None: lines that no rule says, or the file as a whole.'),
  base: z.string().optional().describe('What both began from. Absent: there was none, or it is not kept.'),
  theirs: z.string().optional().describe('What runs. Absent: it is gone.'),
  ours: z.string().optional().describe('What the draft says. Absent: it is gone.'),
  lines: z
    .strictObject({ base: z.number(), theirs: z.number(), ours: z.number() })
    .optional()
    .describe('Of `lines`: where they begin in each text, from 1.'),
  by: publishedOver.optional().describe('Who has changed it last. Absent: someone, by hand.'),
});
export type ClashModel = z.output<typeof clash>;

/** `GET /mappings/:name/draft/conflict` */
export const conflictAnswer = z.strictObject({
  edition: z.number().describe('Of the draft; 0: there is none.'),
  running: z.string().describe('Hash of the folder that runs: the `base` of the joined draft.'),
  since: z.array(publishedOver).describe('What was published over the draft, the oldest first.'),
  files: z
    .array(
      z.strictObject({
        file: z.string(),
        running: z.string().optional().describe('As it runs. Absent: it is gone.'),
        parts: z
          .array(z.union([z.strictObject({ text: z.string() }), z.strictObject({ clash })]))
          .describe('The joined text in order: what goes as it is, and what somebody has to decide.'),
      }),
    )
    .describe('Files of the draft that others have changed since it began.'),
  theirs: z.array(folderChange).describe('What they have changed in files of the draft, and it has not.'),
  ours: z.array(folderChange).describe('What the draft changes, and they have not.'),
});
export type ConflictAnswer = z.output<typeof conflictAnswer>;
