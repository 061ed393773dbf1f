import type { DecisionResult } from '../../operator/decisions/decision-result.ts';
import type { Language } from '../../types.ts';
import { renderDecision } from '../../wording/decisions/render-decision.ts';
import { ApiProblem } from './api-problem.ts';

/** The sentence on what came of a decision. Throws ApiProblem where it was refused. */
export function answerDecision(result: DecisionResult, language: Language): { readonly text: string } {
  if (result.kind !== 'refused') return { text: renderDecision(result, language) };
  const code = 'code' in result ? result.code : 'decision-refused';
  throw new ApiProblem(409, code, { en: renderDecision(result, 'en'), nl: renderDecision(result, 'nl') });
}
