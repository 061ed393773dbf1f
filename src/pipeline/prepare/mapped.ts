import type { Written } from '../../formats/interface.ts';
import { ledBack } from '../../mapping/lead-back.ts';
import type { Whole } from '../../mapping/make.ts';
import { isDocument } from '../../mapping/models/documents.ts';
import type { OutObject } from '../../tree/out.ts';
import type { InboundChannel } from '../channel.ts';
import type { Chain } from '../workers/chain.ts';
import type { Toolbox } from '../workers/toolbox.ts';
import { contextOf, delivered, isUnchanged, refused, unchanged, withTarget, written } from './common.ts';
import { goOn, type OnTheWay, withFindings } from './onward.ts';
import { isSame, type OrderState } from './order-state.ts';
import { overLimit } from './over-limit.ts';
import type { Prepared, PrepareTask, Step } from './prepare.ts';

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
    withFindings(prepared, (own) => [...from.findings, ...ledBack(own, from.steps, channel.language)]);
  return {
    mapping,
    tree: from.tree,
    context,
    holds: (key, print) => !task.message.forced && isUnchanged(task, state, key, print),
    conclude: (made) =>
      led(
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
      ),
  };
}

function sendable(tools: Toolbox, channel: InboundChannel, to: string, { news }: Whole): Written {
  if (isDocument(to)) return sentAsDocument(tools, channel, to, news);
  const { bytes, findings } = written(tools, channel, to, news);
  const excess = overLimit(news, channel.settings.limits, channel.language);
  return { bytes, findings: excess ? [...findings, excess] : findings };
}

/** An SCSN document goes to the exchange without our own extension, and never with something left open. */
function sentAsDocument(tools: Toolbox, channel: InboundChannel, to: string, news: OutObject): Written {
  const { bytes, findings } = written(tools, channel, to, news);
  if (findings.some(({ severity }) => severity !== 'warning')) return { bytes, findings };
  const sent = tools.format(to).asIs?.({ bytes }, { language: channel.language });
  return sent === undefined
    ? { bytes, findings }
    : { bytes: sent.bytes(), findings: [...findings, ...sent.findings] };
}
