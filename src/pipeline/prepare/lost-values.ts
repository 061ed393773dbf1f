import { z } from 'zod';
import { finding, forPerson } from '../../findings/messages.ts';
import type { LostPath } from '../../journal/message.ts';
import type { ValuesOfRun } from '../../mapping/interface.ts';
import { leavesOf } from '../../mapping/leaves.ts';
import { type FilledLeaf, nameOf } from '../../mapping/loss.ts';
import { lostThrough } from '../../mapping/lost.ts';
import { itemText } from '../../tree/items.ts';
import type { TreeNode } from '../../tree/node.ts';
import type { Finding } from '../../types.ts';
import type { Channel } from '../channel.ts';
import { bareContext } from '../context.ts';
import { chainOf } from '../workers/chain.ts';
import type { ValueClass } from '../workers/lost-classes.ts';
import type { Toolbox } from '../workers/toolbox.ts';
import { type Comparison, compareWithOrder } from './lost-counterparts.ts';
import { withFindings } from './onward.ts';
import type { Prepared, PrepareTask, Step } from './prepare.ts';
import { knownTree } from './source.ts';

/** Which values of its document go nowhere is told of each message that comes through its mappings. */

/** The values of one path that go nowhere. */
interface LostGroup extends ValueClass {
  readonly path: string;
  readonly leaves: readonly [FilledLeaf, ...FilledLeaf[]];
}

/** The same step; once it has come to a result, that knows what is lost. */
export function withLostValues(tools: Toolbox, task: PrepareTask, next: (task: PrepareTask) => Step): Step {
  const runs: ValuesOfRun[] = [];
  const step = next({ ...task, heard: (run) => runs.push(run) });
  const finish = (prepared: Prepared) => tellLost(tools, task, prepared, runs);
  if ('kind' in step) return finish(step);
  return {
    ...step,
    conclude(made) {
      const isHeard = runs.some(({ source }) => source === step.tree);
      // whoever watches the run has run it without us
      if (made.whole && !isHeard) step.mapping.run(step.tree, step.context);
      return finish(step.conclude(made));
    },
  };
}

function tellLost(tools: Toolbox, task: PrepareTask, prepared: Prepared, runs: ValuesOfRun[]): Prepared {
  if (prepared.kind !== 'deliver' && !(prepared.kind === 'settle' && prepared.outcome === 'unchanged'))
    return prepared;
  const groups = grouped(tools, lostThrough([...translationRun(tools, task), ...runs]));
  if (groups.length === 0) return prepared;
  if (prepared.kind !== 'deliver') return { ...prepared, lost: groups.map((group) => lostPath(group)) };
  const judged = judge(tools, task, prepared, groups);
  const lost = judged.map(({ group, finding: told }) => lostPath(group, told));
  return { ...decided(prepared, judged), lost };
}

const lostPath = ({ path, leaves, class: kind }: LostGroup, told?: Finding): LostPath => ({
  ...{ path, count: leaves.length, class: kind },
  ...(told === undefined ? {} : { told: true }),
});

/** What the translation of an inbound document did: check has seen it, or it runs once more. */
function translationRun(tools: Toolbox, task: PrepareTask): readonly ValuesOfRun[] {
  const { channel, bytes, inFile, step } = task;
  if (channel.direction !== 'inbound') return [];
  const { translation } = chainOf(tools, channel);
  if (translation === undefined) return [];
  if (step?.values) return [step.values];
  const runs: ValuesOfRun[] = [];
  const context = { ...bareContext(channel), heard: (run: ValuesOfRun) => void runs.push(run) };
  translation.run(knownTree(tools, channel.settings.document, { bytes, ...inFile }), context);
  return runs;
}

function grouped(tools: Toolbox, leaves: readonly FilledLeaf[]): readonly LostGroup[] {
  const all = new Set(leaves.map(({ node }) => node));
  const byPath = Map.groupBy(leaves, ({ name }) => name);
  return [...byPath].flatMap(([path, [first, ...more]]) =>
    first === undefined ? [] : [groupOf(tools, path, [first, ...more], all)],
  );
}

/** Where all of it is said beside it as well, nothing is lost by it. */
function groupOf(
  { classOf }: Toolbox,
  path: string,
  leaves: LostGroup['leaves'],
  lost: ReadonlySet<TreeNode>,
): LostGroup {
  const found = classOf(path);
  const { counterpart } = found;
  const repeats =
    (counterpart === 'currency' || counterpart === 'unit') &&
    leaves.every(({ node }) =>
      isSaidBeside(node, (one) => !lost.has(one) && classOf(nameOf(one)).counterpart === counterpart),
    );
  return { path, leaves, ...(repeats ? { class: 'other' } : found) };
}

/** Do the nearest values of its kind that are carried or ignored all say the same? So the currency of an amount is that of the order. */
function isSaidBeside(leaf: TreeNode, isAlike: (node: TreeNode) => boolean): boolean {
  for (let at = leaf.parentNode; at !== null; at = at.parentNode) {
    const alike = at.nodeType === 1 ? leavesOf(at).filter(isAlike) : [];
    if (alike.length > 0) return alike.every((one) => itemText(one).trim() === itemText(leaf).trim());
  }
  return false;
}

/** What becomes of a group. */
interface Judged {
  readonly group: LostGroup;
  readonly finding: Finding | undefined;
}

function judge(
  tools: Toolbox,
  task: PrepareTask,
  prepared: Prepared & { readonly kind: 'deliver' },
  groups: readonly LostGroup[],
): readonly Judged[] {
  const { channel } = task;
  const isAnswer = channel.kind === 'response';
  const compare = isAnswer ? compareWithOrder(tools, task, groups) : () => 'unknown' as const;
  const mayHold = isAnswer && (channel.direction === 'outbound' || acceptsLines(prepared.bytes));
  return groups.map((group) => ({ group, finding: findingOf(channel, group, compare(group), mayHold) }));
}

function decided(prepared: Prepared & { readonly kind: 'deliver' }, judged: readonly Judged[]): Prepared {
  const findings = judged.flatMap(({ finding: one }) => one ?? []);
  const held = findings.find(({ severity }) => severity === 'park');
  const all = withFindings(prepared, (own) => [...own, ...findings]);
  if (held === undefined || all.kind !== 'deliver') return all;
  return { kind: 'park', reason: held.message, findings: all.findings };
}

/** What the order says as well is no news, and is not told. */
function findingOf(
  { settings, language }: Channel,
  { path, leaves, class: kind }: LostGroup,
  beside: Comparison,
  mayHold: boolean,
): Finding | undefined {
  const action = settings.lost[kind];
  if (action === 'off' || beside === 'same') return undefined;
  const [{ text, name: _, node: __, ...place }] = leaves;
  const told = finding('value-not-carried', { path, value: text, count: leaves.length }, place, language);
  return action === 'park' || (mayHold && beside === 'other') ? forPerson(told) : told;
}

const answerSchema = z.object({
  lines: z.array(z.object({ indicators: z.object({ rejected: z.boolean().optional() }).optional() })),
});

/** A response that refuses all of its lines accepts nothing that could be wrong. In doubt it does. */
function acceptsLines(bytes: Uint8Array): boolean {
  const { data } = answerSchema.safeParse(JSON.parse(Buffer.from(bytes).toString('utf8')));
  return data === undefined || data.lines.some(({ indicators }) => indicators?.rejected !== true);
}
