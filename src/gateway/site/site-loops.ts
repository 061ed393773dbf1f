import type { Config } from '../../config/schema/config-schema.ts';
import type { ExchangeReader } from '../../exchange/exchange-client.ts';
import { isOutboundChannel } from '../../pipeline/channel/channel.ts';
import { buildCollectionLoops, type CollectionLoop } from '../../pipeline/deliver/collection-loop.ts';
import { PageUpkeepLoop } from '../../pipeline/page-upkeep-loop.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import type { PipelineParts } from '../../pipeline/pipeline-parts.ts';
import { InboundLoop } from '../../pipeline/receive/inbound-loop.ts';
import { SearchLoop } from '../../pipeline/receive/search-loop.ts';
import { RetentionLoop } from '../../pipeline/retention-loop.ts';
import { listDistinctChannels } from '../../pipeline/runtime/distinct-channels.ts';
import { resolveOwnFolders } from '../../pipeline/runtime/runtime-snapshot.ts';
import { MappingWatch } from '../../pipeline/workers/mapping-watch.ts';
import { CertificateWatch } from '../watches/certificate-watch.ts';
import { DiskWatch } from '../watches/disk-watch.ts';
import { JournalCheck } from '../watches/journal-check.ts';
import { groupByFolder, listWrittenFolders } from './channel-folders.ts';

/** Goes on until it is stopped. */
interface Loop {
  run(): Promise<void>;
  stop(): void;
}

/** What looks again and again, beside the pipeline. */
export interface Loops {
  readonly searches: readonly SearchLoop[];
  readonly collections: readonly CollectionLoop[];
  readonly mappings: MappingWatch;
  readonly disks: DiskWatch;
  readonly certificates: CertificateWatch;
  /** Those that begin work, and those that only look. */
  readonly work: readonly Loop[];
  readonly watches: readonly Loop[];
}

type Parts = PipelineParts & { readonly exchange: ExchangeReader };

export function buildSiteLoops(config: Config, parts: Parts, pipeline: Pipeline): Loops {
  const { channels, formats, inbound, outbound, journal, exchange, workers, log } = parts;
  const pickups = groupByFolder(channels, inbound).map(
    ([folder, sharing]) => new InboundLoop({ channels: sharing, formats, folder, journal, pipeline, log }),
  );
  const searches = channels
    .filter(isOutboundChannel)
    .map((channel) => new SearchLoop({ channel, exchange, journal, pipeline, log }));
  const collections = buildCollectionLoops(channels.filter(isOutboundChannel), outbound, { journal, log });
  const own = resolveOwnFolders(config);
  const mappings = new MappingWatch({ own, used: listDistinctChannels(channels), workers, log });
  const disks = new DiskWatch(listWrittenFolders(config, channels), log);
  const certificates = new CertificateWatch(config, log);
  const retention = new RetentionLoop({ keep: config.journal.keep, journal, log });
  const watches = [disks, certificates, mappings, new JournalCheck(journal, log)];
  const upkeep = new PageUpkeepLoop({ journal, log });
  const work = [...pickups, ...searches, ...collections, retention, upkeep];
  return { searches, collections, mappings, disks, certificates, work, watches };
}
