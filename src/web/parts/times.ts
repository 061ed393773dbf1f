import { language } from '../shell/language.ts';
import { session } from '../shell/session.ts';

/** All times are shown in the zone of the site: its people and its ERP live there, wherever the reader sits. */
const zone = (): string => session.value?.site.timeZone ?? 'UTC';

const locale = (): string => (language.value === 'nl' ? 'nl-NL' : 'en-GB');

const format = (at: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(locale(), { timeZone: zone(), ...options }).format(new Date(at));

const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

const dayOf = (at: string): string => format(at, { year: 'numeric', month: '2-digit', day: '2-digit' });

/** 09:14 today, `Fri 20 Nov 17:22` on another day, with the year where that is another one than now's; `at`: RFC 3339. */
export function formatTime(at: string): string {
  const now = new Date();
  const time = format(at, clock);
  if (dayOf(at) === dayOf(now.toISOString())) return time;
  return `${formatDay(at)}${otherYear(at, now)} ${time}`;
}

/** 09:14:02 */
export const formatSeconds = (at: string): string => format(at, { ...clock, second: '2-digit' });

/** Fri 20 Nov */
export const formatDay = (at: string): string =>
  format(at, { weekday: 'short', day: 'numeric', month: 'short' }).replaceAll(/[,.]/g, '');

/** 3 June 2027 */
export const formatDate = (at: string): string =>
  format(at, { day: 'numeric', month: 'long', year: 'numeric' });

/** Monday 23 November, with the year where that is another one than now's. */
export function formatLongDay(at: string): string {
  const day = format(at, { weekday: 'long', day: 'numeric', month: 'long' }).replaceAll(',', '');
  return `${day.charAt(0).toUpperCase()}${day.slice(1)}${otherYear(at, new Date())}`;
}

/** ` 2025`, where that is not this year. */
function otherYear(at: string, now: Date): string {
  const year = format(at, { year: 'numeric' });
  return year === format(now.toISOString(), { year: 'numeric' }) ? '' : ` ${year}`;
}

const units = {
  en: { day: 'd', hour: 'h', minute: 'min', second: 's' },
  nl: { day: 'd', hour: 'u', minute: 'min', second: 's' },
} as const;

/** 1 h 32 min; of less than a minute seconds, of more than two days days. `milliseconds` */
export function formatDuration(milliseconds: number): string {
  const { day, hour, minute, second } = units[language.value];
  const seconds = Math.max(0, Math.floor(milliseconds / 1_000));
  if (seconds < 60) return `${seconds} ${second}`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} ${minute}`;
  const hours = Math.floor(minutes / 60);
  if (hours >= 48) return `${Math.floor(hours / 24)} ${day}`;
  return minutes % 60 === 0 ? `${hours} ${hour}` : `${hours} ${hour} ${minutes % 60} ${minute}`;
}

/** 1,048,221 */
export const formatCount = (count: number): string => count.toLocaleString(locale());
