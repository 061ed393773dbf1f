import type { Language } from '../types.ts';
import { decisions as en } from './en/decision-results.ts';
import { decisions as nl } from './nl/decision-results.ts';

/** What came of a decision, or why it is refused; the values of each are named in its text. */
export type DecisionCode = keyof typeof en;

export type DecisionTexts = Readonly<Record<DecisionCode, string>>;

export const decisionTexts: Readonly<Record<Language, DecisionTexts>> = { en, nl };
