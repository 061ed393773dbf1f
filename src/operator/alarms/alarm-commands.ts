import { type JournalSettings, readJournal, withJournalBeside } from '../../journal/open/open-journal.ts';
import type { GatewayTroubles, Silence } from '../../journal/trouble-store.ts';
import type { Language } from '../../types.ts';
import type { DecisionResult } from '../decisions/decide.ts';
import { parseActiveAlarm } from './alarm-store.ts';
import {
  buildMissingGatewayAlarm,
  findMissingGateways,
  isAlarmCode,
  mergeAlarms,
} from './alarms-from-health.ts';
import { type ActiveAlarm, isSilenced } from './evaluate.ts';

/** What people ask and decide about alarms. */

export interface AlarmEntry extends Pick<ActiveAlarm, 'code' | 'about' | 'level' | 'what' | 'since'> {
  /** When it was last told, and where; RFC 3339, UTC. */
  readonly told: readonly { readonly target: string; readonly at: string }[];
  readonly silenced: boolean;
}

export interface AlarmList {
  readonly alarms: readonly AlarmEntry[];
  readonly silences: readonly Silence[];
  readonly gateways: readonly GatewayTroubles[];
}

/** As the gateways last wrote it down. */
export async function listAlarms(settings: JournalSettings, language: Language = 'en'): Promise<AlarmList> {
  const journal = await readJournal(settings);
  try {
    const gateways = await journal.troubles.listTroubles();
    const silences = await journal.troubles.listSilences(new Date().toISOString());
    const kept = (await journal.troubles.listAlarms()).flatMap((row) =>
      parseActiveAlarm(row).map((one) => ({ target: row.target, ...one })),
    );
    const living = journal.shared ? gateways.filter(({ silent }) => silent !== undefined) : gateways;
    const alarms = [
      ...mergeAlarms(living),
      ...findMissingGateways(living).map((gone) => buildMissingGatewayAlarm(gone, language)),
    ].map((alarm) => ({
      ...alarm,
      silenced: isSilenced(alarm, silences),
      told: kept.flatMap(({ code, about, target, told }) =>
        code === alarm.code && about === alarm.about && told !== undefined
          ? [{ target, at: new Date(told).toISOString() }]
          : [],
      ),
    }));
    return { alarms, silences, gateways };
  } finally {
    await journal.close();
  }
}

/** Nothing is told of it for a while; of every kind, or wherever, where that is empty. */
export async function addSilence(
  settings: JournalSettings,
  wish: Omit<Silence, 'id'>,
): Promise<DecisionResult> {
  if (wish.code !== '' && !isAlarmCode(wish.code))
    return refusedResult(`There is no alarm of the kind ${wish.code}.`);
  if (Date.parse(wish.until) <= Date.now()) return refusedResult('That time has passed.');
  const id = await withJournalBeside(settings, (journal) => journal.troubles.addSilence(wish));
  return { kind: 'done', text: `Silence ${id} holds until ${wish.until}.` };
}

export async function endSilence(
  settings: JournalSettings,
  id: number,
  reasoned: Pick<Silence, 'who' | 'reason'>,
): Promise<DecisionResult> {
  const there = await withJournalBeside(settings, (journal) => journal.troubles.endSilence(id, reasoned));
  return there
    ? { kind: 'done', text: 'Alarms are sent again.' }
    : refusedResult('There is no such silence.');
}

const refusedResult = (text: string): DecisionResult => ({ kind: 'refused', text });
