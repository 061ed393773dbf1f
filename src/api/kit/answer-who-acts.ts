import type { WhoActs } from '../../operator/browse/who-acts.ts';
import type { Language } from '../../types.ts';
import { renderWhoActs } from '../../wording/browse/browse-words.ts';
import type { WhoActsItem } from '../model/who-acts-model.ts';

export function answerWhoActs(act: WhoActs, language: Language): WhoActsItem {
  const { who: name, action: hint } = renderWhoActs(act, language);
  return { ...act, name, hint };
}
