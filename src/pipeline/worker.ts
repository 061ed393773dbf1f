import { workerData } from 'node:worker_threads';
import type { Source } from '../journal/interface.ts';
import type { Channel } from './channel.ts';
import { type CheckResult, check as checkDocument } from './check.ts';
import { type Prepared, type PrepareTask, prepare as prepareDocument } from './prepare.ts';
import { loadRooms } from './rooms.ts';

/** The one module that runs in the pool: both pure steps of a message's way. */

export interface CheckTask {
  readonly channel: Channel;
  readonly bytes: Uint8Array;
  readonly source: Source;
}

const rooms = loadRooms(ownMappings());

/** piscina hands the pool's `workerData` on as the second member of its own. */
function ownMappings(): string | undefined {
  const data: unknown = Array.isArray(workerData) ? workerData[1] : workerData;
  return typeof data === 'object' && data !== null && 'mappings' in data && typeof data.mappings === 'string'
    ? data.mappings
    : undefined;
}

export function check({ channel, bytes, source }: CheckTask): CheckResult {
  return checkDocument(rooms, channel, bytes, source);
}

export function prepare(task: PrepareTask): Prepared {
  return prepareDocument(rooms, task);
}
