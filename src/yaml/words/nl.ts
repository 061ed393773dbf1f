import type { YamlWords } from '../yaml-sentences.ts';

/** What is said of any YAML file that a schema describes, in Dutch. */
export const nl: YamlWords = {
  sentences: {
    'yaml/foreign': [
      'Het bestand is hier geen tekst in UTF-8, UTF-16 of windows-1252.',
      'Bewaar het als tekst in UTF-8.',
    ],
    'yaml/indent': ['Hier staat een tab, die YAML niet toestaat.', 'Spring in met spaties.'],
    'yaml/column': [
      'Deze regel begint in een andere kolom dan de regels waar hij naast staat.',
      'Spring hem en de regels eromheen gelijk in.',
    ],
    'yaml/twice': [
      'Hier staat een naam voor de tweede keer.',
      'Elke naam mag één keer voorkomen; haal er een weg of geef hem een andere naam.',
    ],
    'yaml/escape': [
      'Tussen dubbele aanhalingstekens staat een backslash niet voor zichzelf, maar begint hij een bijzonder teken.',
      "Zet een Windows-pad tussen enkele aanhalingstekens: 'C:\\ERP\\out'.",
    ],
    'yaml/other': [
      'Het bestand is hier geen YAML: “{problem}”.',
      'Kijk naar het inspringen, en zet tekst met bijzondere tekens tussen enkele aanhalingstekens.',
    ],
    'yaml/own-alias': [
      'Het bestand is hier geen YAML: `*{name}` staat in wat het zelf noemt.',
      'Schrijf voluit wat is bedoeld: een deel kan zichzelf niet bevatten.',
    ],
    'yaml/alias': [
      'Het bestand is hier geen YAML: `*{name}` noemt niets.',
      'Zet een waarde die met * begint tussen enkele aanhalingstekens.',
    ],
    'yaml/aliases': [
      'De aliassen in dit bestand staan samen voor te veel tekst.',
      'Schrijf de waarden uit op de plaats waar ze nodig zijn.',
    ],
    'unknown-key': ['`{key}` is {where} niet bekend.', '{todo}'],
    'missing-key': ['`{path}` ontbreekt.', '{todo}'],
    'wrong-value/name': ['`{name}` kan geen naam zijn in `{path}`.', 'Hier hoort {wanted}.'],
    'wrong-value/type': ['{what} is {kind}; het moet {wanted} zijn.', '{todo}'],
    'wrong-value/choice': ['`{path}`{given} is niet toegestaan.', '{near}Toegestaan: {values}.'],
    'wrong-value/empty': ['`{path}` is leeg.', 'Geef het een waarde.'],
    'wrong-value/limit': ['`{path}`{given} is niet toegestaan.', 'Hier hoort {wanted}.'],
  },
  parts: {
    here: 'hier',
    'in-part': 'in `{path}`',
    'did-you-mean': 'Is `{near}` bedoeld?',
    'did-you-mean-first': 'Is `{near}` bedoeld? ',
    'known-here': 'Hier bekend: {keys}.',
    'known-fields': 'Bekend: {fields}.',
    remove: 'Haal het weg.',
    add: 'Voeg het toe.',
    'it-has': 'Erin horen: {keys}.',
    described: '{text}',
    'why-none': 'er is geen bestand met die naam',
    'why-folder': 'dat is een map',
    'why-rights': 'het account dat dit uitvoert mag het bestand niet lezen',
    'zone-like': 'Schrijf haar zoals Europe/Amsterdam.',
    'rules-listed': 'De regels staan in docs/findings.md.',
    'the-file': 'Het bestand',
    setting: '`{path}`',
    quote: 'Zet het tussen dubbele aanhalingstekens: "{value}".',
    unquote: 'Schrijf het zonder aanhalingstekens en zonder eenheid.',
    give: 'Geef {wanted}.',
    'kind-text': 'tekst',
    'kind-number': 'een getal',
    'kind-integer': 'een geheel getal',
    'kind-boolean': 'true of false',
    'kind-group': 'een groep instellingen',
    'kind-list': 'een lijst',
    'more-than': 'meer dan {limit}',
    'at-least': 'minstens {limit}',
    'at-most': 'hoogstens {limit}',
  },
};
