import type { LocalizedText } from '../../findings/localized-text.ts';
import type { Health, HealthReason } from '../health/health.ts';
import { findAcknowledgement } from './acknowledgements.ts';
import { type AlarmEntry, type AlarmList, type AlarmSources, listAlarms } from './alarm-commands.ts';
import { alarmKeyOf, isSilenced } from './evaluate.ts';

export interface CurrentAlarm extends AlarmEntry {
  /** As this gateway sees it, in both languages; absent: another one does, and `what` is as that wrote it down. */
  readonly text?: LocalizedText;
}

export interface CurrentAlarms extends Pick<AlarmList, 'silences'> {
  /** The red ones first, then by age. */
  readonly alarms: readonly CurrentAlarm[];
}

/** What gateways wrote down, and what this one sees that it has not written down yet. `now`: milliseconds since the epoch. */
export async function listCurrentAlarms(
  journal: AlarmSources,
  { reasons }: Health,
  now: number,
): Promise<CurrentAlarms> {
  const { alarms, silences } = await listAlarms(journal, now);
  const acknowledgements = await journal.troubles.listAcknowledgements();
  const seen = new Map(reasons.map((one) => [alarmKeyOf(one), one]));
  const known = new Set(alarms.map(alarmKeyOf));
  const unwritten = reasons.filter((one) => !known.has(alarmKeyOf(one)));
  const entries = [
    ...alarms.map((alarm) => ({ ...alarm, ...textOf(seen.get(alarmKeyOf(alarm))) })),
    ...unwritten.map((reason) => ({
      ...{ code: reason.code, about: reason.about, level: reason.level, since: reason.since },
      ...{ told: [], text: reason.what, silenced: isSilenced(reason, silences) },
      ...acknowledgedOf(findAcknowledgement(reason, acknowledgements)),
    })),
  ];
  return { silences, alarms: entries.sort(byWeight) };
}

const textOf = (reason: HealthReason | undefined): Pick<CurrentAlarm, 'text'> =>
  reason ? { text: reason.what } : {};

const acknowledgedOf = (found: ReturnType<typeof findAcknowledgement>): Pick<CurrentAlarm, 'acknowledged'> =>
  found ? { acknowledged: { who: found.who, at: found.at, reason: found.reason } } : {};

const byWeight = (one: CurrentAlarm, other: CurrentAlarm): number =>
  one.level === other.level ? one.since.localeCompare(other.since) : one.level === 'red' ? -1 : 1;
