import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { isInbound } from '../../config/absolute-paths.ts';
import type { Config } from '../../config/schema/config-schema.ts';
import { threadProgram } from '../../package.ts';
import {
  type DeliveredMessages,
  listDelivered,
  type UnknownPartyScheme,
} from '../runtime/unknown-parties.ts';

const answerSchema = z.array(
  z.custom<UnknownPartyScheme>((value) => typeof value === 'object' && value !== null),
);

/**
 * As `unknownSchemes`, beside a running gateway: in a thread of its own, since reading hundreds of documents again takes
 * seconds, and the folder of mappings may hang. Where nothing was delivered yet there is none. Rejects with what failed there.
 */
export async function findUnknownPartiesInThread(
  config: Config,
  journal: Pick<DeliveredMessages, 'list'>,
): Promise<readonly UnknownPartyScheme[]> {
  if (!(await hasDelivered(config, journal))) return [];
  const worker = new Worker(threadProgram('parties'), { workerData: config });
  const [[message]] = await Promise.all([once(worker, 'message'), once(worker, 'exit')]);
  return answerSchema.parse(message);
}

async function hasDelivered(config: Config, journal: Pick<DeliveredMessages, 'list'>): Promise<boolean> {
  for (const [name, channel] of Object.entries(config.channels)) {
    const isMapped = isInbound(channel) && channel.map !== undefined;
    if (isMapped && (await listDelivered(journal, name)).length > 0) return true;
  }
  return false;
}
