import type { FindingMessages } from '../finding-catalogue.ts';
import type { RecordCode } from '../finding-codes.ts';

/** What is said of files that are not XML of SCSN, in Dutch. */
export const formats: FindingMessages<RecordCode> = {
  'text-encoding-wrong': [
    'Het formaat zegt {encoding}, maar de byte {value} na `{near}` hoort niet bij die codering.',
    "Laat de export {encoding} schrijven, of verbeter `encoding:` van het formaat. Oudere Windowsprogramma's schrijven windows-1252, DOS-programma's cp850.",
  ],
  'text-encoding-other': [
    'Het formaat zegt {encoding}, maar de letters buiten ASCII staan er in UTF-8.',
    'Verbeter `encoding:` van het formaat in utf-8; zoals het er staat zou `ë` twee verkeerde letters worden.',
  ],
  'text-encoding-mark': [
    'Het formaat zegt {encoding}, maar het bestand begint met het byte order mark van {actual}; het is gelezen als {actual}.',
    'Verbeter `encoding:` van het formaat.',
  ],
  'csv-nul': [
    'Het bestand bevat een NUL-teken, dat in geen tekst voorkomt.',
    'Het bestand is afgebroken of geen tekst; laat het opnieuw schrijven, en kijk naar `encoding:` van het formaat (UTF-16 heeft een nul naast elke letter).',
  ],
  'rows-apart': [
    'Rijen van `{value}` staan op twee plaatsen: vanaf rij {first} en vanaf rij {count}.',
    'Laat de export de rijen sorteren; mogen ze overal staan, schrijf dan `rows: anywhere` in het formaat.',
  ],
  'record-unknown': [
    'Er is geen record `{value}`.{near}',
    'Beschrijf het onder `records:` van het formaat, of verbeter de export.',
  ],
  'record-unexpected': [
    'Een record `{name}` kan hier niet staan.',
    'Kijk naar de volgorde van de rijen; `tree:` van het formaat zegt wat waarin hoort.',
  ],
  'record-missing': [
    '`{name}` ontbreekt in `{parent}`.',
    'Kijk naar de export: volgens het formaat moet het er zijn.',
  ],
  'record-too-many': [
    '`{name}` komt vaker voor dan {most} keer.',
    'Kijk naar de export, of verbeter het aantal in het formaat.',
  ],
  'field-missing': ['`{name}` is leeg.', 'Vul het in het ERP; volgens het formaat moet het er zijn.'],
  'field-number': [
    '`{value}` in `{name}` is geen getal zoals het formaat ze heeft.',
    'Zoals {example}; verbeter de export, of `decimal:` en `thousands:` van het formaat.',
  ],
  'field-exponent': [
    '`{value}` in `{name}` is een getal dat een rekenblad heeft ingekort; er zijn cijfers weg.',
    'Laat het ERP het bestand opnieuw schrijven en sla het niet op vanuit een rekenblad.',
  ],
  'field-integer': [
    '`{value}` in `{name}` is geen geheel getal.',
    'Verbeter het in het ERP, of het type in het formaat.',
  ],
  'field-overpunch': [
    '`{value}` in `{name}` is een getal waarvan het laatste teken zowel een cijfer als het teken is (COBOL-overpunch).',
    'Laat de export het plus- of minteken apart schrijven, voor of achter de cijfers.',
  ],
  'field-date': [
    '`{value}` in `{name}` is geen datum zoals het formaat ze heeft ({example}).',
    'Schrijf een dag van de kalender in die vorm, verbeter het type in het formaat, of noem deze tekst onder `empty:`.',
  ],
  'file-record-missing': [
    'Het bestand heeft geen record `{name}` {where}.',
    'Kijk of de export is afgebroken, en laat hem opnieuw schrijven.',
  ],
  'file-count': [
    'Het laatste record zegt {value} {what}, en het bestand heeft er {count}.',
    'Kijk of de export is afgebroken, en laat hem opnieuw schrijven.',
  ],
  'write-character': [
    '`{character}` in `{name}` bestaat niet in {encoding}.',
    'Vervang het bij de bron of met een tabel van de mapping, of laat het ERP een andere codering lezen.',
  ],
  'write-line-break': [
    '`{name}` bevat een regeleinde, dat het record zou beëindigen: `{value}`.',
    'Haal het er in de mapping uit (translate, tokenize), of bij de bron.',
  ],
  'write-length': [
    '`{name}` heeft {count} tekens en mag er {most} hebben: `{value}`.',
    'Kort het in de mapping in (substring), of bij de bron.',
  ],
  'write-value': [
    '`{value}` kan niet als {type} in `{name}` worden geschreven.',
    'Verbeter de mapping, of het type in het formaat.',
  ],
};
