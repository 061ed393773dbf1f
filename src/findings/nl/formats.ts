import type { FindingMessages } from '../create-finding.ts';
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
  'record-rest': [
    'Een record `{name}` bevat vanaf teken {first} `{value}`, waar het formaat geen veld heeft.',
    'Beschrijf daar een veld; zo kan geen mapping het lezen.',
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
  'edi-none': [
    'Dit is geen EDIFACT-bestand: het begint met `{value}`.',
    'Een interchange begint met UNA of UNB; kijk welke export in deze map schrijft.',
  ],
  'edi-una': [
    'De UNA noemt geen bruikbare scheidingstekens: `{value}`.',
    "Laat de afzender UNA schrijven met zes verschillende tekens, zoals UNA:+.? ', of helemaal geen UNA (0085: 7).",
  ],
  'edi-una-short': [
    'De UNA heeft acht tekens; de spatie voor het slotteken ontbreekt. Hij is gelezen alsof die er stond.',
    "Laat de afzender UNA:+.? ' met de spatie schrijven.",
  ],
  'edi-no-header': [
    'Het bestand begint met `{value}`, niet met UNB.',
    'Laat de afzender een interchange schrijven; schrijft een converter alleen berichten, zet dan `lexical: { envelope: optional }` in het formaat (0085: 13).',
  ],
  'edi-segment-open': [
    'Het bestand eindigt midden in een segment zonder slotteken {terminator}: `{value}`.',
    'Het bestand is afgebroken, of de UNA noemt een ander slotteken: laat het opnieuw sturen (0085: 13).',
  ],
  'edi-message-open': [
    '`{value}` staat midden in een bericht dat nog geen UNT heeft.',
    'Het bericht is afgebroken en niemand kan zien waar: laat de interchange opnieuw sturen (0085: 13).',
  ],
  'edi-end-missing': [
    'Het bestand eindigt zonder {name}.',
    'Het bestand is afgebroken: laat het opnieuw sturen (0085: 13).',
  ],
  'edi-behind-end': [
    'Achter het einde van een interchange staat `{value}`.',
    'Daar mag alleen een volgende interchange (UNA of UNB) staan; kijk of twee bestanden zijn vermengd (0085: 15).',
  ],
  'edi-between-messages': [
    'Tussen twee berichten staat `{value}`.',
    'Daar mogen alleen UNH, UNG, UNE en UNZ staan; kijk of een bericht zijn UNH kwijt is (0085: 15).',
  ],
  'edi-count': [
    '`{name}` telt {value} {what}, en er zijn er {count}.',
    'Kijk of er onderweg iets verloren ging; telt deze afzender altijd verkeerd, zet dan `lexical: { counts: warn }` in zijn formaat (0085: 29).',
  ],
  'edi-reference': [
    '`{name}` heeft het kenmerk `{value}`, en {other} `{expected}`.',
    'Kijk of twee bestanden zijn vermengd; schrijft deze afzender ze nooit gelijk, zet dan `lexical: { counts: warn }` in zijn formaat (0085: 28).',
  ],
  'edi-reference-twice': [
    'Het kenmerk `{value}` had een eerder bericht van deze interchange ook.',
    'Laat de afzender de berichten van een interchange nummeren (0085: 26).',
  ],
  'edi-charset': [
    'UNB zegt {level}, maar de letters daarbuiten zijn {actual}; ze zijn als {actual} gelezen.',
    'Laat de afzender schrijven wat het niveau zegt, of noem de codering in het formaat (`encoding:`) (0085: 21).',
  ],
  'edi-charset-mixed': [
    'In één bericht staan letters in UTF-8 en de byte {value} na `{near}`, die dat niet is.',
    'Niemand kan zien wat bedoeld is: laat de afzender één tekenset schrijven (0085: 21).',
  ],
  'edi-charset-unknown': [
    'UNB zegt UNOX, en zulke letters kunnen hier niet worden gelezen: byte {value} na `{near}`.',
    'Laat de afzender UNOC of UNOW schrijven, of noem de codering in het formaat (`encoding:`) (0085: 2).',
  ],
  'edi-line-break': [
    'Er staat een regeleinde midden in een segment.',
    'Breekt deze afzender zijn bestanden af, zet dan `lexical: { lineBreaks: anywhere }` in zijn formaat; in een waarde kan er geen staan (0085: 21).',
  ],
  'edi-release': [
    'Het release-teken staat voor `{value}`, dat er geen nodig heeft.',
    'Het teken is behouden; laat de afzender het alleen voor scheidingstekens zetten.',
  ],
  'edi-repetition': [
    'Het herhalingsteken `{value}` staat in element {place} van `{name}`, dat niet herhaald wordt.',
    'Het is als tekst gelezen; laat de afzender er het release-teken voor zetten, of een UNA zonder herhalingsteken schrijven (0085: 35).',
  ],
  'edi-release-end': [
    'Een release-teken staat voor een regeleinde of het einde en geldt dus voor niets.',
    'Laat de afzender het dubbel schrijven waar het zelf bedoeld is (0085: 21).',
  ],
  'edi-control': [
    'Er staat een stuurteken in een waarde: {value}.',
    'Laat de afzender het weghalen (0085: 21).',
  ],
  'edi-tag': [
    '`{value}` is geen segment: een segment begint met drie hoofdletters of cijfers.',
    'Zoek in de tekst ervoor naar een slotteken zonder release-teken (0085: 15).',
  ],
  'edi-type-other': [
    'Het bericht is {value}; het formaat leest {expected}.',
    'Noem bij het kanaal het formaat van dit berichttype (0085: 15).',
  ],
  'edi-release-other': [
    'Het bericht is {value}; het formaat leest {expected}.',
    'Gebruik het formaat van die release, of schrijf een eigen met `guide:` en `message: {value}` (0085: 15).',
  ],
  'edi-test': [
    'De interchange zegt dat hij een test is (UNB 0035).',
    'Stuur hem opnieuw zonder testkenmerk, of zet `test: process` in het formaat zolang u probeert.',
  ],
  'edi-order': [
    '`{name}` staat niet op volgorde in `{parent}`.',
    'Het is gelezen waar het hoort; laat de afzender de volgorde van het bericht aanhouden (0085: 15).',
  ],
  'edi-too-many': [
    '`{name}` staat vaker dan {most} keer in `{parent}`.',
    'Het is toch gelezen; kijk of de afzender het zo bedoelt (0085: 35).',
  ],
  'edi-unexpected': [
    '`{name}` kan niet in `{parent}` staan; niets leest het.',
    'Het is bewaard als `unexpected`; lees het daar, of vraag de afzender waar het voor dient (0085: 15).',
  ],
  'edi-not-in-guide': [
    '`{name}` staat niet in de handleiding van deze partner.',
    'Zet het in `tree:` van het formaat als het ertoe doet; kijk nu of een mapping het leest.',
  ],
  'edi-part-missing': [
    '`{name}` ontbreekt.',
    'Laat de afzender het vullen: volgens het bericht moet het er zijn (0085: 13).',
  ],
  'edi-part-unknown': [
    '`{name}` heeft een element {place} dat de directory niet kent: `{value}`.',
    'Niets leest het; kijk of in een tekst een scheidingsteken zonder release-teken staat (0085: 16).',
  ],
  'edi-length': [
    '`{value}` in {name} heeft {count} tekens, en {most} zijn toegestaan.',
    'Het is in zijn geheel gelezen; laat de afzender de lengte aanhouden (0085: 39).',
  ],
  'edi-decimal-mark': [
    '`{value}` in {name} heeft een ander decimaalteken dan de UNA zegt ({mark}).',
    'Het is als decimaalteken gelezen; laat de afzender {mark} schrijven (0085: 19).',
  ],
  'edi-date-form': [
    '`{value}` in {name} heeft geen vorm (2379) naast zich; het is als EEJJMMDD gelezen.',
    'Laat de afzender er 102 achter schrijven (0085: 13).',
  ],
  'edi-date-period': [
    '`{value}` in {name} heeft de vorm {form}: een week, maand of periode, en geen dag.',
    'De mapping moet zeggen welke dag bedoeld is.',
  ],
  'edi-code': [
    '`{value}` in {name} staat niet in de handleiding van deze partner; die heeft {known}.',
    'Zet de code in het formaat als hij bedoeld is (0085: 12).',
  ],
  'idoc-none': [
    'Het bestand heeft geen IDoc: het hoofdelement is `{value}`, en er staat geen element IDOC in.',
    'Kijk welke export in deze map schrijft.',
  ],
  'idoc-no-control': [
    'De IDoc heeft geen control record (EDI_DC40), zodat niemand kan zien wat het is.',
    'Laat SAP de hele IDoc schrijven; middleware mag EDI_DC40 niet weglaten.',
  ],
  'idoc-version': [
    'Het control record is EDI_DC: een IDoc met recordtypen van versie 2, en die wordt niet gelezen.',
    'Zet de poort in SAP (transactie WE21) op versie 3; dan is het control record EDI_DC40.',
  ],
  'idoc-message-other': [
    'De IDoc zegt dat hij `{value}` is (MESTYP), en dit formaat leest {expected}.',
    'Kijk welk partnerprofiel in deze map schrijft, of geef het kanaal een formaat voor dat bericht.',
  ],
  'idoc-test': [
    'Het control record zegt dat deze IDoc een test is (TEST).',
    'Laat hem zonder die vlag sturen; schrijf test: process in het formaat als testorders verstuurd moeten worden.',
  ],
  'idoc-parent': [
    'Segment {name} hoort bij segment {value} (PSGNUM), dat er niet voor staat.',
    'Kijk of er onderweg segmenten verloren of verschoven zijn, en laat de IDoc opnieuw schrijven.',
  ],
  'idoc-number-other': [
    'Het segment hoort bij IDoc {value} (DOCNUM), en het control record is van {other}.',
    'Kijk of twee bestanden door elkaar zijn geraakt, en laat beide IDocs opnieuw schrijven.',
  ],
  'idoc-segment-twice': [
    'Segmentnummer {value} (SEGNUM) komt twee keer voor.',
    'Kijk of een regel twee keer is geschreven, en laat de IDoc opnieuw schrijven.',
  ],
  'idoc-segment-gap': [
    'Segment {value} (SEGNUM) volgt op {other}: er kunnen segmenten verloren zijn.',
    'Vergelijk met de IDoc in SAP (transactie WE02); haalt een filter er bewust segmenten uit, zet de ernst van idoc-segment-gap in het kanaal dan op off.',
  ],
  'idoc-not-described': [
    'De IDoc bevat {count} dingen die het formaat niet beschrijft: {names}.',
    'Ze worden niet gelezen. Noem het rapport van transactie WE60 bij `parser:` van een eigen formaat; dat kent ze dan allemaal.',
  ],
  'idoc-no-place': [
    '`{name}` kan niet worden geschreven: het formaat weet niet waar het in een platte IDoc staat.',
    'Noem het rapport van transactie WE60 bij `parser:` van een eigen formaat, of schrijf XML.',
  ],
  'write-character': [
    '`{character}` in `{name}` bestaat niet in {encoding}.',
    'Vervang het bij de bron of met een tabel van de mapping, of laat het ERP een andere codering lezen.',
  ],
  'write-quote': [
    '`{name}` bevat een scheidingsteken, aanhalingsteken of regeleinde, en het formaat heeft geen aanhalingstekens: `{value}`.',
    'Haal het er in de mapping uit (replace), of sta aanhalingstekens toe in het formaat.',
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
  'write-key-twice': [
    '`{value}` van `{name}` komt twee keer voor; de rijen zouden als een gelezen worden.',
    'Geef elk een eigen nummer.',
  ],
  'write-left-out': [
    'Een rij zou met `{value}` beginnen, en zulke rijen worden bij het lezen overgeslagen.',
    'Verander `skip:` van het formaat, of de eerste van `write: { columns }`.',
  ],
};
