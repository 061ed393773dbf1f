import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { actSchema } from '../../../simulator/orders/portal-acts.ts';
import { shapes } from '../../../simulator/webhook-sender.ts';
import { packageFolder } from '../../pipeline/channel/mapping-folders.ts';
import { outcomes } from '../../types.ts';

/** `samples/demo.yaml`: what the demo does and what must come of it. */
const step = z.strictObject({
  say: z.string(),
  webhooks: z.enum([...shapes, 'none']).optional(),
  drop: z.string().optional(),
  channel: z.string().optional(),
  expect: z.enum([...outcomes, 'parked']).optional(),
  act: actSchema.optional(),
  publishes: z.record(z.string(), z.int().positive()).default({}),
});

export type Step = z.output<typeof step>;

export const samplePath = (name: string): string => join(packageFolder('samples'), name);

export const readScenario = (): readonly Step[] =>
  z.array(step).parse(parse(readFileSync(samplePath('demo.yaml'), 'utf8')));
