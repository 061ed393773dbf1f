import type { Config } from '../../config/schema/config-schema.ts';
import {
  type LocalizedText,
  localize,
  type TextName,
  type TextValues,
} from '../../findings/localized-text.ts';
import { renderFindingLine } from '../../findings/render-finding-line.ts';
import type { Channel } from '../../pipeline/channel/channel.ts';
import { escapeControls } from '../../text/visible.ts';
import type { Finding, Language } from '../../types.ts';

/** What a look at one part of the site brought to light. */
export interface CheckResult {
  /** `wrong`: the gateway, or a part of it, cannot work so. `open`: nothing is known against it, and nothing proves it. */
  readonly level: 'ok' | 'open' | 'warn' | 'wrong';
  /** What was looked at: `port of http.webhook`. */
  readonly about: LocalizedText;
  readonly what: LocalizedText;
  /** What was seen on the way, one line each. */
  readonly more?: readonly LocalizedText[];
}

/** The same of formats and mappings: also that one is right, with the findings on its files. */
export interface MappingCheckResult extends Omit<CheckResult, 'what'> {
  readonly what?: LocalizedText;
  readonly findings?: readonly Finding[];
}

/** What is looked at, with the channels that its config has. */
export interface CheckedSite {
  readonly config: Config;
  readonly channels: readonly Channel[];
}

/** Looks, and leaves nothing behind. Never rejects. */
export type SiteCheck = (config: Config) => Promise<readonly CheckResult[]> | readonly CheckResult[];

export const labels: Readonly<Record<Language, Readonly<Record<CheckResult['level'], string>>>> = {
  en: { ok: 'ok', open: 'open', warn: 'warn', wrong: 'WRONG' },
  nl: { ok: 'ok', open: 'open', warn: 'let op', wrong: 'FOUT' },
};

const widths: Readonly<Record<Language, number>> = { en: 5, nl: 6 };

/** The lines that people read of it, the same wherever it is told. */
export const renderCheckResult = (
  { level, about, what, more = [], findings = [] }: MappingCheckResult,
  language: Language = 'en',
): readonly string[] => [
  renderCheckLine(level, what ? `${about[language]}: ${what[language]}` : about[language], language),
  ...findings.map((finding) => `      ${renderFindingLine(finding, language)}`),
  ...more.map((line) => `${' '.repeat(widths[language] + 1)}${escapeControls(line[language])}`),
];

/** `ok    schemas` */
export const renderCheckLine = (level: CheckResult['level'], text: string, language: Language): string =>
  `${labels[language][level].padEnd(widths[language])} ${escapeControls(text)}`;

type ResultBuilder = (about: LocalizedText, name: TextName, values?: TextValues) => CheckResult;

const resultBuilder =
  (level: CheckResult['level']): ResultBuilder =>
  (about, name, values) => ({ level, about, what: localize(name, values) });

export const okResult = resultBuilder('ok');
export const openResult = resultBuilder('open');
export const warnResult = resultBuilder('warn');
export const wrongResult = resultBuilder('wrong');
