import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import type { JournalSettings } from '../../journal/open.ts';
import { type Channel, isInbound } from '../channel.ts';
import type { UnknownScheme } from './unknown-parties.ts';

export interface PartiesAsked {
  readonly journal: JournalSettings;
  readonly mappings: string | undefined;
  readonly channels: readonly Channel[];
}

const answer = z.array(z.custom<UnknownScheme>((value) => typeof value === 'object' && value !== null));

/**
 * As `unknownSchemes`, beside a running gateway: in a thread of its own, since reading hundreds of documents again takes
 * seconds. Rejects with what failed there.
 */
export async function unknownPartiesBeside(asked: PartiesAsked): Promise<readonly UnknownScheme[]> {
  if (!asked.channels.some((channel) => isInbound(channel) && channel.settings.map !== undefined)) return [];
  const file = new URL(`./parties-thread${extname(import.meta.url)}`, import.meta.url);
  const worker = new Worker(file, { workerData: asked });
  const [[message]] = await Promise.all([once(worker, 'message'), once(worker, 'exit')]);
  return answer.parse(message);
}
