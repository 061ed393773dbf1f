import { isScsn } from '../../formats/registry.ts';
import type { Channel } from '../../pipeline/channel.ts';
import { inboundIdentity } from '../../pipeline/check/document-identity.ts';
import type { CheckedTree } from '../../pipeline/check/interface.ts';
import type { Toolbox } from '../../pipeline/workers/toolbox.ts';
import { checkAgain, concluded, type Given } from '../rerun.ts';
import { type Made, made, type Result } from '../result.ts';
import { type Differences, differencesOf, noDifferences } from './difference.ts';

/** One message for both versions. */
export interface BothTask {
  /** With the state as the running version has it. */
  readonly given: Given;
  /** As the edited one has it. */
  readonly edited?: string | undefined;
  /** The edit does not touch its channel: it is run once, for what it changes in the state of its order. */
  readonly once: boolean;
}

export interface Both {
  readonly running: Made;
  readonly edited: Made;
  /** Where both would deliver, and other bytes. */
  readonly differences: Differences;
}

/** Runs both. A document is read and checked once where both read it alike. */
export function runBoth(running: Toolbox, edited: Toolbox, { given, edited: state, once }: BothTask): Both {
  const checked = attempt(() => checkAgain(running, given));
  const one = 'said' in checked ? checked : ended(() => concluded(running, given, checked));
  if (once) return { running: made(one), edited: made(one), differences: noDifferences };
  const { state: _, ...prepare } = given.prepare;
  const own: Given = { ...given, prepare: { ...prepare, ...(state === undefined ? {} : { state }) } };
  const other = ended(() =>
    concluded(edited, own, readAlike(running, edited, own, checked) ?? checkAgain(edited, own)),
  );
  const to = writtenAs(edited, given.check.channel);
  const differ = one.bytes && other.bytes && Buffer.compare(one.bytes, other.bytes) !== 0;
  const differences = differ ? differencesOf(edited.formats, to, one.bytes, other.bytes) : noDifferences;
  return { running: made(one), edited: made(other), differences };
}

/** What the bytes are that leave the channel. */
function writtenAs(tools: Toolbox, { direction, settings: { document, map = [] } }: Channel): string {
  const last = map.at(-1);
  return direction === 'outbound' || last === undefined ? document : tools.mapping(last).to;
}

/** What check of the running version found, where the edited one would find the same: the order it is about is read by the mapping. */
function readAlike(
  running: Toolbox,
  edited: Toolbox,
  { check: { channel } }: Given,
  checked: CheckedTree | Result,
): CheckedTree | undefined {
  if (channel.direction !== 'inbound' || !isScsn(channel.settings.document) || 'said' in checked)
    return undefined;
  const { result, tree } = checked;
  const format = channel.settings.document;
  if (result.verdict !== 'ready' || !tree || running.format(format).hash !== edited.format(format).hash)
    return undefined;
  const { address } = inboundIdentity(edited, channel, tree);
  return address === result.checked.address ? checked : undefined;
}

/** A step that fails parks its message: so it does here. */
const ended = (run: () => Result): Result => attempt(run);

function attempt<T>(run: () => T): T | Result {
  try {
    return run();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { step: 'prepare', said: 'failed', reason, ended: 'step-failed' };
  }
}
