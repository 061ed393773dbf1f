import type { ExchangeClient } from '../exchange/interface.ts';
import type { Told } from '../findings/troubles.ts';
import type { InboundFolder, OutboundFolder } from '../folders/interface.ts';
import type { Journal } from '../journal/interface.ts';
import type { Trouble } from '../operator/health.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import type { AlarmWatch } from './alarm-watch.ts';
import type { CompanyWatch } from './company-watch.ts';
import type { ExpectWatch } from './expect-watch.ts';
import type { Loops } from './loops.ts';
import type { ProofWatch } from './proof-watch.ts';
import type { UntakenWatch } from './untaken-watch.ts';

/** The parts of a site that know of troubles. */
export interface SiteWatched extends Loops {
  readonly exchange: ExchangeClient;
  readonly pipeline: Pipeline;
  readonly untaken: UntakenWatch;
  readonly expected: ExpectWatch;
  readonly companies: CompanyWatch;
  readonly proofs: ProofWatch;
  readonly inbound: ReadonlyMap<string, InboundFolder>;
  readonly outbound: ReadonlyMap<string, OutboundFolder>;
}

/** The parts of a running gateway that know of troubles. */
export interface Watched extends SiteWatched {
  readonly journal: Journal;
  readonly alarms: AlarmWatch;
  /** Why the config as it is now is not used, or undefined. */
  readonly config: () => Told | undefined;
}

/** One thing that was looked at. */
export interface Noticed {
  readonly trouble: Trouble;
  /** As `checks` of /health/ready call it. */
  readonly name: string;
  /** The channel, folder or disk; empty: the gateway. */
  readonly about: string;
  /** What is wrong; undefined: nothing. */
  readonly what: Told | undefined;
  /** Since when, where that is known. */
  readonly since?: string;
  /** What makes it another trouble than before, where `about` does not. */
  readonly key?: string;
  /** As `Fact.mark`. */
  readonly mark?: string;
}

/** Everything that can keep the gateway from its work, as each part tells it now. */
export function noticed(watched: Watched): readonly Noticed[] {
  const { exchange, journal, disks, certificates, expected, companies, alarms, config, ...parts } = watched;
  return [
    { ...of('exchange'), trouble: 'exchange-refuses', what: exchange.refusal() },
    { ...of('exchange'), trouble: 'exchange-away', what: exchange.away() },
    { ...of('clock'), trouble: 'clock', what: exchange.clock() },
    { ...of('journal'), trouble: 'journal', what: journal.trouble() },
    { ...of('disks'), trouble: 'disk', what: disks.trouble() },
    { ...of('config'), trouble: 'config', what: config() },
    ...certificates.troubles().map(({ level, about, what }) => ({
      ...of('certificate', about),
      trouble: level === 'wrong' ? ('certificate-ended' as const) : ('certificate' as const),
      what,
    })),
    ...folders(parts),
    ...loops(parts),
    ...alarms.noticed(),
    ...[...expected.troubles()].map(
      ([channel, what]) => ({ ...of('expected', channel), trouble: 'silent', what }) as const,
    ),
    ...[...companies.troubles()].map(
      ([channel, what]) => ({ ...of('company', channel), trouble: 'not-ours', what }) as const,
    ),
  ];
}

const of = (name: string, about = '') => ({ name: about === '' ? name : `${name} of ${about}`, about });

type Parts = Omit<
  Watched,
  'exchange' | 'journal' | 'disks' | 'certificates' | 'expected' | 'companies' | 'alarms' | 'config'
>;

function folders({ inbound, outbound, pipeline, untaken, proofs }: Parts): readonly Noticed[] {
  const left = [...untaken.troubles()].map(
    ([channel, what]) => ({ ...of('files', channel), trouble: 'untaken', what }) as const,
  );
  const each = [...inbound, ...outbound].flatMap(([channel, folder]) => [
    {
      ...of('folder', channel),
      trouble: 'folder' as const,
      what: folder.trouble() ?? proofs.troubles().get(channel),
    },
    {
      ...of('folder', channel),
      trouble: 'filing' as const,
      what: pipeline.filingTroubles().get(channel),
    },
  ]);
  return [...each, ...left];
}

function loops({ searches, collections, mappings }: Parts): readonly Noticed[] {
  const state = mappings.state();
  const trouble = !state.ok ? 'mappings' : 'mappings-old';
  return [
    ...searches.flatMap((search) => [
      { ...of('search', search.channelName), trouble: 'search' as const, what: search.trouble() },
      { ...of('cursor', search.channelName), trouble: 'clock' as const, what: search.warning() },
    ]),
    ...collections.map((loop) => ({
      ...of('collection', loop.name),
      trouble: 'not-collected' as const,
      what: loop.trouble(),
    })),
    { ...of('mappings'), trouble, what: state.reason } as const,
  ];
}
