import { defineSentences } from '../../describe/description-sentences.ts';

const delivered = 'edifact-d96a-orders, -ordchg, -ordrsp, -desadv, edifact-d01b-orders, -ordrsp.';

/** What is said of the descriptions of EDIFACT messages alone. */
export const edifactSentence = defineSentences({
  'format-missing-key/key': {
    en: ['`{key}` is missing.', 'Write it, or guide: edifact-d96a-orders.'],
    nl: ['`{key}` ontbreekt.', 'Schrijf het, of guide: edifact-d96a-orders.'],
  },
  'format-wrong-value/no-guide': {
    en: ['There is no format {name}.', `Delivered: ${delivered}`],
    nl: ['Er is geen formaat {name}.', `Meegeleverd: ${delivered}`],
  },
  'format-wrong-value/other-guide': {
    en: ['The format {name} is no EDIFACT.', `Delivered: ${delivered}`],
    nl: ['Het formaat {name} is geen EDIFACT.', `Meegeleverd: ${delivered}`],
  },
  'format-wrong-value/structure': {
    en: [
      '`structure` cannot be read at `{token}`.',
      'Write segments as DTM[35]!, groups as gRFF[10] ( … ), and close every ( with ).',
    ],
    nl: [
      '`structure` is niet te lezen bij `{token}`.',
      'Schrijf segmenten als DTM[35]!, groepen als gRFF[10] ( … ), en sluit elke ( met ).',
    ],
  },
  'format-not-found/directory': {
    en: [
      'There is no directory {name}.',
      'Delivered: edifact-d96a, edifact-d01b; your own ones lie in formats/directories.',
    ],
    nl: [
      'Er is geen directory {name}.',
      'Meegeleverd: edifact-d96a, edifact-d01b; eigen directory’s staan in formats/directories.',
    ],
  },
  'format-tree/segment-name': {
    en: [
      '`{key}` cannot be a name.',
      'Write a segment or group of the structure, such as NAD or gNAD; behind it [] or [5], and ! for what must be there.',
    ],
    nl: [
      '`{key}` kan geen naam zijn.',
      'Schrijf een segment of groep van de structuur, zoals NAD of gNAD; daarachter [] of [5], en ! voor wat er moet zijn.',
    ],
  },
  'format-tree/not-in-structure': {
    en: ['The structure has no `{name}` here.', '{todo}'],
    nl: ['De structuur heeft hier geen `{name}`.', '{todo}'],
  },
  'format-tree/no-element': {
    en: ['`{tag}` has no element `{name}`.', '{todo}'],
    nl: ['`{tag}` heeft geen element `{name}`.', '{todo}'],
  },
  'format-tree/too-often': {
    en: ['The structure has `{name}` {most} times at the most.', 'Write {name}[{most}] or less.'],
    nl: ['De structuur heeft `{name}` hoogstens {most} keer.', 'Schrijf {name}[{most}] of minder.'],
  },
});
