import type { ReferencedTexts } from './describe/referenced-texts.ts';
import { buildDescribedFormat } from './described-format.ts';

/** A page for the partner or the ERP's programmer: how such a file looks. Undefined where the description is wrong. */
export const renderFormatPage = (
  text: string,
  file: string,
  referenced?: ReferencedTexts,
): string | undefined => buildDescribedFormat(text, file, referenced).renderPage?.();
