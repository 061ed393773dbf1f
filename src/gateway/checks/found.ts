import type { Config } from '../../config/schema.ts';
import { type TextName, type Told, type TroubleValues, told } from '../../findings/troubles.ts';
import type { Language } from '../../types.ts';
import { visible } from '../../visible.ts';

/** What a look at one part of the site brought to light. */
export interface Found {
  /** `wrong`: the gateway, or a part of it, cannot work so. `open`: nothing is known against it, and nothing proves it. */
  readonly level: 'ok' | 'open' | 'warn' | 'wrong';
  /** What was looked at: `port of http.webhook`. */
  readonly about: Told;
  readonly what: Told;
  /** What was seen on the way, one line each. */
  readonly more?: readonly Told[];
}

/** Looks, and leaves nothing behind. Never rejects. */
export type Check = (config: Config) => Promise<readonly Found[]> | readonly Found[];

export const labels: Readonly<Record<Language, Readonly<Record<Found['level'], string>>>> = {
  en: { ok: 'ok', open: 'open', warn: 'warn', wrong: 'WRONG' },
  nl: { ok: 'ok', open: 'open', warn: 'let op', wrong: 'FOUT' },
};

const widths: Readonly<Record<Language, number>> = { en: 5, nl: 6 };

/** The lines that people read of it, the same wherever it is told. */
export const tellFound = (
  { level, about, what, more = [] }: Found,
  language: Language = 'en',
): readonly string[] => [
  tellLine(level, `${about[language]}: ${what[language]}`, language),
  ...more.map((line) => `${' '.repeat(widths[language] + 1)}${visible(line[language])}`),
];

/** `ok    schemas` */
export const tellLine = (level: Found['level'], text: string, language: Language): string =>
  `${labels[language][level].padEnd(widths[language])} ${visible(text)}`;

type Make = (about: Told, name: TextName, values?: TroubleValues) => Found;

const of =
  (level: Found['level']): Make =>
  (about, name, values) => ({ level, about, what: told(name, values) });

export const right = of('ok');
export const open = of('open');
export const doubtful = of('warn');
export const wrong = of('wrong');
