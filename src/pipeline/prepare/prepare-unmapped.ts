import type { PassThroughResult } from '../../formats/document-format.ts';
import { locateInSource } from '../../mapping/explain/provenance.ts';
import { fingerprintTree } from '../../tree/values/fingerprint.ts';
import type { Finding } from '../../types.ts';
import type { InboundChannel } from '../channel/channel.ts';
import { isSameResult } from '../order-state/order-state.ts';
import type { ChannelChain } from '../runtime/channel-chain.ts';
import type { ChannelRuntime } from '../runtime/channel-runtime.ts';
import { buildExportedChange } from './compare-order-lines.ts';
import { compareWholeOrder } from './compare-whole-order.ts';
import { buildDeliveredChange, buildParked, buildUnchanged, buildUnchangedOrder } from './prepare-results.ts';
import type { PrepareResult, PrepareTask } from './prepare-task.ts';
import type { InboundDocument } from './read-scsn-document.ts';
import type { ChainDocument } from './run-chain.ts';
import { findTooManyInXml } from './service-limits.ts';

/** Issue date, time and technical ids say nothing about an order's content. */
const volatileXmlPaths = ['cbc:IssueDate', 'cbc:IssueTime', 'cbc:UUID', 'cbc:CopyIndicator'];

/** The XML route: the document goes as it is, in UTF-8; its elements in order where the channel asks for that. */
export function prepareUnmapped(
  tools: ChannelRuntime,
  task: PrepareTask,
  channel: InboundChannel,
  { state, chain, scsn }: InboundDocument,
): PrepareResult {
  const { tree, bytes, findings: own } = renderAsIs(tools, task, channel, chain, scsn);
  const findings = locateInSource(own, scsn.steps, channel.language);
  const open = findings.find(({ severity }) => severity === 'park');
  if (open) return buildParked(open);
  const print = fingerprintTree(tree, volatileXmlPaths);
  if (!task.message.forced && isSameResult(state, 'inbound', channel.name, print)) return buildUnchanged();
  const news = compareWholeOrder(tools, task, channel, state, tree);
  const exported =
    channel.kind === 'order'
      ? { exported: buildExportedChange({ tools, task, channel }, undefined, news?.reports) }
      : {};
  if (news?.isUntouched) return { ...buildUnchangedOrder(news.findings), change: exported };
  const told = [...findings, ...(news?.findings ?? [])];
  const obstacle = findObstacle(told, tree, channel);
  if (obstacle) return obstacle;
  return {
    kind: 'deliver',
    bytes: bytes(),
    findings: told,
    change: { delivered: buildDeliveredChange(task, { fingerprint: print, items: new Map() }), ...exported },
    mapping: chain.translation?.hash ?? '',
    fields: {},
    ...(news === undefined || news.tasks.length === 0 ? {} : { tasks: news.tasks }),
  };
}

/** What it would open again, or more than the exchange takes. */
function findObstacle(
  findings: readonly Finding[],
  { root }: PassThroughResult['tree'],
  { settings, language }: InboundChannel,
): PrepareResult | undefined {
  const reopens = findings.find(({ severity }) => severity === 'park');
  if (reopens) return { kind: 'park', reason: reopens.message, findings };
  const excess = findTooManyInXml(root, settings.limits, language);
  return excess && { kind: 'settle', outcome: 'rejected', reason: excess.message, findings: [excess] };
}

function renderAsIs(
  tools: ChannelRuntime,
  { inFile }: PrepareTask,
  { settings, language }: InboundChannel,
  { scsn: name, translation }: ChannelChain,
  { tree, bytes }: ChainDocument,
): PassThroughResult {
  const format = tools.format(name);
  const repair = settings.repair === 'element-order' ? { repair: settings.repair } : {};
  const document = translation ? { bytes } : { bytes, ...inFile };
  const made = format.passThrough?.(document, { ...repair, language, tree });
  if (made === undefined) throw new Error(`${format.name} cannot be sent without a mapping.`);
  return made;
}
