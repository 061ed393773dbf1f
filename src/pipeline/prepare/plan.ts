import { z } from 'zod';
import type { Finding } from '../../types.ts';
import type { StateChange } from './order-state.ts';

/** What settling needs after the attempt; journalled before it, so that a crash in between loses nothing. */
export interface Plan {
  readonly change: StateChange;
  readonly fields: Readonly<Record<string, string>>;
  readonly findings: readonly Finding[];
}

const texts = z.record(z.string(), z.string());

const planSchema = z.object({
  change: z.object({
    delivered: z
      .object({
        fingerprint: z.string(),
        bytes: z.string(),
        issued: z.string().exactOptional(),
        reference: z.string().exactOptional(),
        lines: texts,
      })
      .exactOptional(),
    received: z.object({ body: z.string(), lines: texts }).exactOptional(),
  }),
  fields: texts,
  findings: z.array(
    z.custom<Finding>((value) => typeof value === 'object' && value !== null && 'code' in value),
  ),
});

/** Throws when the journal holds none: it is written together with the attempt. */
export const parsePlan = (bytes: Uint8Array | undefined): Plan =>
  planSchema.parse(JSON.parse(Buffer.from(bytes ?? []).toString('utf8')));
