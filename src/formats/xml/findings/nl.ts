import type { FindingMessages } from '../../../findings/finding-catalogue.ts';
import type { XmlFindingCode } from './codes.ts';

/** What is said of own XML, in Dutch. `{name}` takes a value. */
export const xmlTextsNl: FindingMessages<XmlFindingCode> = {
  'xml-root-other': [
    'Het hoofdelement is `{name}`{namespace}; het formaat heeft `{expected}`{wanted}.',
    'Kijk welke export in deze map schrijft, of verbeter `tree:` en `namespaces:` van het formaat.',
  ],
  'xml-between-documents': [
    'Tussen twee documenten staat iets: `{value}`.',
    'Laat de export de documenten achter elkaar schrijven; wat bij alle hoort staat voor het eerste of achter het laatste.',
  ],
  'xml-by-xsd': [
    'De XSD van het formaat staat dit niet toe: “{what}”',
    'Laat de export het schrijven zoals de XSD zegt; is het niet de XSD van deze export, noem dan de juiste onder `xsd:` van het formaat.',
  ],
  'xml-not-described': [
    'Het formaat kent `{name}` in `{parent}` niet.',
    'Zet het in de boom van het formaat; zoals het is kan geen mapping het lezen.',
  ],
  'xml-text-beside': [
    'Naast de elementen van `{parent}` staat een tekst: `{value}`.',
    'Laat de export hem in een element schrijven; zoals het is leest geen mapping hem.',
  ],
  'xml-value-mixed': [
    '`{name}` heeft elementen naast zijn waarde: `{value}`.',
    'Laat de export alleen de waarde schrijven, of beschrijf in de boom van het formaat wat erin staat.',
  ],
  'xml-attribute-empty': [
    '`{parent}` heeft geen attribuut `{name}`.',
    'Laat de export het schrijven; volgens het formaat moet het er zijn.',
  ],
};
