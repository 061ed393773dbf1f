import type { WayCode } from '../codes.ts';
import type { Messages } from '../messages.ts';

/** What is said on the way from the document to its end, in Dutch. */
export const way: Messages<WayCode> = {
  'required-missing': [
    '`{name}` is verplicht en blijft leeg{from}.',
    '{fill}, of geef in de mapping een alternatief.',
  ],
  'several-values': [
    '`{name}` neemt één waarde, en {from} geeft er hier meer.',
    'Laat er één in het document staan, of kies er in de mapping één.',
  ],
  'key-twice': ['`{name}` komt twee keer voor met de waarde `{value}`.', 'Geef elk een eigen nummer.'],
  'bad-identifier': [
    'In `{value}` staat een spatie, en dat mag niet in een nummer of code.',
    'Haal de spatie weg; nummers worden aan de andere kant teken voor teken vergeleken.',
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
    'Voeg er een toe aan {file} en laat het bericht opnieuw proberen.',
  ],
  'mapping-failed': [
    'De mapping kan `{expression}` hier niet uitrekenen: {what}.',
    'Verbeter de uitdrukking in de mapping en laat het bericht opnieuw proberen.',
  ],
  'too-many-members': [
    'Het document heeft {count} keer iets onder `{name}`; de exchange neemt er {most}.',
    'Splits de order in het ERP, of vraag de exchange of de grens is verhoogd en verander `limits` van het kanaal.',
  ],
  'embedded-file-refused': [
    'Het bestand `{title}` zit in het document zelf; de exchange neemt geen bestanden in JSON, en uploaden is niet ingeschakeld.',
    'Zet `exchange.upload: true` als de exchange uploads neemt; of laat het ERP met een https-adres naar het bestand verwijzen. Met `embedded-file-refused: warning` onder `severities` gaat het document zonder het bestand.',
  ],
  'embedded-file-blocked': [
    'Het ingesloten bestand `{title}` eindigt op `{ending}`, en zulke bestanden neemt de exchange niet.',
    'Haal het bestand uit het document, of doe het in een ander soort archief.',
  ],
  'embedded-file-too-large': [
    'Het ingesloten bestand `{title}` is {size} MB; de exchange neemt {most} MB.',
    'Maak het bestand kleiner, of laat het ERP er met een https-adres naar verwijzen.',
  ],
  'older-than-delivered': [
    'Een nieuwere versie van deze order is afgeleverd op {at} (bericht {message}).',
    'Laat dit bericht vervallen, of verstuur het toch met `gateway journal retry ID --force`.',
  ],
  'reference-again': [
    'Een ander document van deze order had eerder al de referentie {value} (bericht {message}).',
    'Is het met de hand verbeterd, dan hoeft er niets te gebeuren; laat het ERP anders zijn referenties doortellen.',
  ],
  'document-left-open': [
    'Het document laat iets open ({parts}), en niets onderweg heeft dat gesloten.',
    'Noem complete-order of complete-order-response achter de vertaling onder `map:` van het kanaal en laat het bericht opnieuw proberen.',
  ],
  'own-extension-dropped': [
    'Wat het document naast SCSN voor de exchange heeft ({names}) wordt niet verstuurd: deze operatie neemt alleen SCSN.',
    'Stuur het naar api-connector/order, of laat het uit de vertaling weg.',
  ],
  'document-not-taken': [
    'Geen kanaal op deze map neemt dit document van het bestand.',
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
  'contract-mismatch': [
    'Wat naar {operation} zou gaan past niet bij het OpenAPI-bestand van {service}: {what}.',
    'Verbeter de gegevens in het ERP, of de mapping; `gateway exchange contract` laat zien wat de exchange verwacht.',
  ],
  'exchange-refused': [
    'De exchange weigerde het document met status {status}.',
    'Lees haar antwoord, verbeter het document in het ERP en exporteer het opnieuw.',
  ],
  'exchange-not-found': [
    'De exchange antwoordt nog steeds {status}: zij kent deze order of dit accountnummer niet.',
    'Laat het accountnummer of de order bij de exchange invoeren en doe dan `gateway journal retry`; of laat het bericht vervallen.',
  ],
  'exchange-unexpected-status': [
    'De exchange antwoordde met de onverwachte status {status}.',
    'Vraag de exchange wat dat betekent en doe dan `gateway journal retry`, of laat het bericht vervallen.',
  ],
  'event-not-json': [
    'Wat bij de webhook binnenkwam is geen JSON; er is met 400 geantwoord.',
    'Bekijk de inhoud met `gateway journal show ID --body`; zoek de zaak op in het portaal van de exchange als zij u aangaat en laat dit bericht dan vervallen.',
  ],
  'event-unknown-shape': [
    'De exchange stuurde JSON waarin geen id van een order of zending te vinden was.',
    'Bekijk de inhoud met `gateway journal show ID --body`; zoek de zaak op in het portaal van de exchange als zij u aangaat en laat dit bericht dan vervallen.',
  ],
  'order-unreadable': [
    'De exchange antwoordde met JSON waarin geen order-id te vinden was.',
    'Bekijk de inhoud met `gateway journal show ID --body` en vraag het de exchange; laat het bericht dan opnieuw proberen of vervallen.',
  ],
  'shipment-unreadable': [
    'De exchange antwoordde met JSON waarin geen id van een zending te vinden was.',
    'Bekijk de inhoud met `gateway journal show ID --body` en vraag het de exchange; laat het bericht dan opnieuw proberen of vervallen.',
  ],
  'json-not-well-formed': [
    'Wat de exchange stuurde is geen goed gevormde JSON: {what}.',
    'Vraag de exchange het opnieuw te sturen; komt het net zo terug, dan is het op deze plaats stuk.',
  ],
  'json-duplicate-name': [
    'In wat de exchange stuurde staat de naam `{value}` twee keer in één object; het is niet duidelijk welke waarde telt.',
    'Vraag de exchange elke naam één keer te schrijven.',
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
};
