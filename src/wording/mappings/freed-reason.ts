import type { LocalizedText } from '../../findings/localized-text.ts';

/** Why messages are retried, where whoever published says no more. */
export const freedReason: LocalizedText = {
  en: 'A publication of mappings freed it.',
  nl: 'Een publicatie van mappings maakte het vrij.',
};
