import type { Mapping, MappingContext } from '../../mapping/interface.ts';
import { ledBack, type Step } from '../../mapping/lead-back.ts';
import { envelopeOf, make } from '../../mapping/make.ts';
import type { TreeDocument } from '../../tree/node.ts';
import type { Finding } from '../../types.ts';
import type { Channel } from '../channel.ts';
import type { Toolbox } from '../workers/toolbox.ts';
import { endOf, madeNothing, refused, written } from './common.ts';
import type { ReceivedChange } from './order-state.ts';
import type { Prepared } from './prepare.ts';

/** A document on its way through a chain, and how it came to be what it is. */
export interface OnTheWay {
  readonly tree: TreeDocument;
  readonly bytes: Uint8Array;
  /** From the first document to this one. */
  readonly steps: readonly Step[];
  /** Of the mappings so far, with the places of the first document. */
  readonly findings: readonly Finding[];
}

export interface Around {
  readonly tools: Toolbox;
  readonly channel: Channel;
  readonly context: MappingContext;
  /** Outbound: what was received. */
  readonly received?: ReceivedChange | undefined;
}

/** Through some mappings that each make a document: the last of these, or what stops the message before it. */
export function goOn(
  around: Around,
  from: OnTheWay,
  maps: readonly Mapping[],
): OnTheWay | { readonly prepared: Prepared } {
  let at = from;
  for (const mapping of maps) {
    const next = through(around, at, mapping);
    if ('prepared' in next) return next;
    at = next;
  }
  return at;
}

function through(
  { tools, channel, context, received }: Around,
  { tree, bytes: before, steps, findings }: OnTheWay,
  mapping: Mapping,
): OnTheWay | { readonly prepared: Prepared } {
  const { language } = channel;
  const made = make({ mapping, tree, context, holds: () => false });
  const end = endOf(made, received);
  if (end) return { prepared: withFindings(end, (own) => [...findings, ...ledBack(own, steps, language)]) };
  if (made.whole === undefined) return { prepared: madeNothing(received) };
  const {
    bytes,
    tree: read,
    findings: wrong,
  } = written(tools, channel, mapping.to, made.whole.news, {
    envelope: envelopeOf(context),
    ...(mapping.from === mapping.to ? { before: { bytes: before, tree } } : {}),
  });
  const on = [...steps, { mapping, tree: () => tree, context, made: read }];
  const all = [
    ...findings,
    ...ledBack(made.result.findings, steps, language),
    ...ledBack(wrong, on, language),
  ];
  const worst = wrong.find(({ severity }) => severity !== 'warning');
  if (worst) return { prepared: refused(worst, all, received) };
  if (read === undefined) throw new Error(`What ${mapping.name} made cannot be read.`);
  return { tree: read, bytes, steps: on, findings: all };
}

/** The same end, its findings told otherwise. */
export function withFindings(
  prepared: Prepared,
  told: (findings: readonly Finding[]) => readonly Finding[],
): Prepared {
  if (prepared.kind === 'wait' || prepared.kind === 'recheck') return prepared;
  return { ...prepared, findings: told(prepared.findings) };
}
