import type { WriteResult } from '../../formats/document-format.ts';
import { locateInSource } from '../../mapping/explain/provenance.ts';
import type { MappingResult } from '../../mapping/mapping.ts';
import type { ComparedOrder, OutputDocument } from '../../mapping/mapping-output.ts';
import { isFormatDocument } from '../../mapping/models/document-models.ts';
import { findTextAt, toPlain } from '../../negotiation/plain-json.ts';
import type { LineSelection } from '../../negotiation/select-lines.ts';
import type { TreeDocument } from '../../tree/nodes/tree-node.ts';
import type { TargetObject } from '../../tree/values/target-tree.ts';
import type { Finding, Language } from '../../types.ts';
import type { InboundChannel } from '../channel/channel.ts';
import { isSameResult, type StateChange } from '../order-state/order-state.ts';
import type { ChannelRuntime } from '../runtime/channel-runtime.ts';
import { writeAndReadBack } from '../runtime/write-and-read-back.ts';
import {
  buildExportedChange,
  collectSentValues,
  compareOrderLines,
  createSelectionFindings,
  createSelectionTasks,
  type OrderComparison,
} from './compare-order-lines.ts';
import { compareWholeOrder } from './compare-whole-order.ts';
import {
  buildDeliveredChange,
  buildOrderContext,
  buildRefused,
  buildUnchanged,
  buildUnchangedOrder,
  concludeWithTarget,
  isUnchangedLine,
} from './prepare-results.ts';
import type { PrepareResult, PrepareStep, PrepareTask } from './prepare-task.ts';
import type { InboundDocument } from './read-scsn-document.ts';
import { type ChainDocument, mapFindings, runMappingChain } from './run-chain.ts';
import { findTooManyMembers } from './service-limits.ts';
import { buildTaskChanges, withTaskProvenance } from './task-changes.ts';

/** ERP -> exchange through mappings: JSON, or XML again where the last one makes an SCSN document. */
export function prepareMapped(
  tools: ChannelRuntime,
  task: PrepareTask,
  channel: InboundChannel,
  { state, chain, scsn }: InboundDocument,
): PrepareStep {
  const context = buildOrderContext(task, channel, state, '');
  const [mapping, ...before] = chain.maps.toReversed();
  if (mapping === undefined) throw new Error(`${channel.name} has no mapping.`);
  const from = runMappingChain({ tools, channel, context }, scsn, before.toReversed());
  if ('prepared' in from) return from.prepared;
  const comparing = { tools, task, channel, state, context, mapping };
  return {
    mapping,
    tree: from.tree,
    context,
    select: (order) => compareOrderLines(comparing, order).selection,
    holds: (key, print) => !task.message.forced && isUnchangedLine(task, state, key, print),
    conclude: (made) =>
      withChainFindings(
        concludeWithTarget(made, (whole) =>
          whole.compared
            ? concludeCompared(comparing, { ...whole, compared: whole.compared }, made.result, from.tree)
            : concludeWhole(comparing, whole, made.result),
        ),
        from,
        channel.language,
      ),
  };
}

/** Findings of the mappings before, and all of them with their places in the ERP's file. */
function withChainFindings(
  prepared: PrepareResult,
  { findings, steps }: ChainDocument,
  language: Language,
): PrepareResult {
  const locate = (own: readonly Finding[]) => locateInSource(own, steps, language);
  return withTaskProvenance(
    mapFindings(prepared, (own) => [...findings, ...locate(own)]),
    locate,
  );
}

/** A document that goes whole, unless it says what was delivered before. */
function concludeWhole(
  comparing: OrderComparison,
  whole: OutputDocument,
  result: MappingResult,
): PrepareResult {
  const { task, channel, state } = comparing;
  const tasks = buildTaskChanges(channel, result, whole);
  if (!task.message.forced && isSameResult(state, 'inbound', channel.name, whole.fingerprint))
    return { ...buildUnchanged(), ...tasks };
  const prepared = buildDeliverable(comparing, whole, result.findings, {
    delivered: buildDeliveredChange(task, whole),
    ...(channel.kind === 'order' ? { exported: buildExportedChange(comparing) } : {}),
  });
  return prepared.kind === 'deliver' ? { ...tasks, ...prepared } : prepared;
}

