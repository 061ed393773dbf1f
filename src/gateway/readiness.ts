import type { ExchangeClient } from '../exchange/interface.ts';
import type { InboundFolder, OutboundFolder } from '../folders/interface.ts';
import type { Readiness } from '../http/operator.ts';
import type { Journal } from '../journal/interface.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import type { Loops } from './loops.ts';

interface Watched extends Loops {
  readonly exchange: ExchangeClient;
  readonly journal: Journal;
  readonly pipeline: Pipeline;
  readonly inbound: ReadonlyMap<string, InboundFolder>;
  readonly outbound: ReadonlyMap<string, OutboundFolder>;
}

/** Everything that can keep the gateway from its work, each with its reason. */
export async function readinessOf(watched: Watched): Promise<readonly Readiness[]> {
  const { exchange, journal, pipeline, inbound, outbound, searches, collections, mappings, disks } = watched;
  return [
    named('exchange', exchange.trouble()),
    named('journal', journal.trouble() ?? (await journal.message(0).then(() => undefined, String))),
    { ...named('disks', disks.trouble()), ok: true },
    ...[...inbound, ...outbound].map(([name, folder]) =>
      named(`folder of ${name}`, folder.trouble() ?? pipeline.filingTroubles().get(name)),
    ),
    ...searches.map((search) => named(`search of ${search.channelName}`, search.trouble())),
    // an ERP that does not collect does not keep the gateway from its work
    ...collections.map((loop) => ({ ...named(`collection of ${loop.name}`, loop.trouble()), ok: true })),
    ...(mappings ? [{ name: 'mappings', ...mappings.state() }] : []),
  ];
}

const named = (name: string, reason: string | undefined): Readiness =>
  reason === undefined ? { name, ok: true } : { name, ok: false, reason };
