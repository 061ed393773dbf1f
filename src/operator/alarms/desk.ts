import { beside, type JournalSettings, readJournal } from '../../journal/open.ts';
import type { Silence, Watcher } from '../../journal/watching.ts';
import type { Language } from '../../types.ts';
import type { Decided } from '../decide.ts';
import { isHushed, type Ringing } from './bell.ts';
import { ringingOf } from './book.ts';
import { alarmsOf, goneAlarm, goneOf, isAlarmCode } from './raised.ts';

/** What people ask and decide about alarms. */

export interface AlarmEntry extends Pick<Ringing, 'code' | 'about' | 'level' | 'what' | 'since'> {
  /** When it was last told, and where; RFC 3339, UTC. */
  readonly told: readonly { readonly target: string; readonly at: string }[];
  readonly silenced: boolean;
}

export interface AlarmList {
  readonly alarms: readonly AlarmEntry[];
  readonly silences: readonly Silence[];
  readonly gateways: readonly Watcher[];
}

/** As the gateways last wrote it down. */
export async function alarmList(settings: JournalSettings, language: Language = 'en'): Promise<AlarmList> {
  const journal = await readJournal(settings);
  try {
    const gateways = await journal.watching.seen();
    const silences = await journal.watching.silences(new Date().toISOString());
    const kept = (await journal.watching.alarms()).flatMap((row) =>
      ringingOf(row).map((one) => ({ target: row.target, ...one })),
    );
    const living = journal.shared ? gateways.filter(({ silent }) => silent !== undefined) : gateways;
    const alarms = [...alarmsOf(living), ...goneOf(living).map((gone) => goneAlarm(gone, language))].map(
      (alarm) => ({
        ...alarm,
        silenced: isHushed(alarm, silences),
        told: kept.flatMap(({ code, about, target, told }) =>
          code === alarm.code && about === alarm.about && told !== undefined
            ? [{ target, at: new Date(told).toISOString() }]
            : [],
        ),
      }),
    );
    return { alarms, silences, gateways };
  } finally {
    await journal.close();
  }
}

/** Nothing is told of it for a while; of every kind, or wherever, where that is empty. */
export async function silence(settings: JournalSettings, wish: Omit<Silence, 'id'>): Promise<Decided> {
  if (wish.code !== '' && !isAlarmCode(wish.code))
    return refused(`There is no alarm of the kind ${wish.code}.`);
  if (Date.parse(wish.until) <= Date.now()) return refused('That time has passed.');
  const id = await beside(settings, (journal) => journal.watching.silence(wish));
  return { kind: 'done', text: `Silence ${id} holds until ${wish.until}.` };
}

export async function endSilence(
  settings: JournalSettings,
  id: number,
  reasoned: Pick<Silence, 'who' | 'reason'>,
): Promise<Decided> {
  const there = await beside(settings, (journal) => journal.watching.endSilence(id, reasoned));
  return there ? { kind: 'done', text: 'Alarms are sent again.' } : refused('There is no such silence.');
}

const refused = (text: string): Decided => ({ kind: 'refused', text });
