import { checkWithTree } from '../../pipeline/check/check-document.ts';
import type { CheckedTree, CheckVerdict } from '../../pipeline/check/check-verdict.ts';
import { prepareDocument } from '../../pipeline/prepare/prepare.ts';
import type { PrepareResult, PrepareTask } from '../../pipeline/prepare/prepare-task.ts';
import type { ChannelRuntime } from '../../pipeline/runtime/channel-runtime.ts';
import { NotUsable } from '../../pipeline/runtime/not-usable.ts';
import type { CheckTask } from '../../pipeline/workers/step-worker.ts';
import type { Finding } from '../../types.ts';
import type { ReplayResult } from './replay-result.ts';

/** All that check and prepare of one message see. */
export interface StepInput {
  readonly check: CheckTask;
  readonly prepare: PrepareTask;
}

/** Runs check, and prepare where check lets the document through. Pure. */
export function rerun(tools: ChannelRuntime, given: StepInput): ReplayResult {
  return concludeCheck(tools, given, rerunCheck(tools, given));
}

/** The check alone: who compares two mappings over one format reads the document once. */
export function rerunCheck(tools: ChannelRuntime, { check: task }: StepInput): CheckedTree {
  try {
    return checkWithTree(tools, task.channel, task);
  } catch (error) {
    if (error instanceof NotUsable) return { result: { verdict: 'wait', reason: error.message } };
    throw error;
  }
}

/** From what check said to what prepare says. */
export function concludeCheck(
  tools: ChannelRuntime,
  given: StepInput,
  { result, tree, translated }: CheckedTree,
): ReplayResult {
  if (result.verdict !== 'ready') return resultOfCheck(result);
  const { gather, issued, address } = result.checked;
  const known = address === undefined ? {} : { address };
  if (gather && !given.prepare.gathered)
    return { ...{ step: 'check', said: 'unfetched', reason: '' }, ...known };
  const own = { ...(tree ? { tree } : {}), ...(translated ? { translated } : {}) };
  return { ...rerunPrepare(tools, given.prepare, issued, own), ...known };
}

function resultOfCheck(result: Exclude<CheckVerdict, { verdict: 'ready' }>): ReplayResult {
  const step = 'check';
  if (result.verdict === 'wait') return { step, said: 'wait', reason: result.reason };
  if (result.verdict === 'split')
    return { step, said: 'failed', reason: 'It is a file of several documents.' };
  const { verdict, reason, findings, identity } = result;
  return {
    ...{ step, said: verdict === 'parked' ? 'park' : verdict, reason },
    ...findEndingCode(reason, findings),
    ...(identity.address === undefined ? {} : { address: identity.address }),
  };
}

function rerunPrepare(
  tools: ChannelRuntime,
  { message: { issued: _, ...message }, translated: __, ...task }: PrepareTask,
  issued: string | undefined,
  checked: Pick<CheckedTree, 'tree' | 'translated'>,
): ReplayResult {
  try {
    const dated = issued === undefined ? message : { ...message, issued };
    return resultOfPrepare(prepareDocument(tools, { ...task, ...checked, message: dated }));
  } catch (error) {
    if (!(error instanceof NotUsable)) throw error;
    return { step: 'prepare', said: 'wait', reason: error.message };
  }
}

function resultOfPrepare(said: PrepareResult): ReplayResult {
  if (said.kind === 'recheck') return { step: 'prepare', said: 'wait', reason: said.reason };
  const step = 'prepare';
  if (said.kind === 'deliver')
    return { step, said: 'deliver', reason: '', bytes: said.bytes, change: said.change };
  const { reason } = said;
  const ended = findEndingCode(reason, said.findings);
  if (said.kind === 'ask') return { step, said: 'wait', reason, ...ended };
  if (said.kind !== 'settle') return { step, said: said.kind, reason, ...ended };
  const { outcome, change } = said;
  return { step, said: outcome, reason, ...ended, ...(change ? { change } : {}) };
}

/** Whatever ends a message says so in the words of its finding. */
function findEndingCode(reason: string, findings: readonly Finding[]): Pick<ReplayResult, 'ended'> {
  const code = findings.find(({ message }) => message === reason)?.code;
  return code === undefined ? {} : { ended: code };
}
