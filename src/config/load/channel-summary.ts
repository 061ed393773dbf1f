import { z } from 'zod';
import { type Kind, type SendOperation, sendOperations } from '../../types.ts';
import { findValueAt } from '../../yaml/schema-issues.ts';
import { kindsTaken } from '../document-kinds.ts';
import type { Config } from '../schema/config-schema.ts';
import { duration } from '../schema/setting-types.ts';
import type { ConfigSource } from './config-source.ts';

/** What timelines show of a channel. Read leniently: the settings need not be valid. */
export interface ChannelSummary {
  /** Of the exchange, where documents are sent to one. */
  readonly operation?: string;
  /** What its documents are, as far as names tell: formats and mappings are not read for it. */
  readonly kind?: Kind;
  /** Milliseconds in which the ERP has to collect a file; more is an alarm. */
  readonly collectedWithin?: number;
}

const channel = z.object({
  document: z.string().optional().catch(undefined),
  map: z
    .union([z.string().transform((name) => [name]), z.array(z.string())])
    .optional()
    .catch(undefined),
  as: z.enum(['buyer', 'supplier']).optional().catch(undefined),
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

/** Of a channel: that much is looked at. */
interface ChannelGlance {
  readonly document?: string | undefined;
  readonly map?: readonly string[] | undefined;
  readonly as?: 'buyer' | 'supplier' | undefined;
  readonly to?:
    | {
        readonly exchange?: string | undefined;
        readonly collected?: { readonly within?: number | undefined } | undefined;
      }
    | undefined;
}

/** By name; what cannot be read is left out. */
export function readChannelSummaries(source: ConfigSource): ReadonlyMap<string, ChannelSummary> {
  const named = z.record(z.string(), z.unknown()).safeParse(findValueAt(source.toValue(), ['channels']));
  return new Map(Object.entries(named.data ?? {}).map(([name, value]) => [name, glance(value)]));
}

/** The same of a config that is used, by the name of the channel. */
export const summarizeChannels = (channels: Config['channels']): ReadonlyMap<string, ChannelSummary> =>
  new Map(Object.entries(channels).map(([name, settings]) => [name, summarize(settings)]));

const glance = (value: unknown): ChannelSummary => summarize(channel.safeParse(value).data ?? {});

function summarize(read: ChannelGlance): ChannelSummary {
  const { to } = read;
  const kind = kindOf(read);
  const within = to?.collected?.within;
  return {
    ...(to?.exchange === undefined ? {} : { operation: to.exchange }),
    ...(kind === undefined ? {} : { kind }),
    ...(within === undefined ? {} : { collectedWithin: within }),
  };
}

const scsn: ReadonlyMap<string, Kind> = new Map([
  ['scsn/Order', 'order'],
  ['scsn/OrderResponse', 'response'],
  ['scsn/DespatchAdvice', 'advice'],
  ['scsn/OrderStatus', 'status'],
]);

/** An SCSN document by its name; another by where it goes; what a buyer receives by the names of its mappings. */
function kindOf({ document = '', to, as, map = [] }: ChannelGlance): Kind | undefined {
  const named = scsn.get(document);
  if (named !== undefined || document === '') return named;
  const operation = sendOperations.find((one): one is SendOperation => one === to?.exchange);
  if (operation !== undefined) return kindsTaken[operation];
  if (as !== 'buyer') return as === undefined ? undefined : 'order';
  const names = [document, ...map].join(' ');
  if (/despatch|shipment|advice/.test(names)) return 'advice';
  return names.includes('status') ? 'status' : 'response';
}
