import { z } from 'zod';
import { createFinding, parkFinding } from '../../findings/create-finding.ts';
import type { LostPath } from '../../journal/model/message.ts';
import { listLostThroughChain } from '../../mapping/explain/chain-loss.ts';
import { canonicalPathOf, type FilledLeaf } from '../../mapping/explain/leaf-fates.ts';
import type { RunValues } from '../../mapping/mapping.ts';
import { itemText } from '../../tree/nodes/items.ts';
import { listFilledLeaves } from '../../tree/nodes/leaves.ts';
import type { TreeNode } from '../../tree/nodes/tree-node.ts';
import type { Finding } from '../../types.ts';
import { bareContext } from '../channel/bare-context.ts';
import type { Channel } from '../channel/channel.ts';
import { resolveChain } from '../runtime/channel-chain.ts';
import type { ChannelRuntime } from '../runtime/channel-runtime.ts';
import type { ValueClass } from '../runtime/value-classes.ts';
import { type CounterpartMatch, compareWithOrder } from './lost-counterparts.ts';
import type { PrepareResult, PrepareStep, PrepareTask } from './prepare-task.ts';
import { readKnownTree } from './read-scsn-document.ts';
import { mapFindings } from './run-chain.ts';

/** Which values of its document go nowhere is told of each message that comes through its mappings. */

/** The values of one path that go nowhere. */
interface LostGroup extends ValueClass {
  readonly path: string;
  readonly leaves: readonly [FilledLeaf, ...FilledLeaf[]];
}

/** The same step; once it has come to a result, that knows what is lost. */
export function withLostValues(
  tools: ChannelRuntime,
  task: PrepareTask,
  next: (task: PrepareTask) => PrepareStep,
): PrepareStep {
  const runs: RunValues[] = [];
  const step = next({ ...task, heard: (run) => runs.push(run) });
  const finish = (prepared: PrepareResult) => addLostPaths(tools, task, prepared, runs);
  if ('kind' in step) return finish(step);
  return {
    ...step,
    conclude(made) {
      const isHeard = runs.some(({ source }) => source === step.tree);
      // whoever watches the run has run it without us
      if (made.document && !isHeard) step.mapping.run(step.tree, step.context);
      return finish(step.conclude(made));
    },
  };
}

function addLostPaths(
  tools: ChannelRuntime,
  task: PrepareTask,
  prepared: PrepareResult,
  runs: RunValues[],
): PrepareResult {
  if (prepared.kind !== 'deliver' && !(prepared.kind === 'settle' && prepared.outcome === 'unchanged'))
    return prepared;
  const groups = groupByPath(tools, listLostThroughChain([...translationRun(tools, task), ...runs]));
  if (groups.length === 0) return prepared;
  if (prepared.kind !== 'deliver') return { ...prepared, lost: groups.map((group) => lostPath(group)) };
  const judged = judgeGroups(tools, task, prepared, groups);
  const lost = judged.map(({ group, finding: told }) => lostPath(group, told));
  return { ...applyJudgements(prepared, judged), lost };
}

const lostPath = ({ path, leaves, class: kind }: LostGroup, told?: Finding): LostPath => ({
  ...{ path, count: leaves.length, class: kind },
  ...(told === undefined ? {} : { told: true }),
});

/** What the translation of an inbound document did: check has seen it, or it runs once more. */
function translationRun(tools: ChannelRuntime, task: PrepareTask): readonly RunValues[] {
  const { channel, bytes, inFile, step } = task;
  if (channel.direction !== 'inbound') return [];
  const { translation } = resolveChain(tools, channel);
  if (translation === undefined) return [];
  if (step?.values) return [step.values];
  const runs: RunValues[] = [];
  const context = { ...bareContext(channel), onRunValues: (run: RunValues) => void runs.push(run) };
  translation.run(readKnownTree(tools, channel.settings.document, { bytes, ...inFile }), context);
  return runs;
}

