import { workerData } from 'node:worker_threads';
import { z } from 'zod';
import type { RuleUsage } from '../mapping/rule-usage.ts';
import type { Channel } from '../pipeline/channel/channel.ts';
import {
  type ChannelRuntime,
  type ChannelRuntimes,
  loadChannelRuntimes,
} from '../pipeline/runtime/channel-runtime.ts';
import { computeGeneration, computeIngredients } from '../pipeline/runtime/generation-hash.ts';
import { NotUsable } from '../pipeline/runtime/not-usable.ts';
import type { RuntimeSnapshot } from '../pipeline/runtime/runtime-snapshot.ts';
import { markBegun, type TimedTask } from '../pipeline/workers/task-clock.ts';
import { type ComparedResults, type CompareTask, runBoth } from './compare/run-both.ts';
import {
  type Generations,
  listGenerations,
  listMappingsInUse,
  type MappingsInUse,
} from './rerun/channel-versions.ts';
import { listPartsInUse, type MappingParts } from './rerun/mapping-parts.ts';
import { buildMessageFixture, type MessageFixture, type NoFixture } from './rerun/message-fixture.ts';
import { listMessageUsage } from './rerun/message-usage.ts';
import type { RecordedIngredients } from './rerun/recorded-version.ts';
import type { ReplayResult } from './rerun/replay-result.ts';
import { rerun, type StepInput } from './rerun/rerun-steps.ts';
import { type ProvenanceReport, replayWithProvenance } from './value-provenance.ts';

/** Runs in the threads of a replay: what the gateway's own workers run, with the versions that it is given. */

const workerDataSchema = z.object({
  versions: z.record(
    z.string(),
    z.custom<RuntimeSnapshot>((value) => typeof value === 'object' && value !== null && 'files' in value),
  ),
});

/** piscina hands the pool's `workerData` on as the second member of its own. */
const { versions } = workerDataSchema.parse(Array.isArray(workerData) ? workerData[1] : workerData);
const runtimesBySnapshot = new Map<RuntimeSnapshot, ChannelRuntimes>();

/** The tools of a version, with all that this channel needs; each is loaded when it is first asked for. */
function loadRuntime(version: string, channel: Channel): ChannelRuntime {
  return warmUp(loadRuntimes(version).forSchemas(channel.settings.schemas), channel);
}

function loadRuntimes(version: string): ChannelRuntimes {
  const snapshot = versions[version];
  if (snapshot === undefined) throw new Error(`There is no version ${version}.`);
  const known = runtimesBySnapshot.get(snapshot) ?? loadChannelRuntimes(snapshot.own.mappings, snapshot);
  runtimesBySnapshot.set(snapshot, known);
  return known;
}

/** Its mappings and formats are loaded here, before the time of a message begins. */
function warmUp(tools: ChannelRuntime, channel: Channel): ChannelRuntime {
  try {
    computeGeneration(tools, channel);
  } catch (error) {
    // whoever needs what cannot be used says so
    if (!(error instanceof NotUsable)) throw error;
  }
  return tools;
}

export interface ReplayTask {
  readonly version: string;
  readonly given: StepInput;
}

export interface ReplayReply {
  readonly result: ReplayResult;
  readonly generation: string;
  readonly ingredients: RecordedIngredients;
}

/** One message with one version; what it was made with this time. */
export function replayStep({ task: { version, given: task }, begun }: TimedTask<ReplayTask>): ReplayReply {
  const { channel } = task.check;
  const tools = loadRuntime(version, channel);
  markBegun(begun);
  const result = rerun(tools, task);
  return {
    result,
    generation: computeGeneration(tools, channel),
    ingredients: computeIngredients(tools, channel),
  };
}

export interface ProvenanceReply extends ReplayReply {
  /** Absent where no mapping ran. */
  readonly trace?: ProvenanceReport;
}

/** The same, with where each value comes from. */
export function explainStep({
  task: { version, given: task },
  begun,
}: TimedTask<ReplayTask>): ProvenanceReply {
  const { channel } = task.check;
  const tools = loadRuntime(version, channel);
  markBegun(begun);
  const made = replayWithProvenance(tools, task);
  return {
    ...made,
    generation: computeGeneration(tools, channel),
    ingredients: computeIngredients(tools, channel),
  };
}

/** What one message uses of the mappings of a version. */
export function listUsage({
  task: { version, given: task },
  begun,
}: TimedTask<ReplayTask>): readonly RuleUsage[] {
  const tools = loadRuntime(version, task.check.channel);
  markBegun(begun);
  return listMessageUsage(tools, task);
}

/** One message with the versions `running`, or that of its channel, and `edited`. */
export function compareStep({ task, begun }: TimedTask<CompareTask>): ComparedResults {
  const { channel } = task.given.check;
  const own = `running ${channel.name}`;
  const running = loadRuntime(own in versions ? own : 'running', channel);
  const edited = loadRuntime('edited', channel);
  markBegun(begun);
  return runBoth(running, edited, task);
}

export interface VersionTask {
  readonly version: string;
  readonly channels: readonly Channel[];
}

/** What these channels are made with in a version. Loading it counts. */
export function readGenerations({ task: { version, channels }, begun }: TimedTask<VersionTask>): Generations {
  markBegun(begun);
  return listGenerations(loadRuntimes(version), channels);
}

/** The mappings that they use in it. */
export function readMappingsInUse({
  task: { version, channels },
  begun,
}: TimedTask<VersionTask>): MappingsInUse {
  markBegun(begun);
  return listMappingsInUse(loadRuntimes(version), channels);
}

export interface FixtureTask extends ReplayTask {
  /** It is masked. */
  readonly seed?: string;
}

/** What the mapping was given for one message, as a fixture. */
export function makeFixture({ task, begun }: TimedTask<FixtureTask>): MessageFixture | NoFixture {
  const tools = loadRuntime(task.version, task.given.check.channel);
  markBegun(begun);
  return buildMessageFixture(tools, task.given, task.seed);
}

/** All that may be used of the mappings of a version. Throws NotUsable. */
export function listMappingParts({ task, begun }: TimedTask<VersionTask>): readonly MappingParts[] {
  markBegun(begun);
  return listPartsInUse(loadRuntimes(task.version), task.channels);
}
