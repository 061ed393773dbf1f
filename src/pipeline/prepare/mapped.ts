import type { Written } from '../../formats/interface.ts';
import type { MappingResult } from '../../mapping/interface.ts';
import { ledBack } from '../../mapping/lead-back.ts';
import type { ComparedOrder, Whole } from '../../mapping/make.ts';
import { isDocument } from '../../mapping/models/documents.ts';
import { plainOf, textAt } from '../../negotiation/plain.ts';
import type { LineSelection } from '../../negotiation/select-lines.ts';
import type { TreeDocument } from '../../tree/node.ts';
import type { OutObject } from '../../tree/out.ts';
import type { Finding } from '../../types.ts';
import type { InboundChannel } from '../channel.ts';
import type { Chain } from '../workers/chain.ts';
import type { Toolbox } from '../workers/toolbox.ts';
import {
  contextOf,
  delivered,
  isUnchanged,
  refused,
  unchanged,
  unchangedOrder,
  withTarget,
  written,
} from './common.ts';
import {
  type Comparing,
  compareOrder,
  exportedChange,
  selectionFindings,
  selectionTasks,
  sentValues,
} from './compared.ts';
import { compareWholeOrder } from './compared-whole.ts';
import { goOn, type OnTheWay, withFindings } from './onward.ts';
import { isSame, type OrderState, type StateChange } from './order-state.ts';
import { overLimit } from './over-limit.ts';
import type { Prepared, PrepareTask, Step } from './prepare.ts';
import { taskChangesOf, withTasksLedBack } from './tasks.ts';

interface Read {
  readonly state: OrderState;
  readonly chain: Chain;
  /** The SCSN document. */
  readonly scsn: OnTheWay;
}

/** ERP -> exchange through mappings: JSON, or XML again where the last one makes an SCSN document. */
export function mappedRun(
  tools: Toolbox,
  task: PrepareTask,
  channel: InboundChannel,
  { state, chain, scsn }: Read,
): Step {
  const context = contextOf(task, channel, state, '');
  const [mapping, ...before] = chain.maps.toReversed();
  if (mapping === undefined) throw new Error(`${channel.name} has no mapping.`);
  const from = goOn({ tools, channel, context }, scsn, before.toReversed());
  if ('prepared' in from) return from.prepared;
  const led = (prepared: Prepared): Prepared =>
    withTasksLedBack(
      withFindings(prepared, (own) => [...from.findings, ...ledBack(own, from.steps, channel.language)]),
      (own) => ledBack(own, from.steps, channel.language),
    );
  const comparing = { tools, task, channel, state, context, mapping };
  return {
    mapping,
    tree: from.tree,
    context,
    select: (order) => compareOrder(comparing, order).selection,
    holds: (key, print) => !task.message.forced && isUnchanged(task, state, key, print),
    conclude: (made) =>
      led(
        withTarget(made, (whole) => {
          if (whole.compared)
            return concludeCompared(
              comparing,
              { ...whole, compared: whole.compared },
              made.result,
              from.tree,
            );
          if (!task.message.forced && isSame(state, 'inbound', channel.name, whole.fingerprint))
            return { ...unchanged(), ...taskChangesOf(channel, made.result, whole) };
          const prepared = deliverable(comparing, whole, made.result.findings, {
            delivered: delivered(task, whole),
            ...(channel.kind === 'order' ? { exported: exportedChange(comparing) } : {}),
          });
          return prepared.kind === 'deliver'
            ? { ...taskChangesOf(channel, made.result, whole), ...prepared }
            : prepared;
        }),
      ),
  };
}

function deliverable(
  comparing: Comparing,
  whole: Whole,
  told: readonly Finding[],
  change: StateChange,
): Prepared {
  const { tools, task, channel, state, mapping } = comparing;
  const sent = sendable(tools, channel, mapping.to, whole);
  const news = sent.tree && compareWholeOrder(tools, task, channel, state, sent.tree);
  if (news?.isUntouched)
    return {
      ...unchangedOrder(news.findings),
      change: { exported: exportedChange(comparing, undefined, news.reports) },
    };
  const findings = [...told, ...sent.findings, ...(news?.findings ?? [])];
  const worst = [...sent.findings, ...(news?.findings ?? [])].find(({ severity }) => severity !== 'warning');
  if (worst) return refused(worst, findings);
  const tasks = news === undefined || news.tasks.length === 0 ? {} : { tasks: news.tasks };
  return {
    kind: 'deliver',
    bytes: sent.bytes,
    findings,
    change,
    mapping: mapping.hash,
    fields: {},
    ...tasks,
  };
}

/** An order whose lines were compared by value: those that say something go. */
function concludeCompared(
  comparing: Comparing,
  whole: Whole & { readonly compared: ComparedOrder },
  result: MappingResult,
  tree: TreeDocument,
): Prepared {
  const { task } = comparing;
  const { order, selection } = whole.compared;
  if (selection.ask) return askFirst(comparing, whole);
  const findings = [...result.findings, ...selectionFindings(comparing, selection, tree)];
  const held = findings.find(({ severity }) => severity === 'park');
  if (held) return refused(held, findings);
  const exported = exportedChange(comparing, order, selection.reports);
  const tasks = [...(result.tasks ?? []), ...selectionTasks(comparing, selection)];
  const ends = { ...(tasks.length === 0 ? {} : { tasks }), endsTasks: endedTasks(selection) };
  if (selection.sent.size === 0)
    return {
      ...unchangedOrder(findings, selection.reports.length > 0 || tasks.length > 0),
      ...{ change: { exported }, ...ends },
    };
  const sent = { ...delivered(task, whole), ...sentValues(whole, order, selection.sent) };
  const prepared = deliverable(comparing, whole, findings, { delivered: sent, exported });
  return prepared.kind === 'deliver' ? { ...prepared, ...ends } : prepared;
}

/** What the ERP says of a line now takes the place of what it asked a person to do before. */
const endedTasks = ({ sent }: LineSelection): readonly string[] => [...sent];

/** The order is not known here, and an unmarked line of it may have changed or not. */
function askFirst({ context }: Comparing, { target }: Whole): Prepared {
  const number = textAt(plainOf(target), 'order', 'purchaseOrderNumber') ?? '';
  return {
    kind: 'ask',
    order: `${context.channel.companyId}-${number}`,
    reason: 'Nothing is known of this order here: the exchange is asked for it first.',
    findings: [],
  };
}

/** `tree`: of a document. */
function sendable(
  tools: Toolbox,
  channel: InboundChannel,
  to: string,
  { news }: Whole,
): Written & { readonly tree?: TreeDocument } {
  if (isDocument(to)) return sentAsDocument(tools, channel, to, news);
  const { bytes, findings } = written(tools, channel, to, news);
  const excess = overLimit(news, channel.settings.limits, channel.language);
  return { bytes, findings: excess ? [...findings, excess] : findings };
}

/** An SCSN document goes to the exchange without our own extension, and never with something left open. */
function sentAsDocument(
  tools: Toolbox,
  channel: InboundChannel,
  to: string,
  news: OutObject,
): Written & { readonly tree?: TreeDocument } {
  const { bytes, findings, tree } = written(tools, channel, to, news);
  if (findings.some(({ severity }) => severity !== 'warning')) return { bytes, findings };
  const sent = tools.format(to).asIs?.({ bytes }, { language: channel.language });
  return sent === undefined
    ? { bytes, findings }
    : { bytes: sent.bytes(), findings: [...findings, ...sent.findings], ...(tree ? { tree } : {}) };
}