function groupByPath(tools: ChannelRuntime, leaves: readonly FilledLeaf[]): readonly LostGroup[] {
  const all = new Set(leaves.map(({ node }) => node));
  const byPath = Map.groupBy(leaves, ({ name }) => name);
  return [...byPath].flatMap(([path, [first, ...more]]) =>
    first === undefined ? [] : [buildGroup(tools, path, [first, ...more], all)],
  );
}

/** Where all of it is said beside it as well, nothing is lost by it. */
function buildGroup(
  { classOf }: ChannelRuntime,
  path: string,
  leaves: LostGroup['leaves'],
  lost: ReadonlySet<TreeNode>,
): LostGroup {
  const found = classOf(path);
  const { counterpart } = found;
  const repeats =
    (counterpart === 'currency' || counterpart === 'unit') &&
    leaves.every(({ node }) =>
      isRepeatedNearby(
        node,
        (one) => !lost.has(one) && classOf(canonicalPathOf(one)).counterpart === counterpart,
      ),
    );
  return { path, leaves, ...(repeats ? { class: 'other' } : found) };
}

/** Do the nearest values of its kind that are carried or ignored all say the same? So the currency of an amount is that of the order. */
function isRepeatedNearby(leaf: TreeNode, isAlike: (node: TreeNode) => boolean): boolean {
  for (let at = leaf.parentNode; at !== null; at = at.parentNode) {
    const alike = at.nodeType === 1 ? listFilledLeaves(at).filter(isAlike) : [];
    if (alike.length > 0) return alike.every((one) => itemText(one).trim() === itemText(leaf).trim());
  }
  return false;
}

/** What becomes of a group. */
interface JudgedGroup {
  readonly group: LostGroup;
  readonly finding: Finding | undefined;
}

function judgeGroups(
  tools: ChannelRuntime,
  task: PrepareTask,
  prepared: PrepareResult & { readonly kind: 'deliver' },
  groups: readonly LostGroup[],
): readonly JudgedGroup[] {
  const { channel } = task;
  const isAnswer = channel.kind === 'response';
  const compare = isAnswer ? compareWithOrder(tools, task, groups) : () => 'unknown' as const;
  const mayHold = isAnswer && (channel.direction === 'outbound' || acceptsLines(prepared.bytes));
  return groups.map((group) => ({
    group,
    finding: createLostFinding(channel, group, compare(group), mayHold),
  }));
}

function applyJudgements(
  prepared: PrepareResult & { readonly kind: 'deliver' },
  judged: readonly JudgedGroup[],
): PrepareResult {
  const findings = judged.flatMap(({ finding: one }) => one ?? []);
  const held = findings.find(({ severity }) => severity === 'park');
  const all = mapFindings(prepared, (own) => [...own, ...findings]);
  if (held === undefined || all.kind !== 'deliver') return all;
  return { kind: 'park', reason: held.message, findings: all.findings };
}

/** What the order says as well is no news, and is not told. */
function createLostFinding(
  { settings, language }: Channel,
  { path, leaves, class: kind }: LostGroup,
  beside: CounterpartMatch,
  mayHold: boolean,
): Finding | undefined {
  const action = settings.lost[kind];
  if (action === 'off' || beside === 'same') return undefined;
  const [{ text, name: _, node: __, ...place }] = leaves;
  const told = createFinding(
    'value-not-carried',
    { path, value: text, count: leaves.length },
    place,
    language,
  );
  return action === 'park' || (mayHold && beside === 'other') ? parkFinding(told) : told;
}

const answerSchema = z.object({
  lines: z.array(z.object({ indicators: z.object({ rejected: z.boolean().optional() }).optional() })),
});

/** A response that refuses all of its lines accepts nothing that could be wrong. In doubt it does. */
function acceptsLines(bytes: Uint8Array): boolean {
  const { data } = answerSchema.safeParse(JSON.parse(Buffer.from(bytes).toString('utf8')));
  return data === undefined || data.lines.some(({ indicators }) => indicators?.rejected !== true);
}
