import type { FindingMessages } from '../finding-catalogue.ts';
import type { ProcessingCode } from '../finding-codes.ts';

/** What is said on the way from the document to its end, in Dutch. */
export const processing: FindingMessages<ProcessingCode> = {
  'value-not-carried': [
    '`{path}` = `{value}` wordt door geen regel overgenomen en gaat nergens heen (waarden op zulke plaatsen in dit document: {count}).',
    'Neem het over met een regel in de mapping; of sluit het af met een regel in ignored.csv naast uw mappings (mapping, pad, reden).',
  ],
  'required-missing': [
    '`{name}` is verplicht en blijft leeg{from}.',
    '{fill}, of geef in de mapping een alternatief.',
  ],
  'several-values': [
    '`{name}` kan één waarde hebben, en {from} geeft er hier meer.',
    'Laat er één in het document staan, of kies er in de mapping één.',
  ],
  'key-twice': ['`{name}` komt twee keer voor met de waarde `{value}`.', 'Geef elk een eigen nummer.'],
  'value-not-of-exchange': [
    '`{name}` is `{value}`, en die waarde kent de exchange niet; wel: {values}.',
    'Geef een van deze met een regel of tabel van de mapping, of laat het weg: een order zonder type is een inkooporder.',
  ],
  'bad-identifier': [
    'In `{value}` staat een spatie; volgens de specificatie van de exchange mag dat in geen enkel nummer of code, ook niet in een artikelnummer.',
    'Schrijf het in het ERP zonder spatie, in elk document hetzelfde: nummers worden aan de andere kant teken voor teken vergeleken. Of vervang de spatie met een regel in een eigen mapping.',
  ],
  'identifier-too-long': [
    '`{name}` heeft {count} tekens; een kenmerk of nummer heeft er hoogstens {most}.',
    'Kijk of er een andere tekst in dit veld terecht is gekomen, en zet het nummer erin.',
  ],
  'identifier-character': [
    'In `{name}` staat een stuurteken of een half teken: `{value}`.',
    'Kijk waar dit nummer of kenmerk is gemaakt en verbeter het daar; een kenmerk is tekst die je kunt afdrukken.',
  ],
  'bad-decimal': [
    '`{value}` is geen getal.',
    'Schrijf cijfers met een punt als decimaalteken en zonder scheiding van duizendtallen, zoals 1234.50.',
  ],
  'bad-integer': ['`{value}` is geen geheel getal.', 'Schrijf het zonder decimalen.'],
  'bad-boolean': ['`{value}` is geen true en geen false.', 'Schrijf true of false, in kleine letters.'],
  'bad-date': [
    '`{value}` is geen datum.',
    'Schrijf een dag van de kalender als JJJJ-MM-DD, zoals 2026-01-31.',
  ],
  'bad-date-time': [
    '`{value}` is geen datum met tijd.',
    'Schrijf het als JJJJ-MM-DDTuu:mm:ss, zoals 2026-01-31T14:30:00Z.',
  ],
  'bad-time': ['`{value}` is geen tijd.', 'Schrijf het als uu:mm:ss, zoals 14:30:00.'],
  'bad-time-zone': [
    '`{value}` is geen tijdzone.',
    'Verbeter `timeZone` van het kanaal of de mapping: een naam zoals Europe/Amsterdam.',
  ],
  'bad-uri': [
    '`{value}` is geen webadres; het wordt weggelaten.',
    'Schrijf een adres dat met https:// begint.',
  ],
  'division-by-zero': [
    '`{name}` moet door `{value}` worden gedeeld, en delen door nul gaat niet.',
    'Verbeter het getal waardoor wordt gedeeld; meestal is het een prijs per 0 stuks.',
  ],
  'digits-wrong': [
    'De mapping vraagt om `{value}` cijfers achter het decimaalteken.',
    'Schrijf in de mapping 0, 1, 2 enzovoort als aantal cijfers.',
  ],
  'table-miss': [
    'In de tabel `{table}` staat geen regel voor `{value}`.',
    'Voeg er een toe aan {file}, onder de kopregel, en laat het bericht opnieuw proberen.',
  ],
  'mapping-failed': [
    'De mapping kan `{expression}` hier niet uitrekenen: “{what}”.',
    'Verbeter de expressie in de mapping en laat het bericht opnieuw proberen.',
  ],
  'too-many-members': [
    'Het document heeft {count} keer iets onder `{name}`; de exchange neemt er hoogstens {most} aan.',
    'Splits de order in het ERP, of vraag de exchange of de grens is verhoogd en verander `limits` van het kanaal.',
  ],
  'embedded-file-refused': [
    'Het bestand `{title}` zit in het document zelf; de exchange neemt geen bestanden in JSON aan, en uploaden is niet ingeschakeld.',
    'Zet `exchange.upload: true` als de exchange uploads aanneemt; of laat het ERP met een https-adres naar het bestand verwijzen. Met `embedded-file-refused: warning` onder `severities` gaat het document zonder het bestand.',
  ],
  'embedded-file-blocked': [
    'Het ingesloten bestand `{title}` eindigt op `{ending}`, en zulke bestanden neemt de exchange niet aan.',
    'Haal het bestand uit het document, of doe het in een ander soort archief.',
  ],
  'embedded-file-too-large': [
    'Het ingesloten bestand `{title}` is {size} MB; de exchange neemt hoogstens {most} MB aan.',
    'Maak het bestand kleiner, of laat het ERP er met een https-adres naar verwijzen.',
  ],
  'older-than-delivered': [
    'Een nieuwere versie van deze order is al verwerkt op {at} (bericht {message}).',
    'Aan de datum alleen is niet te zien welke van de twee bedoeld is: gooi dit bericht weg, of verstuur het toch met `gateway journal retry ID --force`. Het houdt geen ander bericht op.',
  ],
  'newer-was-delivered': [
    'Een nieuwere versie van deze order is al verwerkt op {at} als bericht {message}; daarom is deze niet verstuurd.',
    'Er hoeft niets te gebeuren. Moet het toch weg: `gateway journal retry ID --force`.',
  ],
  'refuse-in-portal': [
    'Regel {line} weigert de wijziging van de leverancier; de exchange heeft daar geen operatie voor.',
    'Weiger haar in het portaal van de exchange en sluit deze taak dan af: `gateway journal done ID --line {line}`.',
  ],
  'reference-again': [
    'Een ander document van deze order had eerder al de referentie {value} (bericht {message}).',
    'Is het met de hand verbeterd, dan hoeft er niets te gebeuren; laat het ERP anders zijn referenties doortellen.',
  ],
  'line-left-out': [
    'Regel {line} wordt weggelaten: het document zegt {own}, zoals eerder, en afgesproken is {agreed}{since}.',
    'Neem in het ERP over wat is afgesproken. Om de waarden van het ERP opnieuw te vragen: wijzig de regel daar, of verstuur haar zoals zij is: `gateway journal retry ID --force --lines {line}`.',
  ],
  'line-contradicts': [
    'Regel {line} staat als nieuw of gewijzigd in het document, maar zegt wat de vorige export zei ({own}), en afgesproken is {agreed}{since}. Zij wordt weggelaten.',
    'Neem in het ERP over wat is afgesproken. Zijn de waarden van het ERP bedoeld, verstuur ze dan: `gateway journal retry ID --force --lines {line}`.',
  ],
  'line-reopens': [
    'Regel {line} gaat mee met {own}, zoals eerder geëxporteerd, en afgesproken is {agreed}{since}: versturen vraagt daar opnieuw om.',
    'Neem in het ERP over wat is afgesproken voordat de regel wordt gewijzigd. `reopens: park` van het kanaal houdt zulke orders tegen.',
  ],
  'line-asked-again': [
    'De leverancier heeft regel {line} geweigerd{since}. De order gaat in zijn geheel, zodat de exchange haar opnieuw vraagt zoals zij was.',
    'Annuleer de regel in het ERP als zij niet meer nodig is. `reopens: park` van het kanaal houdt zulke orders tegen.',
  ],
  'line-renumbered': [
    'Regel {line} is niet bekend en zegt wat regel {before} zei, die nu ontbreekt: het lijkt dezelfde regel met een ander nummer. Versturen zou haar dubbel bestellen.',
    'Geef de regels in het ERP hun oude nummers. Is regel {line} naast regel {before} bedoeld, laat het ERP haar dan als added aanmerken, of verstuur haar zoals zij is: `gateway journal retry ID --force --lines {line}`.',
  ],
  'line-closed': [
    'Regel {line} is bij de exchange {status}{since}, die wijzigingen ervan negeert; het document heeft haar nog.',
    'Sluit de regel in het ERP, of maak een nieuwe regel voor wat nog nodig is.',
  ],
  'line-refused': [
    'De leverancier heeft regel {line} geweigerd{since}, en het document zegt hetzelfde als eerder. Zij wordt weggelaten.',
    'Laat het ERP de regel als gewijzigd (revised) aanmerken om opnieuw te vragen; annuleer haar anders.',
  ],
  'line-not-known': [
    'Regel {line} heeft geen status, alsof zij niet is gewijzigd, en noch deze gateway noch de exchange kent haar. Zij wordt verstuurd.',
    'Is de regel nieuw, dan hoeft er niets te gebeuren; laat het ERP nieuwe regels als added aanmerken.',
  ],
  'line-not-asked': [
    'Regel {line} heeft geen status, alsof zij niet is gewijzigd, en deze gateway kent haar niet. Zij wordt verstuurd; de exchange kon niet worden gevraagd, want het kanaal noemt geen bedrijf.',
    'Zet `companyId` van de exchange of het kanaal, zodat ernaar gevraagd kan worden.',
  ],
  'line-texts-left-out': [
    'Regel {line} heeft andere teksten, verwijzingen of documenten dan eerder. Die worden weggelaten: versturen zou heropenen wat is afgesproken of gevraagd.',
    'Beantwoord het open verzoek, of neem in het ERP over wat is afgesproken, en exporteer de order opnieuw: dan gaan ze mee.',
  ],
  'accepted-otherwise': [
    'Regel {line} aanvaardt de wijziging van de leverancier, maar zegt {own} waar die {open} zegt. Zij gaat zoals zij is: voor de exchange is dat geen aanvaarding.',
    'Neem de waarden van de leverancier over in het ERP, of weiger de wijziging.',
  ],
  'proposal-unanswered': [
    'Regel {line} staat als nieuw of gewijzigd in het document en zegt wat zij eerder zei ({own}), terwijl de wijziging van de leverancier op antwoord wacht ({open}). Zij wordt weggelaten.',
    'Beantwoord de wijziging van de leverancier: met diens waarden, met andere, of met de status rejected.',
  ],
  'nothing-to-refuse': [
    'Regel {line} weigert een wijziging van de leverancier, en er wacht er geen op antwoord. Zij wordt weggelaten.',
    'Er hoeft niets te gebeuren als de wijziging inmiddels is beantwoord of ingetrokken.',
  ],
  'header-left-out': [
    'Iets van de order als geheel is nieuw (teksten, voorwaarden, documenten), en geen regel kan het meenemen: de exchange neemt geen order zonder regels aan, en een regel meesturen zou die heropenen.',
    'Het gaat zodra een regel wijzigt of staat zoals het ERP haar heeft. Nu versturen: `gateway journal retry ID --force --lines NUMMER`.',
  ],
  'document-left-open': [
    'Het document laat iets open ({parts}), en niets onderweg heeft dat gesloten.',
    'Noem complete-order of complete-order-response achter de mapping van uw formaat onder `map:` van het kanaal en laat het bericht opnieuw proberen.',
  ],
  'own-extension-dropped': [
    'Wat het document naast SCSN voor de exchange heeft ({names}), wordt niet verstuurd: deze operatie neemt alleen SCSN aan.',
    'Stuur het naar api-connector/order, of laat het weg in de mapping.',
  ],
  'document-not-taken': [
    'Geen kanaal van deze map neemt dit document uit het bestand op.',
    'Kijk wat het is; laat het ergens anders heen exporteren, of geef het een eigen kanaal.',
  ],
  'documents-too-many': [
    'Het bestand bevat {count} documenten; één bestand mag er {most} bevatten.',
    'Laat het in meer bestanden exporteren.',
  ],
  'corrected-several': [
    'Het verbeterde bestand bevat {count} documenten, en het moet de plaats van één innemen.',
    'Laat het ene staan dat verstuurd moet worden, met het begin en het einde van het bestand.',
  ],
  'corrected-another-order': [
    'Het verbeterde document gaat over order {other}, en bericht {message} over order {own}: die zou dan niet meer verstuurd worden.',
    'Geef het nummer van het bericht van order {other}. Is het toch zo bedoeld, zet er dan `--as-another-order --reason WAAROM` bij.',
  ],
  'corrected-another-party': [
    'Het verbeterde document gaat ook over order {own}, maar van een ander account of van een andere soort dan bericht {message}.',
    'Kijk naar het accountnummer erin. Moest juist dat verbeterd worden, zet er dan `--as-another-order --reason WAAROM` bij.',
  ],
  'corrected-order-unknown': [
    'Bericht {message} gaat over order {own}, en het is niet te zeggen of het verbeterde bestand alleen over die order gaat.',
    "Laat er één document in staan, met zijn nummer; `gateway check` zegt of mappings en schema's werken. Weet u het zeker, zet er dan `--as-another-order --reason WAAROM` bij.",
  ],
  'contract-mismatch': [
    'Wat naar {operation} zou gaan, past niet bij het OpenAPI-bestand van {service}: “{what}”.',
    'Verbeter de gegevens in het ERP, of de mapping; `gateway exchange contract` laat zien wat de exchange verwacht.',
  ],
  'exchange-refused': [
    'De exchange weigerde het document met status {status}.',
    'Lees haar antwoord, verbeter het document in het ERP en exporteer het opnieuw.',
  ],
  'exchange-not-found': [
    'De exchange antwoordt nog steeds {status}: zij kent deze order of dit accountnummer niet.',
    'Laat het accountnummer of de order bij de exchange invoeren en doe dan `gateway journal retry`; of gooi het bericht weg.',
  ],
  'exchange-unexpected-status': [
    'De exchange antwoordde met de onverwachte status {status}.',
    'Vraag de exchange wat dat betekent en doe dan `gateway journal retry`, of gooi het bericht weg.',
  ],
  'exchange-says-failed': [
    'De exchange antwoordde met {status}, en zegt in haar antwoord dat het mislukt is: het geldt niet als afgeleverd.',
    'Vraag de exchange of zij dit heeft en doe dan `gateway journal retry`, of gooi het bericht weg.',
  ],
  'exchange-answers-another': [
    'De exchange is om {asked} gevraagd en antwoordde met {answered}: dat is niet doorgegeven.',
    'Vraag de exchange waarom en doe dan `gateway journal retry` om het opnieuw te vragen, of laat het bericht vervallen.',
  ],
  'event-not-json': [
    'Wat bij de webhook binnenkwam, is geen JSON; er is met 400 geantwoord.',
    'Bekijk de inhoud met `gateway journal show ID --body`; zoek de zaak op in het portaal van de exchange als zij u aangaat en gooi dit bericht dan weg.',
  ],
  'event-unknown-shape': [
    'De exchange stuurde JSON waarin geen id van een order of zending te vinden was.',
    'Bekijk de inhoud met `gateway journal show ID --body`; zoek de zaak op in het portaal van de exchange als zij u aangaat en gooi dit bericht dan weg.',
  ],
  'order-unreadable': [
    'De exchange antwoordde met JSON waarin geen order-id te vinden was.',
    'Bekijk de inhoud met `gateway journal show ID --body` en vraag het de exchange; laat het bericht dan opnieuw proberen, of gooi het weg.',
  ],
  'shipment-unreadable': [
    'De exchange antwoordde met JSON waarin geen id van een zending te vinden was.',
    'Bekijk de inhoud met `gateway journal show ID --body` en vraag het de exchange; laat het bericht dan opnieuw proberen, of gooi het weg.',
  ],
  'json-not-well-formed': [
    'Wat de exchange stuurde, is geen welgevormde JSON: “{what}”.',
    'Vraag de exchange het opnieuw te sturen; komt het net zo terug, dan is het op deze plaats stuk.',
  ],
  'json-duplicate-name': [
    'In wat de exchange stuurde staat de naam `{value}` twee keer in één object; het is niet duidelijk welke waarde telt.',
    'Vraag de exchange elke naam één keer te schrijven.',
  ],
  'json-too-many-members': [
    'In wat de exchange stuurde staat een object met meer dan {most} leden.',
    'Vraag de exchange het opnieuw te sturen; geen order heeft er zo veel, en er wordt niet naar gekeken.',
  ],
  'document-without-file': ['Het document `{title}` heeft geen bestand bij de exchange.', '{todo}'],
  'document-missing': ['Het document `{title}` kon niet worden opgehaald: {what}.', '{todo}'],
  'document-blocked': ['Het document `{title}` is niet opgehaald: {why}.', '{todo}'],
  'document-file-too-large': [
    'Het document `{title}` is {size} MB, meer dan de {most} MB van `documents.maxMegabytes`.',
    '{todo}',
  ],
  'deadline-exceeded': [
    'De gateway heeft het opgegeven: {step} duurde langer dan {seconds} seconden.',
    'Kijk of het document is wat het moet zijn; `gateway journal retry` probeert het nog een keer.',
  ],
  'step-failed': [
    'De gateway kon het niet {step}: {what}.',
    'Dit ligt aan de gateway of aan de mapping, niet aan het document. Doe `gateway journal retry` als het is verholpen.',
  ],
  'body-damaged': [
    'Wat het journaal van dit bericht bewaart, is beschadigd: {what}.',
    'Exporteer het document opnieuw uit het ERP, of geef een heel document met `gateway journal resend ID --file BESTAND`. `gateway journal verify` zegt wat er nog meer beschadigd is.',
  ],
};
