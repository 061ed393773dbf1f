import { z } from 'zod';

/** A page of the manual as a tree: what the browser makes elements of. */

export type ManualInline =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'em'; readonly children: readonly ManualInline[] }
  | {
      readonly kind: 'link';
      /** Of another page of the manual: `findings#table-miss`; else an address elsewhere. */
      readonly to: string;
      readonly isElsewhere: boolean;
      readonly children: readonly ManualInline[];
    };

export type ManualBlock =
  | {
      readonly kind: 'heading';
      readonly level: number;
      readonly id: string;
      readonly children: readonly ManualInline[];
    }
  | { readonly kind: 'paragraph'; readonly children: readonly ManualInline[] }
  | { readonly kind: 'code'; readonly text: string }
  | {
      readonly kind: 'list';
      readonly isOrdered: boolean;
      readonly items: readonly (readonly ManualBlock[])[];
    }
  | { readonly kind: 'quote'; readonly blocks: readonly ManualBlock[] }
  | {
      readonly kind: 'table';
      readonly head: readonly (readonly ManualInline[])[];
      readonly rows: readonly { readonly id: string; readonly cells: readonly (readonly ManualInline[])[] }[];
    };

const inline: z.ZodType<ManualInline> = z.lazy(() =>
  z.union([
    z.strictObject({ kind: z.enum(['text', 'code']), text: z.string() }),
    z.strictObject({ kind: z.enum(['strong', 'em']), children: z.array(inline) }),
    z.strictObject({
      kind: z.literal('link'),
      to: z.string(),
      isElsewhere: z.boolean(),
      children: z.array(inline),
    }),
  ]),
);

const block: z.ZodType<ManualBlock> = z.lazy(() =>
  z.union([
    z.strictObject({
      kind: z.literal('heading'),
      level: z.number(),
      id: z.string(),
      children: z.array(inline),
    }),
    z.strictObject({ kind: z.literal('paragraph'), children: z.array(inline) }),
    z.strictObject({ kind: z.literal('code'), text: z.string() }),
    z.strictObject({
      kind: z.literal('list'),
      isOrdered: z.boolean(),
      items: z.array(z.array(block)),
    }),
    z.strictObject({ kind: z.literal('quote'), blocks: z.array(block) }),
    z.strictObject({
      kind: z.literal('table'),
      head: z.array(z.array(inline)),
      rows: z.array(z.strictObject({ id: z.string(), cells: z.array(z.array(inline)) })),
    }),
  ]),
);

const pageName = z
  .string()
  .regex(/^(nl\/|reference\/)?[a-z0-9-]+$/)
  .describe(
    'As the file in docs/ is called, without its ending: `parked`, `nl/geparkeerd`, `reference/config`.',
  );

const pageTitle = z.strictObject({
  name: pageName,
  title: z.string(),
  group: z.enum(['manual', 'dutch', 'reference']),
});
export type ManualPageTitle = z.output<typeof pageTitle>;

export const manualAnswer = z.strictObject({ pages: z.array(pageTitle) });
export type ManualAnswer = z.output<typeof manualAnswer>;

export const manualPageInput = z.strictObject({ name: pageName });

export const manualPageAnswer = z.strictObject({
  name: z.string(),
  title: z.string(),
  blocks: z.array(block),
});
export type ManualPageAnswer = z.output<typeof manualPageAnswer>;

export const manualSearchInput = z.strictObject({ q: z.string().trim().min(2).max(100) });

export const manualSearchAnswer = z.strictObject({
  hits: z.array(
    z.strictObject({
      name: z.string(),
      title: z.string(),
      at: z.string().describe('Id of the heading or row; empty: the page itself.'),
      text: z.string(),
    }),
  ),
});
export type ManualSearchAnswer = z.output<typeof manualSearchAnswer>;
