import type { Language } from '../types.ts';

/** Moments and spans as people read them: by the clock on the wall of the site (`timeZone` in the config, src/cli/kit/time-zone.ts). */

const two = (value: number): string => String(value).padStart(2, '0');

/** `2026-03-01 14:05:09`. */
export function renderLocalTime(instant: string | number): string {
  const at = new Date(instant);
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-');
  return `${day} ${[at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(':')}`;
}

const months: Readonly<Record<Language, readonly string[]>> = {
  en: ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
  nl: ['jan', 'feb', 'mrt', 'apr', 'mei', 'jun', 'jul', 'aug', 'sep', 'okt', 'nov', 'dec'],
};

/** `2 Nov 09:00:01`, with the year where that is another one than now's. */
export function renderShortTime(instant: string | number, now: number, language: Language): string {
  const at = new Date(instant);
  const year = at.getFullYear() === new Date(now).getFullYear() ? '' : ` ${at.getFullYear()}`;
  return `${at.getDate()} ${months[language][at.getMonth()]}${year} ${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}

/** What is another than in a time before, of the same length: `:03` within a minute, else all of it. */
export function renderTimeAfter(
  instant: string,
  before: string | undefined,
  now: number,
  language: Language,
): string {
  const time = renderShortTime(instant, now, language);
  if (before === undefined) return time;
  const isSameMinute = renderShortTime(before, now, language).slice(0, -3) === time.slice(0, -3);
  return isSameMinute ? time.slice(-3).padStart(time.length) : time;
}

const units = [
  [86_400_000, 'd'],
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1000, 's'],
] as const;

/** `40 s`, `12 min`, `3 h`, `2 d`. */
export function renderDuration(ms: number): string {
  const [length, unit] = units.find(([size]) => ms >= 2 * size) ?? units[3];
  return `${Math.max(1, Math.round(ms / length))} ${unit}`;
}

/** With the next smaller unit: `2 h 10 min`. */
export function renderFullDuration(ms: number): string {
  const at = units.findIndex(([size]) => ms >= size);
  const [length, unit] = units[at] ?? units[3];
  const [smaller, name] = units[at + 1] ?? [length, unit];
  const whole = Math.max(1, Math.floor(ms / length));
  const rest = Math.floor((ms % length) / smaller);
  return rest > 0 && length >= 60_000 ? `${whole} ${unit} ${rest} ${name}` : `${whole} ${unit}`;
}
