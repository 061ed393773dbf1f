import { defineSentences } from '../../describe/description-sentences.ts';

/** What is said of the descriptions of fixed places alone. */
export const fixedSentence = defineSentences({
  'format-missing-key/length': {
    en: ['`record.length` is missing.', 'Write how many characters a record has.'],
    nl: ['`record.length` ontbreekt.', 'Schrijf hoeveel tekens een record heeft.'],
  },
  'format-missing-key/place': {
    en: ['`{name}` has no place.', 'Write LENGTH@FIRST, such as "12@3 identifier".'],
    nl: ['`{name}` heeft geen plaats.', 'Schrijf LENGTE@EERSTE, zoals "12@3 identifier".'],
  },
  'format-wrong-value/count-bytes': {
    en: [
      'Records of UTF-8 that end by length are counted in bytes.',
      'Write count: bytes, or another encoding.',
    ],
    nl: [
      'Records in UTF-8 die door hun lengte eindigen, worden in bytes geteld.',
      'Schrijf count: bytes, of een andere encoding.',
    ],
  },
  'format-wrong-value/count-characters': {
    en: ['Places in UTF-16 are counted in characters.', 'Write count: characters.'],
    nl: ['Plaatsen in UTF-16 worden in tekens geteld.', 'Schrijf count: characters.'],
  },
  'format-column/too-far': {
    en: [
      '`{name}` ({place}) ends behind the record, which has {length} characters.',
      'Correct its place, or `record.length`.',
    ],
    nl: [
      '`{name}` ({place}) eindigt achter het record, dat {length} tekens heeft.',
      'Verbeter de plaats, of `record.length`.',
    ],
  },
  'format-column/overlap': {
    en: [
      '`{name}` ({place}) overlaps `{other}` ({taken}).',
      'Correct one of the two places; a mapping may take parts of a value (substring).',
    ],
    nl: [
      '`{name}` ({place}) overlapt met `{other}` ({taken}).',
      'Verbeter een van de twee plaatsen; een mapping mag delen van een waarde nemen (substring).',
    ],
  },
  'format-record/long-type': {
    en: [
      '`{type}` is longer than the place of the type, which has {length} characters.',
      'Correct record.type.length, or the name; $type says what stands in the file.',
    ],
    nl: [
      '`{type}` is langer dan de plaats van het type, die {length} tekens heeft.',
      'Verbeter record.type.length, of de naam; $type zegt wat er in het bestand staat.',
    ],
  },
});
