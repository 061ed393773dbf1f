import type { Written } from '../../formats/interface.ts';
import type { Whole } from '../../mapping/make.ts';
import { isDocument } from '../../mapping/models/documents.ts';
import type { TreeDocument } from '../../tree/node.ts';
import type { Finding } from '../../types.ts';
import type { InboundChannel } from '../channel.ts';
import type { Toolbox } from '../workers/toolbox.ts';
import { contextOf, delivered, isUnchanged, unchanged, withTarget, written } from './common.ts';
import { isSame, type OrderState } from './order-state.ts';
import { overLimit } from './over-limit.ts';
import type { MappingRun, Prepared, PrepareTask } from './prepare.ts';

interface Read {
  readonly state: OrderState;
  readonly tree: TreeDocument;
}

/** ERP -> exchange through a mapping: JSON, or XML again where the mapping makes an SCSN document. */
export function mappedRun(
  tools: Toolbox,
  task: PrepareTask,
  channel: InboundChannel,
  { state, tree }: Read,
): MappingRun {
  const mapping = tools.mapping(channel.settings.map ?? '');
  return {
    mapping,
    tree,
    context: contextOf(task, channel, state, ''),
    holds: (key, print) => !task.message.forced && isUnchanged(task, state, key, print),
    conclude: (made) =>
      withTarget(made, (whole) => {
        if (!task.message.forced && isSame(state, 'inbound', channel.name, whole.fingerprint))
          return unchanged();
        const sent = sendable(tools, channel, mapping.to, whole);
        const findings = [...made.result.findings, ...sent.findings];
        const worst = sent.findings.find(({ severity }) => severity !== 'warning');
        if (worst) return refused(worst, findings);
        return {
          kind: 'deliver',
          bytes: sent.bytes,
          findings,
          change: { delivered: delivered(task, whole) },
          mapping: mapping.hash,
          fields: {},
        };
      }),
  };
}

function sendable(tools: Toolbox, channel: InboundChannel, to: string, { news }: Whole): Written {
  const { bytes, findings } = written(tools, channel, to, news);
  const excess = isDocument(to) ? undefined : overLimit(news, channel.settings.limits, channel.language);
  return { bytes, findings: excess ? [...findings, excess] : findings };
}

const refused = ({ message, severity }: Finding, findings: readonly Finding[]): Prepared =>
  severity === 'park'
    ? { kind: 'park', reason: message, findings }
    : { kind: 'settle', outcome: 'rejected', reason: message, findings };
