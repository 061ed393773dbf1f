import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { packageFolder } from '../pipeline/workers/mapping-folders.ts';
import { actSchema } from '../simulator/act.ts';
import { shapes } from '../simulator/webhooks.ts';
import { outcomes } from '../types.ts';

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
