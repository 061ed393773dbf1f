import { z } from 'zod';
import { edits, mappingFile, mappingName, previewQuestion, tracedValue } from '../mapping-model.ts';

const treeKey = z
  .string()
  .regex(/^(\d{1,9}(\.\d{1,9}){0,200}(\.@\d{1,9})?)?$/, 'the place of a node in a document')
  .describe('Numbers from the root down: `0.3.1`, an attribute `0.3.@0`; empty: the document.');

/** `POST /mappings/:name/tree` */
export const treeQuestion = z.strictObject({
  ...previewQuestion.shape,
  open: z.union([
    z.strictObject({ key: treeKey }),
    z
      .strictObject({ line: z.number().int().positive(), column: z.number().int().positive() })
      .describe('The way to what stands there in the text.'),
  ]),
});
export type TreeQuestion = z.output<typeof treeQuestion>;

const sourceRow = z.strictObject({
  key: z.string(),
  name: z.string(),
  path: z.string(),
  value: z.string().describe('Of what holds others, what stands first in it.'),
  children: z.number(),
  isLeaf: z.boolean().describe('It has a value of its own.'),
  line: z.number(),
  column: z.number(),
  number: z
    .tuple([z.number(), z.number()])
    .optional()
    .describe('Which of several of one name, and how many there are.'),
  field: z.string().optional().describe('Of a file of records: as its heading calls it.'),
});
export type SourceRowModel = z.output<typeof sourceRow>;

const sourceBranch = z.strictObject({ key: z.string(), rows: z.array(sourceRow), count: z.number() });
export type SourceBranchModel = z.output<typeof sourceBranch>;

export const treeAnswer = z.strictObject({
  branches: z.array(sourceBranch),
  key: z.string().optional().describe('What stands at the place that was asked for.'),
});
export type SourceTreeAnswer = z.output<typeof treeAnswer>;

/** `POST /mappings/:name/plan` */
export const planQuestion = z.strictObject({
  ...previewQuestion.shape,
  key: treeKey,
  target: z.string().min(1).max(500).describe('A member of the target: `lines/item/number`.'),
});

/** `POST /mappings/:name/copy` */
export const copyQuestion = z.strictObject({
  name: mappingName,
  edits,
  rule: z.array(z.string().min(1).max(200)).min(2).max(100).describe('Names from the section down.'),
});

export const insertionAnswer = z.strictObject({
  text: z.string().describe('Your mapping with the rule.'),
  line: z.number().describe('Where it stands.'),
  rule: z.string().describe('What was put there.'),
});
export type InsertionAnswer = z.output<typeof insertionAnswer>;

export const planAnswer = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('rule'), ...insertionAnswer.shape }),
  z
    .strictObject({ kind: z.literal('none'), code: z.string(), text: z.string() })
    .describe('Why there is no rule for it.'),
]);
export type PlanAnswer = z.output<typeof planAnswer>;

/** `POST /mappings/:name/layers` */
export const layersQuestion = copyQuestion.pick({ name: true, edits: true });
export const layersAnswer = z.strictObject({
  lines: z
    .array(
      z.strictObject({
        text: z.string(),
        file: mappingFile,
        line: z.number(),
        isOwn: z.boolean(),
        isReplaced: z.boolean().describe('Delivered, and a rule of yours takes its place.'),
        rule: z.array(z.string()).optional().describe('Delivered: it can become yours.'),
      }),
    )
    .optional()
    .describe('Absent: your text cannot be read as it is.'),
});
export type LayersAnswer = z.output<typeof layersAnswer>;
export type LayeredLineModel = NonNullable<LayersAnswer['lines']>[number];

/** `POST /mappings/:name/values` */
export const valuesQuestion = z.strictObject({
  ...previewQuestion.shape,
  word: z.string().max(200),
  most: z.number().int().min(1).max(2000),
});
export const valuesAnswer = z.strictObject({ values: z.array(tracedValue), count: z.number() });
export type ValuesAnswer = z.output<typeof valuesAnswer>;
