import type { Channel } from '../pipeline/channel/channel.ts';
import type { ChannelRuntime, ChannelRuntimes } from '../pipeline/runtime/channel-runtime.ts';
import { listDistinctChannels } from '../pipeline/runtime/distinct-channels.ts';
import { computeGeneration, computeIngredients } from '../pipeline/runtime/generation-hash.ts';
import { NotUsable } from '../pipeline/runtime/not-usable.ts';
import { proveMappings } from '../pipeline/runtime/prove-mappings.ts';
import { markBegun, type TimedTask } from '../pipeline/workers/task-clock.ts';
import type { Finding, Language } from '../types.ts';
import { type ComparedResults, type CompareTask, runBoth } from './compare/run-both.ts';
import {
  type Generations,
  listGenerations,
  listMappingsInUse,
  type MappingsInUse,
} from './rerun/channel-versions.ts';
import { LoadedVersions, type ReplayAnswer, type ReplayCall } from './rerun/loaded-versions.ts';
import { listPartsInUse, type MappingParts } from './rerun/mapping-parts.ts';
import {
  buildMessageFixture,
  buildMessageTrial,
  joinOwnFile,
  type MessageFixture,
  type MessageTrial,
  type NoFixture,
} from './rerun/message-fixture.ts';
import { listMessageUsage, type MessageUsage } from './rerun/message-usage.ts';
import type { RecordedIngredients } from './rerun/recorded-version.ts';
import type { ReplayResult } from './rerun/replay-result.ts';
import { rerun, type StepInput } from './rerun/rerun-steps.ts';
import { type ProvenanceReport, replayWithProvenance } from './value-provenance.ts';

/** Runs in the threads of a replay: what the gateway's own workers run, with the versions that it is given. */

const loaded = new LoadedVersions();

/** One task, with the versions of its pool by their names. */
interface VersionedTask<T> {
  readonly task: T;
  readonly versions: Readonly<Record<string, string>>;
  /** The time of the task begins: all that it needs is loaded. */
  begin(): void;
}

/** A function of this module, as a pool calls it. */
function answer<T, R>(
  step: (versioned: VersionedTask<T>) => R,
): (call: TimedTask<ReplayCall<T>>) => ReplayAnswer<R> {
  return ({ task: { task, ...call }, begun }) =>
    loaded.take(call)
      ? { reply: step({ task, versions: call.versions, begin: () => markBegun(begun) }) }
      : 'missing';
}

function loadRuntimes(
  { versions }: Pick<VersionedTask<unknown>, 'versions'>,
  version: string,
): ChannelRuntimes {
  const key = versions[version];
  if (key === undefined) throw new Error(`There is no version ${version}.`);
  return loaded.get(key);
}

/** The tools of a version, with all that this channel needs; each is loaded when it is first asked for. */
function loadRuntime(
  all: Pick<VersionedTask<unknown>, 'versions'>,
  version: string,
  channel: Channel,
): ChannelRuntime {
  return warmUp(loadRuntimes(all, version).forSchemas(channel.settings.schemas), channel);
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

export interface ProvenanceTask extends ReplayTask {
  /** Of what is told; English where it is not said. */
  readonly language?: Language;
}

export interface ReplayReply {
  readonly result: ReplayResult;
  readonly generation: string;
  readonly ingredients: RecordedIngredients;
}

/** One message with one version; what it was made with this time. */
export const replayStep = answer((call: VersionedTask<ReplayTask>): ReplayReply => {
  const { version, given } = call.task;
  const { channel } = given.check;
  const tools = loadRuntime(call, version, channel);
  call.begin();
  return { result: rerun(tools, given), ...describeVersion(tools, channel) };
});

export interface ProvenanceReply extends ReplayReply {
  /** Absent where no mapping ran. */
  readonly trace?: ProvenanceReport;
}

/** The same, with where each value comes from. */
export const explainStep = answer((call: VersionedTask<ProvenanceTask>): ProvenanceReply => {
  const { version, given, language } = call.task;
  const { channel } = given.check;
  const tools = loadRuntime(call, version, channel);
  call.begin();
  return { ...replayWithProvenance(tools, given, language), ...describeVersion(tools, channel) };
});

const describeVersion = (
  tools: ChannelRuntime,
  channel: Channel,
): Pick<ReplayReply, 'generation' | 'ingredients'> => ({
  generation: computeGeneration(tools, channel),
  ingredients: computeIngredients(tools, channel),
});

/** What one message uses of the mappings of a version. */
export const listUsage = answer((call: VersionedTask<ReplayTask>): readonly MessageUsage[] => {
  const { version, given } = call.task;
  const tools = loadRuntime(call, version, given.check.channel);
  call.begin();
  return listMessageUsage(tools, given);
});

/** One message with the versions `running`, or that of its channel, and `edited`. */
export const compareStep = answer((call: VersionedTask<CompareTask>): ComparedResults => {
  const { channel } = call.task.given.check;
  const running = loadRuntime(call, nameRunning(call.versions, channel), channel);
  const edited = loadRuntime(call, 'edited', channel);
  call.begin();
  return runBoth(running, edited, call.task);
});

function nameRunning(versions: VersionedTask<unknown>['versions'], { name }: Channel): string {
  const own = `running ${name}`;
  return own in versions ? own : 'running';
}

export interface VersionTask {
  readonly version: string;
  readonly channels: readonly Channel[];
}

/** What these channels are made with in a version. Loading it counts. */
export const readGenerations = answer((call: VersionedTask<VersionTask>): Generations => {
  call.begin();
  return listGenerations(loadRuntimes(call, call.task.version), call.task.channels);
});

/** The mappings that they use in it. */
export const readMappingsInUse = answer((call: VersionedTask<VersionTask>): MappingsInUse => {
  call.begin();
  return listMappingsInUse(loadRuntimes(call, call.task.version), call.task.channels);
});

export interface ProofTask extends VersionTask {
  /** The folder of mappings whose fixtures are run, as they are there now. */
  readonly folder: string;
}

/** What keeps a gateway from taking a version up. Loading it counts. */
export const proveVersion = answer((call: VersionedTask<ProofTask>): readonly Finding[] => {
  call.begin();
  const { version, channels, folder } = call.task;
  return proveMappings(loadRuntimes(call, version), listDistinctChannels(channels), folder);
});

export interface FixtureTask extends ReplayTask {
  /** It is masked. */
  readonly seed?: string;
}

/** What the mapping was given for one message, as a fixture. */
export const makeFixture = answer((call: VersionedTask<FixtureTask>): MessageFixture | NoFixture => {
  const { version, given, seed } = call.task;
  const tools = loadRuntime(call, version, given.check.channel);
  call.begin();
  return buildMessageFixture(tools, given, seed);
});

/** What the mappings of its channel were given for one message. */
export const makeTrial = answer((call: VersionedTask<ReplayTask>): MessageTrial | NoFixture => {
  const { version, given } = call.task;
  const tools = loadRuntime(call, version, given.check.channel);
  call.begin();
  return buildMessageTrial(tools, given);
});

/** The document of one message as a file of its own. */
export const makeFile = answer((call: VersionedTask<ReplayTask>): Uint8Array => {
  const { version, given } = call.task;
  const tools = loadRuntime(call, version, given.check.channel);
  call.begin();
  return joinOwnFile(tools, given.check);
});

/** All that may be used of the mappings of a version. Throws NotUsable. */
export const listMappingParts = answer((call: VersionedTask<VersionTask>): readonly MappingParts[] => {
  call.begin();
  return listPartsInUse(loadRuntimes(call, call.task.version), call.task.channels);
});
