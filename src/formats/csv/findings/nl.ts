import type { FindingMessages } from '../../../findings/finding-catalogue.ts';
import type { CsvFindingCode } from './codes.ts';

/** What is said of tables, in Dutch. `{name}` takes a value. */
export const csvTextsNl: FindingMessages<CsvFindingCode> = {
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
  'csv-row-wide': [
    'De rij heeft meer dan {most} velden.',
    'Kijk naar `separator:` van het formaat, of de export het scheidingsteken eindeloos herhaalt.',
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
  'csv-label-unknown': [
    'Het formaat kent `{name}` boven de tabel niet; wat daar staat wordt niet gelezen.',
    'Zet het in de boom van het formaat (`label:`), of onder `ignore:`.',
  ],
  'csv-label-more': [
    'Achter `{name}` staat meer dan één waarde; `{value}` wordt niet gelezen.',
    'Laat de export achter elke naam één waarde schrijven.',
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
  'row-without-key': [
    'De rij heeft geen `{name}`, dus niemand kan zien bij welk document ze hoort.',
    'Laat de export dit in elke rij vullen.',
  ],
  'row-again': [
    'De rij is gelijk aan rij {first}, zodat wat zij bestelt of bevestigt dubbel zou tellen.',
    'Kijk of de export rijen dubbel schrijft; zijn twee gelijke leveringen bedoeld, zet de severity van row-again in het kanaal dan op warning en probeer het opnieuw.',
  ],
  'write-quote': [
    '`{name}` bevat een scheidingsteken, aanhalingsteken of regeleinde, en het formaat heeft geen aanhalingstekens: `{value}`.',
    'Haal het er in de mapping uit (replace), of sta aanhalingstekens toe in het formaat.',
  ],
  'write-key-twice': [
    '`{value}` van `{name}` komt twee keer voor; de rijen zouden als een gelezen worden.',
    'Geef elk een eigen nummer.',
  ],
  'write-left-out': [
    'Een rij zou met `{value}` beginnen, en zulke rijen worden bij het lezen overgeslagen.',
    'Verander `skip:` van het formaat, of de eerste van `write: { columns }`.',
  ],
};
