import { isScsnDocument } from '../../formats/format-names.ts';
import type { Channel } from '../../pipeline/channel/channel.ts';
import type { CheckedTree } from '../../pipeline/check/check-verdict.ts';
import { readInboundIdentity } from '../../pipeline/check/inbound-identity.ts';
import type { ChannelRuntime } from '../../pipeline/runtime/channel-runtime.ts';
import { reasonOf } from '../../text/reason-of.ts';
import { type HashedResult, hashResult, type ReplayResult } from '../rerun/replay-result.ts';
import { concludeCheck, rerunCheck, type StepInput } from '../rerun/rerun-steps.ts';
import { compareResults, noDifferences, type ResultDifferences } from './result-differences.ts';

/** One message for both versions. */
export interface CompareTask {
  /** With the state as the running version has it. */
  readonly given: StepInput;
  /** As the edited one has it. */
  readonly edited?: string | undefined;
  /** The edit does not touch its channel: it is run once, for what it changes in the state of its order. */
  readonly once: boolean;
  /** What both make of it is wanted as well. */
  readonly withBytes?: boolean;
}

export interface ComparedResults {
  readonly running: HashedResult;
  readonly edited: HashedResult;
  /** Where both would deliver, and other bytes. */
  readonly differences: ResultDifferences;
  /** Where that was asked for. */
  readonly bytes?: {
    readonly running?: Uint8Array | undefined;
    readonly edited?: Uint8Array | undefined;
    /** What they are: `exchange/order`. */
    readonly format: string;
  };
}

/** Runs both. A document is read and checked once where both read it alike. */
export function runBoth(
  running: ChannelRuntime,
  edited: ChannelRuntime,
  { given, edited: state, once, withBytes }: CompareTask,
): ComparedResults {
  const checked = tryStep(() => rerunCheck(running, given));
  const one = 'said' in checked ? checked : orFailure(() => concludeCheck(running, given, checked));
  if (once) return { running: hashResult(one), edited: hashResult(one), differences: noDifferences };
  const { state: _, ...prepare } = given.prepare;
  const own: StepInput = { ...given, prepare: { ...prepare, ...(state === undefined ? {} : { state }) } };
  const other = orFailure(() =>
    concludeCheck(edited, own, reuseCheck(running, edited, own, checked) ?? rerunCheck(edited, own)),
  );
  const to = resolveWrittenFormat(edited, given.check.channel);
  const differ = one.bytes && other.bytes && Buffer.compare(one.bytes, other.bytes) !== 0;
  const differences = differ ? compareResults(edited.formats, to, one.bytes, other.bytes) : noDifferences;
  return {
    ...{ running: hashResult(one), edited: hashResult(other), differences },
    ...(withBytes ? { bytes: { running: one.bytes, edited: other.bytes, format: to } } : {}),
  };
}

/** What the bytes are that leave the channel. */
function resolveWrittenFormat(
  tools: ChannelRuntime,
  { direction, settings: { document, map = [] } }: Channel,
): string {
  const last = map.at(-1);
  return direction === 'outbound' || last === undefined ? document : tools.mapping(last).to;
}

/** What check of the running version found, where the edited one would find the same: the order it is about is read by the mapping. */
function reuseCheck(
  running: ChannelRuntime,
  edited: ChannelRuntime,
  { check: { channel } }: StepInput,
  checked: CheckedTree | ReplayResult,
): CheckedTree | undefined {
  if (channel.direction !== 'inbound' || !isScsnDocument(channel.settings.document) || 'said' in checked)
    return undefined;
  const { result, tree } = checked;
  const format = channel.settings.document;
  if (result.verdict !== 'ready' || !tree || running.format(format).hash !== edited.format(format).hash)
    return undefined;
  const { address } = readInboundIdentity(edited, channel, tree);
  return address === result.checked.address ? checked : undefined;
}

/** A step that fails parks its message: so it does here. */
const orFailure = (run: () => ReplayResult): ReplayResult => tryStep(run);

function tryStep<T>(run: () => T): T | ReplayResult {
  try {
    return run();
  } catch (error) {
    const reason = reasonOf(error);
    return { step: 'prepare', said: 'failed', reason, ended: 'step-failed' };
  }
}
