import { listFindingTexts } from '../findings/create-finding.ts';
import type { Language } from '../types.ts';
import { syntaxes } from './syntaxes.ts';

/** Every code that only files of one syntax show, with its severity and texts, in the order of the syntaxes. */
export const listSyntaxFindings = (language?: Language): ReturnType<typeof listFindingTexts> =>
  syntaxes.flatMap(({ findings }) => listFindingTexts(language, findings));
