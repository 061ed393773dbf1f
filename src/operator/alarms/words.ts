import type { Language } from '../../types.ts';
import type { Level, Trouble } from '../health.ts';
import type { Round } from './bell.ts';
import { en } from './words/en.ts';
import { nl } from './words/nl.ts';

/** What an alarm says around what is wrong, in one language. */
export interface AlarmWords {
  readonly levels: Readonly<Record<Level, string>>;
  readonly allClear: string;
  readonly over: string;
  readonly test: string;
  /** Where no channel is meant. */
  readonly whole: string;
  andMore(count: number): string;
  readonly states: Readonly<Record<keyof Round, string>>;
  readonly labels: { readonly what: string; readonly since: string; readonly todo: string };
  title(code: Trouble): string;
  todo(code: Trouble): string;
  readonly testing: string;
  foot(gateway: string): string;
}

export const words: Readonly<Record<Language, AlarmWords>> = { en, nl };
