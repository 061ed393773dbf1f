import { notChangeable } from '../scsn/severities.ts';
import type { Language } from '../types.ts';
import { part, type Values } from '../yaml/sentences.ts';
import { type Sentence, said } from './sentences.ts';

/** What is to be said where the severity of a code cannot be chosen. */
export function unchangeableCode(code: string): readonly [Sentence, Values] | undefined {
  const wrong = notChangeable(code);
  if (wrong === undefined) return undefined;
  if (wrong === 'fixed') return ['config-unknown-rule/fixed', { code }];
  const { near } = wrong;
  const todo = near === undefined ? part('rules-listed') : part('did-you-mean', { near });
  return ['config-unknown-rule/unknown', { code, todo }];
}

/** The same in words. */
export function unchangeable(code: string, language: Language = 'en'): ReturnType<typeof said> | undefined {
  const sentence = unchangeableCode(code);
  return sentence && said(...sentence, language);
}
