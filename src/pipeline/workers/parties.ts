import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { isInbound } from '../../config/paths.ts';
import type { Config } from '../../config/schema.ts';
import type { UnknownScheme } from './unknown-parties.ts';

const answer = z.array(z.custom<UnknownScheme>((value) => typeof value === 'object' && value !== null));

/**
 * As `unknownSchemes`, beside a running gateway: in a thread of its own, since reading hundreds of documents again takes
 * seconds, and the folder of mappings may hang. Rejects with what failed there.
 */
export async function unknownPartiesBeside(config: Config): Promise<readonly UnknownScheme[]> {
  const isMapped = Object.values(config.channels).some((one) => isInbound(one) && one.map !== undefined);
  if (!isMapped) return [];
  const file = new URL(`./parties-thread${extname(import.meta.url)}`, import.meta.url);
  const worker = new Worker(file, { workerData: config });
  const [[message]] = await Promise.all([once(worker, 'message'), once(worker, 'exit')]);
  return answer.parse(message);
}
