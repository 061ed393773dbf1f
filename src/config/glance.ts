import { z } from 'zod';
import { valueAt } from '../yaml/issues.ts';
import type { ConfigSource } from './source.ts';
import { duration } from './values.ts';

/** What timelines show of a channel: its settings as they stand in the file, for whoever does not need them to be right. */
export interface ChannelGlance {
  /** Of the exchange, where documents are sent to one. */
  readonly operation?: string;
  /** What its files are. */
  readonly document?: string;
  /** Milliseconds in which the ERP has to collect a file; more is an alarm. */
  readonly collectedWithin?: number;
}

const channel = z.object({
  document: z.string().optional().catch(undefined),
  to: z
    .object({
      exchange: z.string().optional().catch(undefined),
      collected: z
        .object({ within: duration.optional().catch(undefined) })
        .optional()
        .catch(undefined),
    })
    .optional()
    .catch(undefined),
});

/** By name; what cannot be read is left out. */
export function glanceAt(source: ConfigSource): ReadonlyMap<string, ChannelGlance> {
  const named = z.record(z.string(), z.unknown()).safeParse(valueAt(source.value(), ['channels']));
  return new Map(Object.entries(named.data ?? {}).map(([name, value]) => [name, glance(value)]));
}

function glance(value: unknown): ChannelGlance {
  const { document, to } = channel.safeParse(value).data ?? {};
  const within = to?.collected?.within;
  return {
    ...(to?.exchange === undefined ? {} : { operation: to.exchange }),
    ...(document === undefined ? {} : { document }),
    ...(within === undefined ? {} : { collectedWithin: within }),
  };
}
