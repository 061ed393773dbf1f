import { defineSentences } from '../../describe/description-sentences.ts';

/** What is said of the descriptions of tables alone. */
export const csvSentence = defineSentences({
  'format-wrong-value/thousands': {
    en: ['`csv.thousands` is the decimal mark too.', 'Remove it, or correct one of them.'],
    nl: ['`csv.thousands` is ook het decimaalteken.', 'Haal het weg, of verbeter een van beide.'],
  },
  'format-wrong-value/headings': {
    en: [
      '`csv.headings` = `{headings}` lies in the block above the table.',
      'Write the number of a row behind it: {first} or more.',
    ],
    nl: [
      '`csv.headings` = `{headings}` ligt in het blok boven de tabel.',
      'Schrijf het nummer van een rij erachter: {first} of meer.',
    ],
  },
  'format-wrong-value/rows': {
    en: [
      'Files with several kinds of rows are told apart by a record.',
      'Write documents: { starts: RECORD }.',
    ],
    nl: [
      'Waar rijen van verschillende soorten zijn, begint een document met een record.',
      'Schrijf documents: { starts: RECORD }.',
    ],
  },
  'format-missing-key/record': {
    en: ['`record` is missing.', 'Write record: { type: { column: 1 } }.'],
    nl: ['`record` ontbreekt.', 'Schrijf record: { type: { column: 1 } }.'],
  },
  'format-missing-key/records': {
    en: ['`records` is missing.', 'Describe the rows by their type.'],
    nl: ['`records` ontbreekt.', 'Beschrijf de rijen per soort.'],
  },
  'format-missing-key/column': {
    en: ['`{path}` has no column.', 'Write column: HEADING.'],
    nl: ['`{path}` heeft geen kolom.', 'Schrijf column: KOP.'],
  },
  'format-column/key': {
    en: ['The key is a heading, and the file has none.', 'Write the number of the column, without quotes.'],
    nl: [
      'De sleutel is een kop, en het bestand heeft geen koppen.',
      'Schrijf het nummer van de kolom, zonder aanhalingstekens.',
    ],
  },
  'format-column/heading': {
    en: ['`{name}` is a heading, and the file has none.', 'Write the number of the column, without quotes.'],
    nl: [
      '`{name}` is een kop, en het bestand heeft geen koppen.',
      'Schrijf het nummer van de kolom, zonder aanhalingstekens.',
    ],
  },
  'format-column/twice': {
    en: [
      '`{name}` has the column of `{other}`.',
      'Give each a column of its own; a mapping may read one value twice.',
    ],
    nl: [
      '`{name}` heeft de kolom van `{other}`.',
      'Geef elk een eigen kolom; een mapping mag een waarde twee keer lezen.',
    ],
  },
  'format-column/label': {
    en: [
      '`label` names a cell above the table, and there is no block above it.',
      'Write csv: { header: { rows: 1-4 } }, or `column:`.',
    ],
    nl: [
      '`label` noemt een cel boven de tabel, en daar is geen blok.',
      'Schrijf csv: { header: { rows: 1-4 } }, of `column:`.',
    ],
  },
  'format-tree/no-column': {
    en: ['`{name}` has no column.', 'Write { column: HEADING }, or the values of a group below it.'],
    nl: ['`{name}` heeft geen kolom.', 'Schrijf { column: KOP }, of eronder de waarden van een groep.'],
  },
  'format-tree/key-columns': {
    en: ['`$key` is no list of columns.', 'Write $key: [ HEADING ].'],
    nl: ['`$key` is geen lijst van kolommen.', 'Schrijf $key: [ KOP ].'],
  },
  'format-tree/column-and-label': {
    en: ['`column` and `label` stand here both.', 'A value has one place: remove one of them.'],
    nl: ['Hier staan `column` en `label` allebei.', 'Een waarde heeft één plaats: haal er een weg.'],
  },
});
