import type { Notification } from '../../operator/alarms/evaluate.ts';
import type { AlarmCode, Level } from '../../operator/health/health.ts';
import type { Language } from '../../types.ts';
import { advice } from './alarm-advice.ts';

/** What an alarm says around what is wrong, in one language. */
export interface AlarmWords {
  readonly levels: Readonly<Record<Level, string>>;
  readonly allClear: string;
  readonly over: string;
  readonly test: string;
  /** Where no channel is meant. */
  readonly whole: string;
  andMore(count: number): string;
  readonly states: Readonly<Record<keyof Notification, string>>;
  readonly labels: Readonly<Record<'what' | 'since' | 'todo' | 'from' | 'until', string>>;
  title(code: AlarmCode): string;
  ended(code: AlarmCode): string;
  todo(code: AlarmCode): string;
  readonly testing: string;
  foot(gateway: string): string;
  /** How the alarm is kept quiet. */
  silence(command: string): string;
  /** By whose clock the times of a mail are. */
  times(zone: string): string;
}

const adviceTexts = (language: Language): Pick<AlarmWords, 'title' | 'ended' | 'todo'> => ({
  title: (code) => advice[code].title[language],
  ended: (code) => advice[code].over[language],
  todo: (code) => advice[code].todo[language],
});

const en: AlarmWords = {
  levels: { red: 'RED', amber: 'AMBER' },
  allClear: 'ALL CLEAR',
  over: 'OVER',
  test: 'TEST',
  whole: 'gateway',
  andMore: (count) => ` (and ${count} more)`,
  states: { news: 'New', more: 'There is more of it', still: 'Still so', over: 'Over' },
  labels: { what: 'What:', since: 'Since:', todo: 'To do:', from: 'From:', until: 'Until:' },
  ...adviceTexts('en'),
  testing: 'This is a test. Alarms of this gateway arrive here.',
  foot: (gateway) => `Sent by scsn-gateway on ${gateway}. \`gateway alarm list\` shows what is wrong now.`,
  silence: (command) => `\`${command} --reason WHY\` keeps it quiet for two hours.`,
  times: (zone) => `Times are those of ${zone}.`,
};

const nl: AlarmWords = {
  levels: { red: 'ROOD', amber: 'ORANJE' },
  allClear: 'ALLES WEER GOED',
  over: 'VOORBIJ',
  test: 'TEST',
  whole: 'gateway',
  andMore: (count) => ` (en nog ${count})`,
  states: { news: 'Nieuw', more: 'Het zijn er meer geworden', still: 'Nog steeds zo', over: 'Voorbij' },
  labels: { what: 'Wat:', since: 'Sinds:', todo: 'Te doen:', from: 'Van:', until: 'Tot:' },
  ...adviceTexts('nl'),
  testing: 'Dit is een test. Alarmen van deze gateway komen hier aan.',
  foot: (gateway) =>
    `Verstuurd door scsn-gateway op ${gateway}. \`gateway alarm list\` toont wat er nu mis is.`,
  silence: (command) => `\`${command} --reason WAAROM\` houdt het twee uur stil.`,
  times: (zone) => `Tijden volgens ${zone}.`,
};

export const alarmWords: Readonly<Record<Language, AlarmWords>> = { en, nl };