function buildDeliverable(
  comparing: OrderComparison,
  whole: OutputDocument,
  told: readonly Finding[],
  change: StateChange,
): PrepareResult {
  const { tools, task, channel, state, mapping } = comparing;
  const sent = writeSendable(tools, channel, mapping.to, whole);
  const news = sent.tree && compareWholeOrder(tools, task, channel, state, sent.tree);
  if (news?.isUntouched)
    return {
      ...buildUnchangedOrder(news.findings),
      change: { exported: buildExportedChange(comparing, undefined, news.reports) },
    };
  const findings = [...told, ...sent.findings, ...(news?.findings ?? [])];
  const worst = [...sent.findings, ...(news?.findings ?? [])].find(({ severity }) => severity !== 'warning');
  if (worst) return buildRefused(worst, findings);
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
  comparing: OrderComparison,
  whole: OutputDocument & { readonly compared: ComparedOrder },
  result: MappingResult,
  tree: TreeDocument,
): PrepareResult {
  const { task } = comparing;
  const { order, selection } = whole.compared;
  if (selection.ask) return buildAsk(comparing, whole);
  const findings = [...result.findings, ...createSelectionFindings(comparing, selection, tree)];
  const held = findings.find(({ severity }) => severity === 'park');
  if (held) return buildRefused(held, findings);
  const exported = buildExportedChange(comparing, order, selection.reports);
  const tasks = [...(result.tasks ?? []), ...createSelectionTasks(comparing, selection)];
  const ends = { ...(tasks.length === 0 ? {} : { tasks }), endsTasks: listEndedTasks(selection) };
  if (selection.sent.size === 0)
    return {
      ...buildUnchangedOrder(findings, selection.reports.length > 0 || tasks.length > 0),
      ...{ change: { exported }, ...ends },
    };
  const sent = { ...buildDeliveredChange(task, whole), ...collectSentValues(whole, order, selection) };
  const prepared = buildDeliverable(comparing, whole, findings, { delivered: sent, exported });
  return prepared.kind === 'deliver' ? { ...prepared, ...ends } : prepared;
}

/** What the ERP says of a line now takes the place of what it asked a person to do before. */
const listEndedTasks = ({ sent }: LineSelection): readonly string[] => [...sent];

/** The order is not known here, and an unmarked line of it may have changed or not. */
function buildAsk({ context }: OrderComparison, { target }: OutputDocument): PrepareResult {
  const number = findTextAt(toPlain(target), 'order', 'purchaseOrderNumber') ?? '';
  return {
    kind: 'ask',
    order: `${context.channel.companyId}-${number}`,
    reason: 'Nothing is known of this order here: the exchange is asked for it first.',
    findings: [],
  };
}

/** `tree`: of a document. */
function writeSendable(
  tools: ChannelRuntime,
  channel: InboundChannel,
  to: string,
  { payload: news }: OutputDocument,
): WriteResult & { readonly tree?: TreeDocument } {
  if (isFormatDocument(to)) return writeAsDocument(tools, channel, to, news);
  const { bytes, findings } = writeAndReadBack(tools, channel, to, news);
  const excess = findTooManyMembers(news, channel.settings.limits, channel.language);
  return { bytes, findings: excess ? [...findings, excess] : findings };
}

/** An SCSN document goes to the exchange without our own extension, and never with something left open. */
function writeAsDocument(
  tools: ChannelRuntime,
  channel: InboundChannel,
  to: string,
  news: TargetObject,
): WriteResult & { readonly tree?: TreeDocument } {
  const { bytes, findings, tree } = writeAndReadBack(tools, channel, to, news);
  if (findings.some(({ severity }) => severity !== 'warning')) return { bytes, findings };
  const sent = tools.format(to).passThrough?.({ bytes }, { language: channel.language });
  return sent === undefined
    ? { bytes, findings }
    : { bytes: sent.bytes(), findings: [...findings, ...sent.findings], ...(tree ? { tree } : {}) };
}
