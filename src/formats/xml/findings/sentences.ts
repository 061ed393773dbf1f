import { defineSentences } from '../../describe/description-sentences.ts';

/** What is said of the descriptions of own XML alone. */
export const xmlSentence = defineSentences({
  'format-xsd/unusable': {
    en: [
      'The XSD `{xsd}` cannot be used: {why}.',
      'Put it beside the format, with all that it imports, or leave `xsd:` out.',
    ],
    nl: [
      'De XSD `{xsd}` is niet te gebruiken: {why}.',
      'Zet haar naast het formaat, met alles wat ze importeert, of laat `xsd:` weg.',
    ],
  },
  'format-tree/roots': {
    en: ['An XML has one root element.', 'Write it as the only name of `tree`, without [].'],
    nl: ['Een XML heeft één rootelement.', 'Schrijf het als enige naam onder `tree`, zonder [].'],
  },
  'format-tree/element-name': {
    en: [
      '`{key}` cannot be a name.',
      'Write an element name, with its prefix if it has one; behind it [] or [5], and ! for what must be there.',
    ],
    nl: [
      '`{key}` kan geen naam zijn.',
      'Schrijf de naam van een element, met zijn voorvoegsel als het er een heeft; daarachter [] of [5], en ! voor wat er moet zijn.',
    ],
  },
  'format-tree/no-element': {
    en: [
      '`{name}` is neither a type nor a group.',
      'Write text, decimal or another type, or the elements in it.',
    ],
    nl: [
      '`{name}` is geen type en ook geen groep.',
      'Schrijf text, decimal of een ander type, of de elementen erin.',
    ],
  },
  'format-tree/no-attribute': {
    en: ['`{key}` is no type.', 'Write text, decimal or another type, or nothing.'],
    nl: ['`{key}` is geen type.', 'Schrijf text, decimal of een ander type, of niets.'],
  },
  'format-tree/prefix': {
    en: ['The prefix `{prefix}` is not under `namespaces`.', 'Write namespaces: { {prefix}: … }.'],
    nl: ['Het voorvoegsel `{prefix}` staat niet onder `namespaces`.', 'Schrijf namespaces: { {prefix}: … }.'],
  },
});
