import { z } from 'zod';
import { valueForms } from '../../negotiation/line-values.ts';
import type { Finding } from '../../types.ts';
import type { StateChange } from '../order-state/order-state.ts';
import type { TaskChanges } from '../prepare/prepare-task.ts';
import type { MessageEnd } from './transitions.ts';

/** What settling needs after the attempt; journalled before it, so that a crash in between loses nothing. */
export interface DeliveryPlan extends TaskChanges {
  readonly change: StateChange;
  readonly fields: Readonly<Record<string, string>>;
  readonly findings: readonly Finding[];
}

const textsSchema = z.record(z.string(), z.string());

const findingSchema = z.custom<Finding>(
  (value) => typeof value === 'object' && value !== null && 'code' in value,
);
const sentValuesSchema = { values: textsSchema, cancelled: z.literal(true).exactOptional() };

const planSchema = z.object({
  change: z.object({
    delivered: z
      .object({
        fingerprint: z.string(),
        bytes: z.string(),
        issued: z.string().exactOptional(),
        reference: z.string().exactOptional(),
        lines: textsSchema,
        values: z
          .record(z.string(), z.object({ ...sentValuesSchema, seen: z.literal(true).exactOptional() }))
          .exactOptional(),
        compared: z
          .array(z.object({ name: z.string(), form: z.enum(valueForms), path: z.array(z.string()) }))
          .exactOptional(),
      })
      .exactOptional(),
    received: z
      .object({
        body: z.string(),
        lines: textsSchema,
        seen: z.record(z.string(), z.number()).exactOptional(),
      })
      .exactOptional(),
    exported: z
      .object({
        document: z.string(),
        by: z.string(),
        issued: z.string().exactOptional(),
        header: z.string().exactOptional(),
        lines: z.record(z.string(), z.object({ ...sentValuesSchema, rest: z.string() })),
      })
      .exactOptional(),
    asked: z.literal(true).exactOptional(),
  }),
  fields: textsSchema,
  findings: z.array(findingSchema),
  tasks: z
    .array(z.object({ line: z.string(), finding: findingSchema, asks: z.string().exactOptional() }))
    .exactOptional(),
  endsTasks: z.array(z.string()).exactOptional(),
});

/** Throws when the journal holds none: it is written together with the attempt. */
export const parseDeliveryPlan = (bytes: Uint8Array | undefined): DeliveryPlan =>
  planSchema.parse(JSON.parse(Buffer.from(bytes ?? []).toString('utf8')));

/** Without the others, which are settled with it otherwise. */
export const pickTaskChanges = ({ tasks, endsTasks }: TaskChanges): TaskChanges => ({
  ...(tasks ? { tasks } : {}),
  ...(endsTasks ? { endsTasks } : {}),
});

/** How a message ends whose plan has been carried out. */
export const buildDelivered = (plan: DeliveryPlan, reason: string): MessageEnd => ({
  ...{ outcome: 'delivered', reason, findings: plan.findings, change: plan.change },
  ...pickTaskChanges(plan),
});
