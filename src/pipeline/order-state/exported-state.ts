import { z } from 'zod';
import type { LineValues } from '../../negotiation/line-values.ts';

/** The ERP's last export of an order in the order state: what the next export is compared with. */

/** Instead of a fingerprint: nothing is equal to it. */
export const neverSent = '';

const textsSchema = z.record(z.string(), z.string());

const exportedLineSchema = z.object({
  /** Its document: index into `sources`. */
  source: z.number(),
  values: textsSchema,
  rest: z.string(),
  cancelled: z.literal(true).exactOptional(),
});

/** The ERP's last export that was taken, sent or not: by this the next one is told from what the ERP has changed. */
export const exportedSchema = z.object({
  revision: z.number(),
  message: z.number(),
  at: z.string(),
  arrival: z.number(),
  issued: z.string().exactOptional(),
  /** Fingerprint of the order without its lines. */
  header: z.string().exactOptional(),
  /** Documents that lines are from, and what read them: where that has changed, they are read again. */
  sources: z.array(z.object({ document: z.string(), channel: z.string(), by: z.string() })),
  /** By position; none where only the document is kept. */
  lines: z.record(z.string(), exportedLineSchema),
});

export type ExportedState = z.output<typeof exportedSchema>;

export interface SentValues {
  readonly values: LineValues;
  readonly cancelled?: true;
}

/** An export of the ERP that was taken. */
export interface ExportedChange {
  /** The document: hash of its bytes, and of what stands around it in its file (`HASH in HASH`); empty: too large to be kept. */
  readonly document: string;
  /** What read it, as one hash. */
  readonly by: string;
  readonly issued?: string;
  readonly header?: string;
  /** By position; none where only the document is kept. */
  readonly lines: Readonly<Record<string, SentValues & { readonly rest: string }>>;
}

/** Lines that are not in it are as in the export before; documents that no line is from are let go. */
export function applyExport(
  before: ExportedState | undefined,
  { document, by, issued, header, lines }: ExportedChange,
  revision: number,
  from: {
    readonly channel: string;
    readonly message: number;
    readonly arrival: number;
    readonly at: string;
  },
): ExportedState {
  const own = { document, channel: from.channel, by };
  const older = Object.keys(lines).length === 0 ? [] : Object.entries(before?.lines ?? {});
  const kept = older.filter(([position]) => lines[position] === undefined);
  const used = [...new Set(kept.map(([, { source }]) => source))];
  const sources = [own, ...used.flatMap((index) => before?.sources[index] ?? [])];
  const all = [
    ...kept.map(
      ([position, line]) => [position, { ...line, source: used.indexOf(line.source) + 1 }] as const,
    ),
    ...Object.entries(lines).map(([position, line]) => [position, { ...line, source: 0 }] as const),
  ];
  return {
    ...{ revision, message: from.message, arrival: from.arrival, at: from.at },
    ...{ sources, lines: Object.fromEntries(all) },
    ...(issued === undefined ? {} : { issued }),
    ...(header === undefined ? {} : { header }),
  };
}

/** Hash of a document, and of what stands around it in its file. */
export const splitDocumentKey = (document: string): readonly string[] =>
  document === '' ? [] : document.split(' in ');
