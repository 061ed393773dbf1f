import type { LocalizedText } from '../../../findings/localized-text.ts';

/** Why samples of this syntax make no format. */
export const noMessage: LocalizedText = {
  en: 'The file has no message: no segment `UNH` with its type, as `UNH+1+ORDERS:D:96A:UN`.',
  nl: 'Het bestand heeft geen bericht: geen segment `UNH` met zijn type, zoals `UNH+1+ORDERS:D:96A:UN`.',
};

export const renderUnknownMessage = (message: string): LocalizedText => ({
  en: `Messages ${message} have no delivered structure: copy the nearest \`edifact-…\` format and change its \`structure\`.`,
  nl: `Voor berichten ${message} is er geen meegeleverde structuur: kopieer het naaste formaat \`edifact-…\` en wijzig de \`structure\`.`,
});
