import type { SuggestionsAnswer } from '../../../../api/model/mapping-model.ts';
import { type Asked, useAnswer } from '../../../parts/use-answer.ts';
import { trialPatience } from '../../../shell/call-api.ts';

/** Members that a rule can fill, and paths that it can read: a trial finds them. */
export const useSuggestions = (name: string): Asked<SuggestionsAnswer> =>
  useAnswer(`/mappings/${name}/suggestions`, { patience: trialPatience });
