import { defineSentences } from './description-sentences.ts';

/** What is said of descriptions, whatever their syntax. `{todo}`: the nearest right name, or all of them. */
export const commonSentence = defineSentences({
  'format-not-found/format': {
    en: ['There is no format {name}.', '{todo}'],
    nl: ['Er is geen formaat {name}.', '{todo}'],
  },
  'format-name/other': {
    en: ['The format is called `{name}`, and its file {file}.', 'Rename one of them.'],
    nl: ['Het formaat heet `{name}`, en het bestand ervan {file}.', 'Geef een van beide een andere naam.'],
  },
  'format-yaml/braces': {
    en: ['{message}', '{advice} Inside { } a name with [] stands in double quotes, or on a line of its own.'],
    nl: [
      '{message}',
      '{advice} Binnen { } staat een naam met [] tussen dubbele aanhalingstekens, of op een eigen regel.',
    ],
  },
  'format-wrong-value/syntax': {
    en: ['`syntax` = `{given}` is not known.', '{todo}'],
    nl: ['`syntax` = `{given}` is niet bekend.', '{todo}'],
  },
  'format-record/none': {
    en: ['There is no record `{name}`.', '{todo}'],
    nl: ['Er is geen record `{name}`.', '{todo}'],
  },
  'format-record/counted': {
    en: ['The trailer has no field `{name}`.', '{todo}'],
    nl: ['Het afsluitende record heeft geen veld `{name}`.', '{todo}'],
  },
  'format-record/not-described': {
    en: ['`{name}` is no record.', '{todo}'],
    nl: ['`{name}` is geen record.', '{todo}'],
  },
  'format-record/unused': {
    en: ['The record `{name}` is not in `tree`.', 'Put it where it belongs, or remove it.'],
    nl: ['Het record `{name}` staat niet in `tree`.', 'Zet het waar het hoort, of haal het weg.'],
  },
  'format-tree/name': {
    en: [
      '`{key}` cannot be a name.',
      'Begin with a letter, then letters, digits, hyphens and points; behind it [] or [5], and ! for what must be there.',
    ],
    nl: [
      '`{key}` kan geen naam zijn.',
      'Begin met een letter, dan letters, cijfers, streepjes en punten; daarachter [] of [5], en ! voor wat er moet zijn.',
    ],
  },
  'format-tree/twice': {
    en: ['`{name}` stands twice here.', 'Rename one of them.'],
    nl: ['`{name}` staat hier twee keer.', 'Geef een van beide een andere naam.'],
  },
  'format-tree/twice-needless': {
    en: ['`{name}` stands twice here.', 'Remove one of them.'],
    nl: ['`{name}` staat hier twee keer.', 'Haal er een weg.'],
  },
  'format-tree/record-name': {
    en: ['`{name}` says how often it is there.', 'Write that in `tree:`; here the name alone.'],
    nl: ['`{name}` zegt hoe vaak het voorkomt.', 'Schrijf dat onder `tree:`; hier alleen de naam.'],
  },
  'format-tree/empty': {
    en: ['`tree` is empty.', 'Write the document with its values.'],
    nl: ['`tree` is leeg.', 'Schrijf het document met zijn waarden.'],
  },
  'format-tree/value-list': {
    en: ['`{name}` is a value, and a list.', 'Write a group with [] and the value in it.'],
    nl: ['`{name}` is een waarde en ook een lijst.', 'Schrijf een groep met [], met de waarde erin.'],
  },
  'format-tree/no-place': {
    en: ['`{name}` has no place.', 'Write LENGTH@FIRST, such as "12@3 identifier", or the records in it.'],
    nl: [
      '`{name}` heeft geen plaats.',
      'Schrijf LENGTE@EERSTE, zoals "12@3 identifier", of de records die erin staan.',
    ],
  },
  'format-tree/second-list': {
    en: [
      '`{name}` is a list beside `{other}`, and rows can tell one list alone.',
      'Put one into the other, or describe rows of several kinds under `records:`.',
    ],
    nl: [
      '`{name}` is een lijst naast `{other}`, en rijen kunnen maar één lijst weergeven.',
      'Zet de ene in de andere, of beschrijf rijen van verschillende soorten onder `records:`.',
    ],
  },
  'format-tree/no-key': {
    en: [
      '`{name}` holds a list, and nothing tells which rows belong to one of it.',
      'Write $key: [ HEADING ] in it.',
    ],
    nl: [
      'In `{name}` staat een lijst, en nergens blijkt welke rijen bij elkaar horen.',
      'Schrijf daarin $key: [ KOP ].',
    ],
  },
});
