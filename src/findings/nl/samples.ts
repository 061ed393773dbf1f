import type { samples as en } from '../en/samples.ts';

/** Why a sample file of an ERP makes no format, in Dutch. */
export const samples: Readonly<Record<keyof typeof en, string>> = {
  'sample-nothing':
    'Nergens blijkt uit wat de bestanden zijn: beschrijf het formaat met de hand (docs/own-format.md).',
  'sample-no-table':
    'Geen rij lijkt op koppen, geen zegt wat ze is, of geen scheidingsteken verdeelt de rijen in kolommen: beschrijf het formaat met de hand (docs/own-format.md).',
  'sample-no-kinds': 'In kolom {column} staat niets dat zegt wat een rij is: kies een andere.',
  'sample-no-records':
    'Niets aan het begin van de regels zegt wat ze zijn: beschrijf het formaat met de hand (docs/own-format.md).',
  'sample-message-unreadable': 'De bestanden bevatten geen bericht {message} dat te lezen is: {why}',
  'sample-try-format': 'probeer `gateway format try {format} FILE`.',
  'sample-messages-several': 'De bestanden zijn van verschillende berichten ({messages}): geef die van één.',
  'sample-no-xml': 'Een bestand is geen leesbare XML. {why}',
  'sample-many-names':
    'De voorbeelden hebben meer dan {most} verschillende elementen, attributen of namespaces: neem kleinere.',
  'sample-order-large':
    'Het eerste document is {size} MB; dat van een voorbeeld mag {most} MB zijn. Neem een bestand met een kleinere order.',
  'format-narrows':
    'Het formaat vernauwt een geleverd formaat, en heeft dus geen kolommen of velden om hier te wijzigen. Wijzig {file} zelf.',
  'format-not-shown': 'Op regel {line} zegt {file} wat deze pagina niet kan tonen. Wijzig het bestand zelf.',
};
