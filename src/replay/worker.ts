import { workerData } from 'node:worker_threads';
import { z } from 'zod';
import type { Usage } from '../mapping/usage.ts';
import type { Channel } from '../pipeline/channel.ts';
import { generationOf, ingredientsOf } from '../pipeline/workers/generation-hash.ts';
import { NotUsable } from '../pipeline/workers/not-usable.ts';
import type { Snapshot } from '../pipeline/workers/snapshot.ts';
import { begin, type Timed } from '../pipeline/workers/task-clock.ts';
import { loadToolboxes, type Toolbox, type Toolboxes } from '../pipeline/workers/toolbox.ts';
import { type Both, type BothTask, runBoth } from './compare/both.ts';
import { type Given, rerun } from './rerun.ts';
import type { Result } from './result.ts';
import { type Trace, traced } from './trace.ts';
import { usedBy } from './usage/used.ts';
import type { Ingredients } from './version.ts';

/** Runs in the threads of a replay: what the gateway's own workers run, with the versions that it is given. */

const given = z.object({
  versions: z.record(
    z.string(),
    z.custom<Snapshot>((value) => typeof value === 'object' && value !== null && 'files' in value),
  ),
});

/** piscina hands the pool's `workerData` on as the second member of its own. */
const { versions } = given.parse(Array.isArray(workerData) ? workerData[1] : workerData);
const loaded = new Map<Snapshot, Toolboxes>();

/** The tools of a version, with all that this channel needs; each is loaded when it is first asked for. */
function toolsOf(version: string, channel: Channel): Toolbox {
  const snapshot = versions[version];
  if (snapshot === undefined) throw new Error(`There is no version ${version}.`);
  const boxes = loaded.get(snapshot) ?? loadToolboxes(snapshot.own.mappings, snapshot);
  loaded.set(snapshot, boxes);
  return readied(boxes.with(channel.settings.schemas), channel);
}

/** Its mappings and formats are loaded here, before the time of a message begins. */
function readied(tools: Toolbox, channel: Channel): Toolbox {
  try {
    generationOf(tools, channel);
  } catch (error) {
    // whoever needs what cannot be used says so
    if (!(error instanceof NotUsable)) throw error;
  }
  return tools;
}

export interface AgainTask {
  readonly version: string;
  readonly given: Given;
}

export interface Again {
  readonly result: Result;
  readonly generation: string;
  readonly ingredients: Ingredients;
}

/** One message with one version; what it was made with this time. */
export function again({ task: { version, given: task }, begun }: Timed<AgainTask>): Again {
  const { channel } = task.check;
  const tools = toolsOf(version, channel);
  begin(begun);
  const result = rerun(tools, task);
  return { result, generation: generationOf(tools, channel), ingredients: ingredientsOf(tools, channel) };
}

export interface TracedAgain extends Again {
  /** Absent where no mapping ran. */
  readonly trace?: Trace;
}

/** The same, with where each value comes from. */
export function trace({ task: { version, given: task }, begun }: Timed<AgainTask>): TracedAgain {
  const { channel } = task.check;
  const tools = toolsOf(version, channel);
  begin(begun);
  const made = traced(tools, task);
  return { ...made, generation: generationOf(tools, channel), ingredients: ingredientsOf(tools, channel) };
}

/** What one message uses of the mappings of a version. */
export function used({ task: { version, given: task }, begun }: Timed<AgainTask>): readonly Usage[] {
  const tools = toolsOf(version, task.check.channel);
  begin(begun);
  return usedBy(tools, task);
}

/** One message with the versions `running`, or that of its channel, and `edited`. */
export function compared({ task, begun }: Timed<BothTask>): Both {
  const { channel } = task.given.check;
  const own = `running ${channel.name}`;
  const running = toolsOf(own in versions ? own : 'running', channel);
  const edited = toolsOf('edited', channel);
  begin(begun);
  return runBoth(running, edited, task);
}
