import { defineSentences } from '../../describe/description-sentences.ts';

const delivered = 'idoc-orders, idoc-ordchg, idoc-ordrsp.';

/** What is said of the descriptions of IDocs alone. */
export const idocSentence = defineSentences({
  'format-missing-key/key': {
    en: ['`{key}` is missing.', 'Write it, or guide: idoc-orders.'],
    nl: ['`{key}` ontbreekt.', 'Schrijf het, of guide: idoc-orders.'],
  },
  'format-wrong-value/no-guide': {
    en: ['There is no format {name}.', `Delivered: ${delivered}`],
    nl: ['Er is geen formaat {name}.', `Meegeleverd: ${delivered}`],
  },
  'format-wrong-value/other-guide': {
    en: ['The format {name} is no IDoc.', `Delivered: ${delivered}`],
    nl: ['Het formaat {name} is geen IDoc.', `Meegeleverd: ${delivered}`],
  },
  'format-wrong-value/parser': {
    en: [
      '`{path}` is not there, or is no parser report with segments and places.',
      'Save the report of transaction WE60 (documentation, parser) beside the format, as text.',
    ],
    nl: [
      '`{path}` is er niet, of is geen parser-rapport met segmenten en plaatsen.',
      'Bewaar het rapport van transactie WE60 (documentatie, parser) als tekst naast het formaat.',
    ],
  },
  'format-record/control': {
    en: [
      'The control record has no field `{name}`.',
      'Such as MANDT, SNDPOR, SNDPRT, SNDPRN, RCVPOR, RCVPRT, RCVPRN.',
    ],
    nl: [
      'Het control record heeft geen veld `{name}`.',
      'Bijvoorbeeld MANDT, SNDPOR, SNDPRT, SNDPRN, RCVPOR, RCVPRT, RCVPRN.',
    ],
  },
});
