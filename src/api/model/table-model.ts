import { z } from 'zod';
import { draftModel, mappingFinding, mappingName } from './mapping-model.ts';

const namedTable = {
  name: z.string(),
  path: z.string().describe('In the folder of mappings.'),
  kind: z.enum(['lookup', 'partners']),
};

const listedTable = z.strictObject({ ...namedTable, rows: z.number(), own: z.number() });
export type ListedTableModel = z.output<typeof listedTable>;

const cells = z.array(z.string());

const shownTable = z.strictObject({
  ...namedTable,
  ownPath: z.string().describe('The file with the rows of your own.'),
  isWhole: z.boolean().describe('It holds all rows; else they are laid over those beneath.'),
  separator: z.enum([',', ';']),
  head: cells,
  own: z.array(cells),
  ownCount: z.number(),
  isTooLong: z.boolean().describe('There are more rows of your own than a page edits.'),
  mostOwn: z.number(),
  beneath: z.array(z.strictObject({ cells, isReplaced: z.boolean() })),
  found: z.number(),
  beneathCount: z.number(),
  uses: z.array(
    z.strictObject({
      ...{ mapping: z.string(), place: z.string(), file: z.string(), line: z.number(), text: z.string() },
    }),
  ),
  sharedWith: z.array(z.string()),
  wayBack: z
    .strictObject({
      path: z.string(),
      name: z.string().describe('As the first of the mappings calls it.'),
      mappings: z.array(z.string()),
      different: z.array(z.strictObject({ key: z.string(), value: z.string(), back: z.string().optional() })),
    })
    .optional(),
  findings: z.array(mappingFinding).describe('Of its rows, at their lines.'),
});
export type ShownTableModel = z.output<typeof shownTable>;

/** `GET /mappings/:name/tables` */
export const tablesQuestion = z.strictObject({
  name: mappingName,
  table: z.string().max(200).optional(),
  find: z.string().max(200).optional(),
});
export const tablesAnswer = z.strictObject({
  tables: z.array(listedTable),
  shown: shownTable.optional(),
  base: z.string().describe('Hash of the folder that runs, as far as the draft is concerned.'),
  hasFolder: z.boolean(),
  mayPublish: z.boolean(),
  draft: draftModel.optional(),
  isConflict: z.boolean().describe('Somebody has published since the draft began.'),
  ended: z.strictObject({ text: z.string(), advice: z.string() }).optional(),
});
export type TablesAnswer = z.output<typeof tablesAnswer>;

/** `GET /mappings/:name/missing` */
export const missingKeysAnswer = z.strictObject({
  keys: z.array(
    z.strictObject({
      ...{ table: z.string(), key: z.string(), count: z.number(), example: z.number() },
      fallback: z.string().optional().describe('What every rule took for it; absent: one had no default.'),
    }),
  ),
  met: z
    .array(z.strictObject({ table: z.string(), key: z.string(), count: z.number() }))
    .describe('Rows that were looked up, and in how many messages.'),
  messages: z.number(),
  isIncomplete: z.boolean(),
});
export type MissingKeysAnswer = z.output<typeof missingKeysAnswer>;
