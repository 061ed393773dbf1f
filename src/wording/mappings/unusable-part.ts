import { type LocalizedText, localize } from '../../findings/localized-text.ts';
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
      return localize('unusable-schemas', { folder: part.folder, why: part.why });
    case 'folder':
      return part.why;
    case 'value-classes':
      return localize('unusable-classes', { why: part.why });
  }
}
