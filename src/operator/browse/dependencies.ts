import type { Config } from '../../config/schema/config-schema.ts';
import type { AlarmTarget } from '../alarms/alarm-target.ts';
import type { Health, HealthReason, Level, TroubleCode } from '../health/health.ts';

/** What the gateway depends on, and how it stands with each. */
export interface Dependency {
  /** `folders`: those on this machine and its shares; `sftp`: those on one server, `about`. */
  readonly kind:
    | 'exchange'
    | 'folders'
    | 'sftp'
    | 'journal'
    | 'disk'
    | 'certificate'
    | 'backup'
    | AlarmTarget['name'];
  readonly about: string;
  /** Absent: it is well. */
  readonly level?: Level;
  /** When that began; RFC 3339, UTC. */
  readonly since?: string;
  /** Of folders: those that can be used, and all. */
  readonly usable?: number;
  readonly of?: number;
  /** Of a disk: bytes that are free. */
  readonly free?: number;
  /** Of a certificate: when it ends; RFC 3339, UTC. */
  readonly until?: string;
  /** When the last backup was made, or something was last sent by mail or webhook; RFC 3339, UTC. */
  readonly last?: string;
}

/** A certificate in use, by its key in the config. */
export interface CertificateEnd {
  readonly about: string;
  /** RFC 3339, UTC. */
  readonly until: string;
}

/** That an alarm was sent. */
export interface AlarmSent {
  readonly target: string;
  /** RFC 3339, UTC. */
  readonly at: string;
}

/** Room on a disk that the gateway writes to. */
export interface FreeDisk {
  /** The first of its folders. */
  readonly folder: string;
  readonly free: number;
}

interface DependencyFacts {
  readonly config: Pick<Config, 'channels' | 'alarms'>;
  readonly health: Health;
  readonly disks: readonly FreeDisk[];
  readonly certificates: readonly CertificateEnd[];
  /** When the last backup was made; undefined: none is known. */
  readonly backup: string | undefined;
  /** In any order. */
  readonly sent: readonly AlarmSent[];
}

export function listDependencies(facts: DependencyFacts): readonly Dependency[] {
  const { config, health, disks, certificates, backup } = facts;
  const { reasons } = health;
  const worst = (...codes: readonly TroubleCode[]) =>
    worstOf(reasons.filter(({ code }) => codes.includes(code)));
  return [
    { kind: 'exchange', about: '', ...worst('exchange-away', 'exchange-refuses', 'search') },
    ...listFolders(config.channels, reasons),
    { kind: 'journal', about: '', ...worst('journal') },
    ...listDisks(disks, worst('disk')),
    ...listCertificates(certificates, worst('certificate', 'certificate-ended')),
    ...(backup === undefined ? [] : [{ kind: 'backup', about: '', last: backup } as const]),
    ...listAlarmTargets(facts),
  ];
}

type Standing = Pick<Dependency, 'level' | 'since'>;

/** Health tells the red ones first. */
function worstOf([first]: readonly HealthReason[]): Standing {
  return first === undefined ? {} : { level: first.level, since: first.since };
}

/** Where the channels pick up and publish; a server of its own each. */
function listFolders(channels: Config['channels'], reasons: readonly HealthReason[]): readonly Dependency[] {
  const places = Object.entries(channels).map(([name, { from, to }]) => {
    const end = 'exchange' in to ? from : to;
    const host = 'sftp' in end ? end.sftp?.host : undefined;
    return { host: host ?? '', troubles: reasons.filter((reason) => isOfFolder(reason, name)) };
  });
  return [...Map.groupBy(places, ({ host }) => host)]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([host, ends]) => ({
      kind: host === '' ? 'folders' : 'sftp',
      about: host,
      ...worstOf(ends.flatMap(({ troubles }) => troubles)),
      usable: ends.filter(({ troubles }) => troubles.length === 0).length,
      of: ends.length,
    }));
}

const isOfFolder = ({ code, about }: HealthReason, channel: string): boolean =>
  (code === 'folder' || code === 'filing') && about === channel;

/** The fullest alone: it is the one that ends the work. */
function listDisks(disks: readonly FreeDisk[], standing: Standing): readonly Dependency[] {
  const [fullest] = disks.toSorted((a, b) => a.free - b.free);
  if (fullest === undefined) return [];
  return [{ kind: 'disk', about: fullest.folder, ...standing, free: fullest.free }];
}

/** The one that ends first alone. */
function listCertificates(ends: readonly CertificateEnd[], standing: Standing): readonly Dependency[] {
  const [first] = ends.toSorted((a, b) => a.until.localeCompare(b.until));
  return first === undefined ? [] : [{ kind: 'certificate', ...first, ...standing }];
}

function listAlarmTargets({ config: { alarms }, health, sent }: DependencyFacts): readonly Dependency[] {
  const targets = (['mail', 'webhook'] as const).filter((name) => alarms[name] !== undefined);
  return targets.map((kind) => {
    const reasons = health.reasons.filter(({ code, about }) => code === 'alarm' && about === kind);
    const times = sent.filter(({ target }) => target === kind).map(({ at }) => at);
    const last = times.sort().at(-1);
    return { kind, about: '', ...worstOf(reasons), ...(last === undefined ? {} : { last }) };
  });
}
