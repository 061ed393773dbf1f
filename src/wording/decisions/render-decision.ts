import { fillTemplate } from '../../findings/create-finding.ts';
import { decisionTexts } from '../../findings/decision-texts.ts';
import { journalText } from '../../findings/journal-texts.ts';
import type { DecisionResult } from '../../operator/decisions/decision-result.ts';
import type { Language } from '../../types.ts';

/** What came of a decision. A reason that is a sentence of the journal is in the language too. */
export function renderDecision(result: DecisionResult, language: Language): string {
  if ('said' in result) return journalText(result.said, language);
  const { code, values } = result;
  const { reason } = values;
  const isSentence = typeof reason === 'string';
  return fillTemplate(decisionTexts[language][code], {
    ...values,
    ...(isSentence ? { reason: journalText(reason, language) } : {}),
  });
}
