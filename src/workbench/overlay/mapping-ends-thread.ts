import { type MappingEnds, readMappingEnds } from '../../mapping/files/mapping-ends.ts';
import { markBegun, type TimedTask } from '../../pipeline/workers/task-clock.ts';

/** Runs in the thread that reads what mappings read and make. */

export interface MappingEndsTask {
  readonly name: string;
  /** In which mappings are looked up: one's own before the delivered one. */
  readonly folders: readonly string[];
}

export function readEnds({ task, begun }: TimedTask<MappingEndsTask>): MappingEnds | undefined {
  markBegun(begun);
  return readMappingEnds(task.name, task.folders);
}
