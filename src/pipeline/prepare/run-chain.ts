import { advanceChain, type ChainPosition } from '../../mapping/advance-chain.ts';
import { locateInSource } from '../../mapping/explain/provenance.ts';
import type { Mapping, MappingContext } from '../../mapping/mapping.ts';
import { buildOutput, buildWriteEnvelope } from '../../mapping/mapping-output.ts';
import type { Finding } from '../../types.ts';
import type { Channel } from '../channel/channel.ts';
import type { ReceivedChange } from '../order-state/order-state.ts';
import type { ChannelRuntime } from '../runtime/channel-runtime.ts';
import { writeAndReadBack } from '../runtime/write-and-read-back.ts';
import { buildNothingMade, buildRefused, findEarlyEnd } from './prepare-results.ts';
import type { PrepareResult } from './prepare-task.ts';

/** A document on its way through a chain, and how it came to be what it is. */
export interface ChainDocument extends ChainPosition {
  readonly bytes: Uint8Array;
  /** Of the mappings so far, with the places of the first document. */
  readonly findings: readonly Finding[];
}

export interface ChainContext {
  readonly tools: ChannelRuntime;
  readonly channel: Channel;
  readonly context: MappingContext;
  /** Outbound: what was received. */
  readonly received?: ReceivedChange | undefined;
}

/** Through some mappings that each make a document: the last of these, or what stops the message before it. */
export function runMappingChain(
  around: ChainContext,
  from: ChainDocument,
  maps: readonly Mapping[],
): ChainDocument | { readonly prepared: PrepareResult } {
  let at = from;
  for (const mapping of maps) {
    const next = runOneMapping(around, at, mapping);
    if ('prepared' in next) return next;
    at = next;
  }
  return at;
}

function runOneMapping(
  { tools, channel, context, received }: ChainContext,
  at: ChainDocument,
  mapping: Mapping,
): ChainDocument | { readonly prepared: PrepareResult } {
  const output = buildOutput({ mapping, tree: at.tree, context, holds: () => false });
  const end = findEarlyEnd(output, received);
  if (end)
    return {
      prepared: mapFindings(end, (own) => [
        ...at.findings,
        ...locateInSource(own, at.steps, channel.language),
      ]),
    };
  const { made, next, ...said } = advanceChain(at, { mapping, context, output }, ({ payload }) =>
    writeAndReadBack(tools, channel, mapping.to, payload, {
      envelope: buildWriteEnvelope(context),
      ...(mapping.from === mapping.to ? { before: at } : {}),
    }),
  );
  if (made === undefined) return { prepared: buildNothingMade(received) };
  const findings = [...at.findings, ...said.findings, ...said.targetFindings];
  const worst = said.targetFindings.find(({ severity }) => severity !== 'warning');
  if (worst) return { prepared: buildRefused(worst, findings, received) };
  if (next === undefined) throw new Error(`What ${mapping.name} made cannot be read.`);
  return { ...next, bytes: made.bytes, findings };
}

/** The same result with other findings. */
export function mapFindings(
  prepared: PrepareResult,
  told: (findings: readonly Finding[]) => readonly Finding[],
): PrepareResult {
  if (prepared.kind === 'wait' || prepared.kind === 'recheck') return prepared;
  return { ...prepared, findings: told(prepared.findings) };
}
