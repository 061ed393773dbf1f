import { checkedTree } from '../pipeline/check/check.ts';
import type { CheckedTree, CheckResult } from '../pipeline/check/interface.ts';
import type { Prepared, PrepareTask } from '../pipeline/prepare/prepare.ts';
import { prepare } from '../pipeline/prepare/prepare.ts';
import { NotUsable } from '../pipeline/workers/not-usable.ts';
import type { Toolbox } from '../pipeline/workers/toolbox.ts';
import type { CheckTask } from '../pipeline/workers/worker.ts';
import type { Finding } from '../types.ts';
import type { Result } from './result.ts';

/** All that check and prepare of one message see. */
export interface Given {
  readonly check: CheckTask;
  readonly prepare: PrepareTask;
}

/** Runs check, and prepare where check lets the document through. Pure. */
export function rerun(tools: Toolbox, given: Given): Result {
  return concluded(tools, given, checkAgain(tools, given));
}

/** The check alone: who compares two mappings over one format reads the document once. */
export function checkAgain(tools: Toolbox, { check: task }: Given): CheckedTree {
  try {
    return checkedTree(tools, task.channel, task);
  } catch (error) {
    if (error instanceof NotUsable) return { result: { verdict: 'wait', reason: error.message } };
    throw error;
  }
}

/** From what check said to what prepare says. */
export function concluded(tools: Toolbox, given: Given, { result, tree, translated }: CheckedTree): Result {
  if (result.verdict !== 'ready') return endedByCheck(result);
  const { gather, issued, address } = result.checked;
  const known = address === undefined ? {} : { address };
  if (gather && !given.prepare.gathered)
    return { ...{ step: 'check', said: 'unfetched', reason: '' }, ...known };
  const own = { ...(tree ? { tree } : {}), ...(translated ? { translated } : {}) };
  return { ...prepared(tools, given.prepare, issued, own), ...known };
}

function endedByCheck(result: Exclude<CheckResult, { verdict: 'ready' }>): Result {
  const step = 'check';
  if (result.verdict === 'wait') return { step, said: 'wait', reason: result.reason };
  if (result.verdict === 'split')
    return { step, said: 'failed', reason: 'It is a file of several documents.' };
  const { verdict, reason, findings, identity } = result;
  return {
    ...{ step, said: verdict === 'parked' ? 'park' : verdict, reason },
    ...endedBy(reason, findings),
    ...(identity.address === undefined ? {} : { address: identity.address }),
  };
}

function prepared(
  tools: Toolbox,
  { message: { issued: _, ...message }, translated: __, ...task }: PrepareTask,
  issued: string | undefined,
  checked: Pick<CheckedTree, 'tree' | 'translated'>,
): Result {
  try {
    const dated = issued === undefined ? message : { ...message, issued };
    return ofPrepare(prepare(tools, { ...task, ...checked, message: dated }));
  } catch (error) {
    if (!(error instanceof NotUsable)) throw error;
    return { step: 'prepare', said: 'wait', reason: error.message };
  }
}

function ofPrepare(said: Prepared): Result {
  if (said.kind === 'recheck') return { step: 'prepare', said: 'wait', reason: said.reason };
  const step = 'prepare';
  if (said.kind === 'deliver')
    return { step, said: 'deliver', reason: '', bytes: said.bytes, change: said.change };
  const { reason } = said;
  const ended = endedBy(reason, said.findings);
  if (said.kind === 'ask') return { step, said: 'wait', reason, ...ended };
  if (said.kind !== 'settle') return { step, said: said.kind, reason, ...ended };
  const { outcome, change } = said;
  return { step, said: outcome, reason, ...ended, ...(change ? { change } : {}) };
}

/** Whatever ends a message says so in the words of its finding. */
function endedBy(reason: string, findings: readonly Finding[]): Pick<Result, 'ended'> {
  const code = findings.find(({ message }) => message === reason)?.code;
  return code === undefined ? {} : { ended: code };
}
