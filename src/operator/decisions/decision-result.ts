import type { DecisionCode } from '../../findings/decision-texts.ts';

export type DecisionValues = Readonly<Record<string, string | number>>;

/**
 * What came of a decision. `pending`: nothing yet, it is kept. `said`: in the words of the journal, which keeps them (in English) with
 * the decision.
 */
export type DecisionResult =
  | {
      readonly kind: 'done' | 'refused' | 'pending';
      readonly code: DecisionCode;
      readonly values: DecisionValues;
    }
  | { readonly kind: 'done' | 'refused'; readonly said: string };

export type DecisionRefusal = Extract<DecisionResult, { readonly code: DecisionCode }> & {
  readonly kind: 'refused';
};

export const doneResult = (code: DecisionCode, values: DecisionValues = {}): DecisionResult => ({
  kind: 'done',
  code,
  values,
});

export const refusedResult = (code: DecisionCode, values: DecisionValues = {}): DecisionRefusal => ({
  kind: 'refused',
  code,
  values,
});

export const pendingResult = (code: DecisionCode, values: DecisionValues = {}): DecisionResult => ({
  kind: 'pending',
  code,
  values,
});
