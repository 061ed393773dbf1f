import type { Logger } from 'pino';
import type { ExchangeClient, ExchangeReader } from '../exchange/exchange-client.ts';
import type { InboundFolder, OutboundFolder } from '../folders/folder-types.ts';
import type { Formats } from '../formats/document-format.ts';
import type { Journal } from '../journal/journal.ts';
import type { Meter } from '../metrics/meter.ts';
import type { Channel } from './channel/channel.ts';
import type { Workers } from './workers/workers.ts';

/** What the pipeline works with; the composition root puts it together. */
export interface PipelineParts {
  readonly journal: Journal;
  readonly workers: Workers;
  readonly exchange: ExchangeClient & Pick<ExchangeReader, 'metadata' | 'follow' | 'upload'>;
  /** Requests that the exchange takes in a second. */
  readonly perSecond: number;
  /** Host and port of the exchange. */
  readonly exchangeHost: string;
  readonly channels: readonly Channel[];
  readonly formats: Formats;
  readonly inbound: ReadonlyMap<string, InboundFolder>;
  readonly outbound: ReadonlyMap<string, OutboundFolder>;
  readonly log: Logger;
  readonly meter?: Meter | undefined;
}
