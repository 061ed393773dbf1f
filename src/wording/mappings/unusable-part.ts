import { type LocalizedText, quoteText } from '../../findings/localized-text.ts';
import type { UnusablePart } from '../../pipeline/runtime/not-usable.ts';
import type { Language } from '../../types.ts';

/** What cannot be used, as a sentence. Where findings say what is wrong with it, they are not repeated. */
export const renderUnusablePart = (part: UnusablePart, language: Language): string =>
  describePart(part)[language];

function describePart(part: UnusablePart): LocalizedText {
  switch (part.kind) {
    case 'mapping':
      return {
        en: `The mapping ${part.name} cannot be used.`,
        nl: `De mapping ${part.name} is niet te gebruiken.`,
      };
    case 'format':
      return {
        en: `The format ${part.name} cannot be used.`,
        nl: `Het formaat ${part.name} is niet te gebruiken.`,
      };
    case 'way':
      return {
        en: `The mappings of channel ${part.name} do not fit each other.`,
        nl: `De mappings van kanaal ${part.name} passen niet op elkaar.`,
      };
    case 'schemas':
      return {
        en: `The XSDs of ${part.folder} cannot be used: ${part.why}`,
        nl: `De XSD’s van ${part.folder} zijn niet te gebruiken: ${quoteText(part.why).nl}`,
      };
    case 'folder':
      return renderUnreadableFolder(part.why);
    case 'value-classes':
      return {
        en: `The table of lost values cannot be used: ${part.why}`,
        nl: `De tabel met verloren waarden is niet te gebruiken: ${quoteText(part.why).nl}`,
      };
  }
}

/** `why`: as the system says it. */
export const renderUnreadableFolder = (why: string): LocalizedText => ({
  en: why,
  nl: `Een map is niet te lezen: ${quoteText(why).nl}`,
});
