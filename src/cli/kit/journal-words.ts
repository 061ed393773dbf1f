import type { Language } from '../../types.ts';
import { en } from './words/en.ts';
import { nl } from './words/nl.ts';

export type JournalWords = {
  readonly [name in keyof typeof en]: (typeof en)[name] extends string ? string : readonly string[];
};

const tables: Readonly<Record<Language, JournalWords>> = { en, nl };

export const journalWords = (language: Language): JournalWords => tables[language];
