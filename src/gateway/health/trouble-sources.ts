import type { ExchangeClient } from '../../exchange/exchange-client.ts';
import type { LocalizedText } from '../../findings/localized-text.ts';
import type { InboundFolder, OutboundFolder } from '../../folders/folder-types.ts';
import type { Journal } from '../../journal/journal.ts';
import type { TroubleCode } from '../../operator/health/health.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import type { Loops } from '../site/site-loops.ts';
import type { AlarmWatch } from '../watches/alarm-watch.ts';
import type { CompanyWatch } from '../watches/company-watch.ts';
import type { ExpectedTrafficWatch } from '../watches/expected-traffic-watch.ts';
import type { ProofWatch } from '../watches/folder-proof-watch.ts';
import type { LoginWatch } from '../watches/login-watch.ts';
import type { UnmatchedFilesWatch } from '../watches/unmatched-files-watch.ts';

/** The parts of a site that know of troubles. */
export interface SiteTroubleSources extends Loops {
  readonly exchange: ExchangeClient;
  readonly pipeline: Pipeline;
  readonly unmatched: UnmatchedFilesWatch;
  readonly expected: ExpectedTrafficWatch;
  readonly companies: CompanyWatch;
  readonly logins: LoginWatch;
  readonly proofs: ProofWatch;
  readonly inbound: ReadonlyMap<string, InboundFolder>;
  readonly outbound: ReadonlyMap<string, OutboundFolder>;
}

/** The parts of a running gateway that know of troubles. */
export interface TroubleSources extends SiteTroubleSources {
  readonly journal: Journal;
  readonly alarms: AlarmWatch;
  /** Why the config as it is now is not used, or undefined. */
  readonly config: () => LocalizedText | undefined;
}

/** One thing that was looked at. */
export interface NoticedTrouble {
  readonly trouble: TroubleCode;
  /** As `checks` of /health/ready call it. */
  readonly name: string;
  /** The channel, folder or disk; empty: the gateway. */
  readonly about: string;
  /** What is wrong; undefined: nothing. */
  readonly what: LocalizedText | undefined;
  /** Since when, where that is known. */
  readonly since?: string;
  /** What makes it another trouble than before, where `about` does not. */
  readonly key?: string;
  /** As `Fact.mark`. */
  readonly mark?: string;
}

/** Everything that can keep the gateway from its work, as each part tells it now. */
export function listTroubles(watched: TroubleSources): readonly NoticedTrouble[] {
  const { exchange, journal, disks, certificates, expected, companies, logins, alarms, config, ...parts } =
    watched;
  return [
    { ...nameAndAbout('exchange'), trouble: 'exchange-refuses', what: exchange.refusal() },
    { ...nameAndAbout('exchange'), trouble: 'exchange-away', what: exchange.unreachable() },
    { ...nameAndAbout('clock'), trouble: 'clock', what: exchange.clock() },
    { ...nameAndAbout('journal'), trouble: 'journal', what: journal.trouble() },
    { ...nameAndAbout('disks'), trouble: 'disk', what: disks.trouble() },
    { ...nameAndAbout('config'), trouble: 'config', what: config() },
    { ...nameAndAbout('logins'), trouble: 'failed-logins', what: logins.trouble() },
    ...certificates.troubles().map(({ level, about, what }) => ({
      ...nameAndAbout('certificate', about),
      trouble: level === 'wrong' ? ('certificate-ended' as const) : ('certificate' as const),
      what,
    })),
    ...folders(parts),
    ...loops(parts),
    ...alarms.troubles(),
    ...[...expected.troubles()].map(
      ([channel, what]) => ({ ...nameAndAbout('expected', channel), trouble: 'silent', what }) as const,
    ),
    ...[...companies.troubles()].map(
      ([channel, what]) => ({ ...nameAndAbout('company', channel), trouble: 'not-ours', what }) as const,
    ),
  ];
}

const nameAndAbout = (name: string, about = '') => ({
  name: about === '' ? name : `${name} of ${about}`,
  about,
});

type Parts = Omit<
  TroubleSources,
  | 'exchange'
  | 'journal'
  | 'disks'
  | 'certificates'
  | 'expected'
  | 'companies'
  | 'logins'
  | 'alarms'
  | 'config'
>;

function folders({ inbound, outbound, pipeline, unmatched, proofs }: Parts): readonly NoticedTrouble[] {
  const left = [...unmatched.troubles()].map(
    ([channel, what]) => ({ ...nameAndAbout('files', channel), trouble: 'untaken', what }) as const,
  );
  const each = [...inbound, ...outbound].flatMap(([channel, folder]) => [
    {
      ...nameAndAbout('folder', channel),
      trouble: 'folder' as const,
      what: folder.trouble() ?? proofs.troubles().get(channel),
    },
    {
      ...nameAndAbout('folder', channel),
      trouble: 'filing' as const,
      what: pipeline.filingTroubles().get(channel),
    },
  ]);
  return [...each, ...left];
}

function loops({ searches, collections, mappings }: Parts): readonly NoticedTrouble[] {
  const state = mappings.state();
  const trouble = !state.ok ? 'mappings' : 'mappings-old';
  return [
    ...searches.flatMap((search) => [
      { ...nameAndAbout('search', search.channelName), trouble: 'search' as const, what: search.trouble() },
      { ...nameAndAbout('cursor', search.channelName), trouble: 'clock' as const, what: search.warning() },
    ]),
    ...collections.flatMap((loop) =>
      loop.channelNames.map((channel) => ({
        ...nameAndAbout('collection', channel),
        trouble: 'not-collected' as const,
        what: loop.trouble(channel),
      })),
    ),
    { ...nameAndAbout('mappings'), trouble, what: state.reason } as const,
  ];
}
