import type { RecordCode } from '../codes.ts';
import type { Messages } from '../messages.ts';

/** What is said of files that are not XML of SCSN, in Dutch. */
export const formats: Messages<RecordCode> = {
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
  'csv-quote-open': [
    'Hier begint een aanhalingsteken dat nergens eindigt.',
    'Laat de export elk aanhalingsteken in een veld verdubbelen; schrijft het programma nooit aanhalingstekens, zet dan `quote: none` in het formaat.',
  ],
  'csv-quote-junk': [
    'Achter het sluitende aanhalingsteken van een veld staat nog iets: `{value}`.',
    'Laat de export elk aanhalingsteken in een veld verdubbelen; schrijft het programma nooit aanhalingstekens, zet dan `quote: none` in het formaat.',
  ],
  'csv-quote-rows': [
    'In het veld `{name}` tussen aanhalingstekens staat wat op hele rijen lijkt.',
    'Er lijkt een aanhalingsteken te ontbreken: laat de export elk aanhalingsteken sluiten, en in een veld verdubbelen.',
  ],
  'csv-nul': [
    'Het bestand bevat een NUL-teken, dat in geen tekst voorkomt.',
    'Het bestand is afgebroken of geen tekst; laat het opnieuw schrijven, en kijk naar `encoding:` van het formaat (UTF-16 heeft een nul naast elke letter).',
  ],
  'csv-headings-none': [
    'Het bestand eindigt voor de kopregel (rij {count}).',
    'Laat de export een kopregel schrijven, of verbeter `headings:` van het formaat.',
  ],
  'csv-heading-missing': [
    'Er is geen kolom `{name}`.{near}',
    'Laat de export deze kop schrijven, of zet de kop die hij schrijft erbij onder `column:` van het formaat.',
  ],
  'csv-heading-twice': [
    'De kop `{name}` staat in de kolommen {count} en {other}; niemand kan zien welke bedoeld is.',
    'Laat de export een van beide anders noemen.',
  ],
  'csv-heading-unknown': [
    'Het formaat kent de kolom `{name}` niet; ze wordt niet gelezen.',
    'Zet haar in de boom van het formaat, of onder `ignore:`.',
  ],
  'csv-label-missing': [
    'Het blok boven de tabel heeft geen `{name}`.',
    'Kijk of de export het schrijft, en onder welke naam.',
  ],
  'row-short': [
    'De rij heeft {count} velden; `{name}` is veld {other}.',
    'Kijk of er een scheidingsteken ontbreekt, of een regeleinde in een veld zonder aanhalingstekens staat.',
  ],
  'row-long': [
    'De rij heeft {count} velden en er zijn er maar {most} bekend; in veld {other} staat `{value}`.',
    'Zoek een scheidingsteken in een veld: laat de export zulke velden tussen aanhalingstekens zetten.',
  ],
  'row-disagrees': [
    '`{name}` is hier `{value}` en in rij {first} `{other}`, terwijl beide rijen bij elkaar horen.',
    'Laat de export in alle rijen dezelfde waarde schrijven, of verbeter de sleutel in het formaat.',
  ],
  'rows-apart': [
    'Rijen van `{value}` staan op twee plaatsen: vanaf rij {first} en vanaf rij {count}.',
    'Laat de export de rijen sorteren; mogen ze overal staan, schrijf dan `rows: anywhere` in het formaat.',
  ],
  'row-without-key': [
    'De rij heeft geen `{name}`, dus niemand kan zien bij welk document ze hoort.',
    'Laat de export dit in elke rij vullen.',
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
  'xml-root-other': [
    'Het hoofdelement is `{name}`{namespace}; het formaat heeft `{expected}`{wanted}.',
    'Kijk welke export in deze map schrijft, of verbeter `tree:` en `namespaces:` van het formaat.',
  ],
  'xml-by-xsd': [
    'De XSD van het formaat staat dit niet toe: {what}',
    'Laat de export het schrijven zoals de XSD zegt; is het niet de XSD van deze export, noem dan de juiste onder `xsd:` van het formaat.',
  ],
  'xml-between-documents': [
    'Tussen twee documenten staat iets: `{value}`.',
    'Laat de export de documenten achter elkaar schrijven; wat bij alle hoort staat voor het eerste of achter het laatste.',
  ],
  'xml-not-described': [
    'Het formaat kent `{name}` in `{parent}` niet.',
    'Zet het in de boom van het formaat; zoals het is kan geen mapping het lezen.',
  ],
  'xml-attribute-empty': [
    '`{parent}` heeft geen attribuut `{name}`.',
    'Laat de export het schrijven; volgens het formaat moet het er zijn.',
  ],
  'write-character': [
    '`{character}` in `{name}` bestaat niet in {encoding}.',
    'Vervang het bij de bron of met een tabel van de mapping, of laat het ERP een andere codering lezen.',
  ],
  'write-quote': [
    '`{name}` bevat een scheidingsteken, aanhalingsteken of regeleinde, en het formaat heeft geen aanhalingstekens: `{value}`.',
    'Haal het er in de mapping uit (replace), of sta aanhalingstekens toe in het formaat.',
  ],
  'write-length': [
    '`{name}` heeft {count} tekens en mag er {most} hebben: `{value}`.',
    'Kort het in de mapping in (substring), of bij de bron.',
  ],
  'write-value': [
    '`{value}` kan niet als {type} in `{name}` worden geschreven.',
    'Verbeter de mapping, of het type in het formaat.',
  ],
  'write-key-twice': [
    '`{value}` van `{name}` komt twee keer voor; de rijen zouden als een gelezen worden.',
    'Geef elk een eigen nummer.',
  ],
};
