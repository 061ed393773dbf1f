import type { Mapping } from '../../mapping/interface.ts';
import { keyedItems, omitUnchanged } from '../../mapping/keyed.ts';
import { isDocumentType } from '../../mapping/models/documents.ts';
import { checkXml } from '../../scsn/check.ts';
import { writeXml } from '../../scsn/write.ts';
import { fingerprint } from '../../tree/fingerprint.ts';
import type { TreeDocument } from '../../tree/node.ts';
import type { OutObject } from '../../tree/out.ts';
import { writeJson } from '../../tree/write-json.ts';
import type { Finding } from '../../types.ts';
import { type InboundChannel, xmlOptions } from '../channel.ts';
import type { Toolbox } from '../workers/toolbox.ts';
import { contextOf, delivered, isUnchanged, unchanged, withTarget } from './common.ts';
import { isSame, type OrderState } from './order-state.ts';
import { overLimit } from './over-limit.ts';
import { linesInside } from './placement.ts';
import type { Prepared, PrepareTask } from './prepare.ts';

interface Read {
  readonly state: OrderState;
  readonly tree: TreeDocument;
}

/** ERP -> exchange through a mapping: JSON, or XML again where the mapping makes an SCSN document. */
export function prepareMapped(
  tools: Toolbox,
  task: PrepareTask,
  channel: InboundChannel,
  { state, tree }: Read,
): Prepared {
  const mapping = tools.mapping(channel.settings.map ?? '');
  const result = mapping.run(tree, contextOf(task, channel, state, ''));
  return withTarget(result, (target) => {
    const print = fingerprint(target);
    if (!task.message.forced && isSame(state, 'inbound', channel.name, print)) return unchanged();
    const written = writeFor(tools, channel, mapping, newsOf(task, state, target));
    const findings = [...result.findings, ...written.findings];
    const worst = written.findings.find(({ severity }) => severity !== 'warning');
    if (worst) return refused(worst, findings);
    const lines = Object.fromEntries(keyedItems(target));
    return {
      kind: 'deliver',
      bytes: written.bytes,
      findings,
      change: { delivered: delivered(task, print, lines) },
      mapping: mapping.hash,
      fields: {},
    };
  });
}

/** Without what is unchanged. The exchange takes no order without lines: a header that changed alone goes with all. */
function newsOf(task: PrepareTask, state: OrderState, target: OutObject): OutObject {
  if (task.message.forced) return target;
  const news = omitUnchanged(target, (key, print) => isUnchanged(task, state, key, print));
  return keyedItems(target).size > 0 && keyedItems(news).size === 0 ? target : news;
}

interface Written {
  readonly bytes: Uint8Array;
  readonly findings: readonly Finding[];
}

function writeFor(
  { schemas }: Toolbox,
  channel: InboundChannel,
  { to }: Mapping,
  target: OutObject,
): Written {
  if (isDocumentType(to)) {
    const { bytes, findings } = writeXml(to, target, schemas.model, channel.language);
    const checked = checkXml(bytes, schemas, xmlOptions(channel, to));
    return { bytes, findings: [...findings, ...checked.findings] };
  }
  const { settings } = channel;
  const excess = overLimit(target, settings.limits, channel.language);
  const placed = settings.linesPlacement === 'inside' ? linesInside(target) : target;
  return { bytes: new TextEncoder().encode(writeJson(placed)), findings: excess ? [excess] : [] };
}

const refused = ({ message, severity }: Finding, findings: readonly Finding[]): Prepared =>
  severity === 'park'
    ? { kind: 'park', reason: message, findings }
    : { kind: 'settle', outcome: 'rejected', reason: message, findings };
