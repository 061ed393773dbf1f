import type { FindingMessages } from '../../../findings/finding-catalogue.ts';
import type { FixedFindingCode } from './codes.ts';

/** What is said of records of fixed places, in Dutch. `{name}` takes a value. */
export const fixedTextsNl: FindingMessages<FixedFindingCode> = {
  'record-long': [
    'Het record heeft {count} tekens en mag er {most} hebben; achter het einde staat `{value}`.',
    'Kijk of er iets is ingevoegd dat alles erachter verschuift, of verbeter `record.length` van het formaat.',
  ],
  'record-short': [
    'Het record heeft {count} tekens en moet er {most} hebben.',
    'Kijk of de export is afgebroken; laat hij spaties aan het eind weg, schrijf dan short: blanks in het formaat.',
  ],
  'record-line-break': [
    'In een record dat door zijn lengte eindigt staat een regeleinde, zodat niemand weet waar de velden staan.',
    'Laat de export records zonder regeleinden schrijven, of schrijf ends: newline in het formaat.',
  ],
  'record-character': [
    'De plaats van `{name}` begint of eindigt midden in een teken.',
    'Het formaat telt bytes; kijk of de export tekens telt.',
  ],
  'record-cut': [
    'Het bestand eindigt binnen de plaats van `{name}`: `{value}` is misschien het begin van een langer getal.',
    'Kijk of de export is afgebroken; laat de plaats van een getal vullen, of het laatste record met een regeleinde eindigen.',
  ],
  'record-rest': [
    'Een record `{name}` bevat vanaf teken {first} `{value}`, waar het formaat geen veld heeft.',
    'Beschrijf daar een veld; zo kan geen mapping het lezen.',
  ],
};
