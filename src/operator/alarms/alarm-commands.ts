import type { DecisionAuthor, Journal } from '../../journal/journal.ts';
import type {
  Acknowledgement,
  GatewayTroubles,
  NewAcknowledgement,
  Silence,
  TroubleStore,
} from '../../journal/trouble-store.ts';
import type { DecisionAccess } from '../decisions/decision-access.ts';
import { type DecisionResult, doneResult, refusedResult } from '../decisions/decision-result.ts';
import { findAcknowledgement } from './acknowledgements.ts';
import { parseActiveAlarm } from './alarm-store.ts';
import {
  findMissingGateways,
  isAlarmCode,
  isTroubleCode,
  type MissingGateway,
  mergeAlarms,
} from './alarms-from-health.ts';
import { type ActiveAlarm, isSilenced } from './evaluate.ts';

/** What people ask and decide about alarms. */

export interface AlarmEntry extends Pick<ActiveAlarm, 'code' | 'about' | 'level' | 'since'> {
  /** As a gateway wrote it down, in the language of its config. Absent: the gateway `about` is missing (`gateway-gone`). */
  readonly what?: string;
  /** When it was last told, and where; RFC 3339, UTC. */
  readonly told: readonly { readonly target: string; readonly at: string }[];
  readonly silenced: boolean;
  /** Who sees to it. */
  readonly acknowledged?: Pick<Acknowledgement, 'who' | 'at' | 'reason'>;
}

export interface AlarmList {
  readonly alarms: readonly AlarmEntry[];
  readonly silences: readonly Silence[];
  readonly gateways: readonly GatewayTroubles[];
}

/** What a journal knows of alarms. */
export interface AlarmSources extends Pick<Journal, 'shared'> {
  readonly troubles: Pick<
    TroubleStore,
    'listTroubles' | 'listSilences' | 'listAlarms' | 'listAcknowledgements'
  >;
}

/** As the gateways last wrote it down. `now`: milliseconds since the epoch. */
export async function listAlarms({ troubles, shared }: AlarmSources, now: number): Promise<AlarmList> {
  const gateways = await troubles.listTroubles();
  const silences = await troubles.listSilences(new Date(now).toISOString());
  const acknowledgements = await troubles.listAcknowledgements();
  const kept = (await troubles.listAlarms()).flatMap((row) =>
    parseActiveAlarm(row).map((one) => ({ target: row.target, ...one })),
  );
  const living = shared ? gateways.filter(({ silent }) => silent !== undefined) : gateways;
  const missing = findMissingGateways(living, now).map(missingGatewayEntry);
  const alarms = [...mergeAlarms(living), ...missing].map((alarm) => ({
    ...alarm,
    silenced: isSilenced(alarm, silences),
    ...acknowledgementOf(alarm, acknowledgements),
    told: kept.flatMap(({ code, about, target, told }) =>
      code === alarm.code && about === alarm.about && told !== undefined
        ? [{ target, at: new Date(told).toISOString() }]
        : [],
    ),
  }));
  return { alarms, silences, gateways };
}

function acknowledgementOf(
  alarm: Pick<ActiveAlarm, 'code' | 'about' | 'since'>,
  acknowledgements: readonly Acknowledgement[],
): Pick<AlarmEntry, 'acknowledged'> {
  const found = findAcknowledgement(alarm, acknowledgements);
  return found ? { acknowledged: { who: found.who, at: found.at, reason: found.reason } } : {};
}

/** No gateway has written down what is wrong with it. */
const missingGatewayEntry = ({ gateway, since }: MissingGateway) =>
  ({ code: 'gateway-gone', about: gateway, level: 'amber', since, mark: '' }) as const;

/**
 * Nothing is told of it for a while; of every kind, or wherever, where that is empty. What is neither one of the `channels` nor what an
 * alarm is about now may still come (a gateway, a certificate): it is silenced too, and the answer says that nothing is known of it.
 */
export async function addSilence(
  { write }: Pick<DecisionAccess, 'write'>,
  silence: Omit<Silence, 'id'>,
  now: number,
  channels: readonly string[],
): Promise<DecisionResult> {
  const { code, about, until } = silence;
  if (code !== '' && !isAlarmCode(code)) return refusedResult('no-alarm-kind', { code });
  if (Date.parse(until) <= now) return refusedResult('time-passed');
  return await write(async (journal) => {
    const id = await journal.troubles.addSilence(silence);
    const { alarms } = await listAlarms(journal, now);
    const known = ['', ...channels, ...alarms.map((alarm) => alarm.about)];
    return known.includes(about)
      ? doneResult('silenced', { id, until })
      : doneResult('silenced-unknown', { id, until, about });
  });
}

type AlarmName = Pick<ActiveAlarm, 'code' | 'about'>;

/**
 * Somebody sees to it: it is not repeated while it lasts. `now`: milliseconds since the epoch; `seen`: what this gateway sees, written
 * down or not. Refused where neither that nor what the gateways wrote down has it, and for what is told once.
 */
export async function acknowledgeAlarm(
  { write }: Pick<DecisionAccess, 'write'>,
  alarm: NewAcknowledgement,
  now: number,
  seen: readonly AlarmName[] = [],
): Promise<DecisionResult> {
  const { code, about } = alarm;
  if (!isAlarmCode(code)) return refusedResult('no-alarm-kind', { code });
  if (!isTroubleCode(code)) return refusedResult('told-once', { code });
  return await write(async (journal) => {
    const open = new Set([...(await listAlarms(journal, now)).alarms, ...seen].map(nameAlarm));
    const name = nameAlarm({ code, about });
    if (!open.has(name)) return refuseUnknownAlarm(name, [...open]);
    await journal.troubles.acknowledge(alarm);
    return doneResult('acknowledged');
  });
}

const nameAlarm = ({ code, about }: AlarmName): string => [code, about].filter(Boolean).join(' ');

/** Open alarms that a refusal names. */
const mostNamed = 5;

const refuseUnknownAlarm = (alarm: string, open: readonly string[]): DecisionResult =>
  open.length === 0
    ? refusedResult('no-open-alarms', { alarm })
    : refusedResult('no-open-alarm', {
        alarm,
        open: [...open.slice(0, mostNamed), ...(open.length > mostNamed ? ['...'] : [])].join(', '),
      });

export async function endSilence(
  { write }: Pick<DecisionAccess, 'write'>,
  id: number,
  author: DecisionAuthor,
): Promise<DecisionResult> {
  const isThere = await write((journal) => journal.troubles.endSilence(id, author));
  return isThere ? doneResult('silence-ended') : refusedResult('no-silence');
}
