import type { ConfigWords } from '../config-sentences.ts';

/** What is said of the config in Dutch. */
export const nl: ConfigWords = {
  sentences: {
    'config-unreadable': [
      'De configuratie kan niet worden gelezen: {reason}.',
      'Geef het pad met --config, of maak er een met `gateway init`.',
    ],
    'config-unreadable/no-file': [
      'De configuratie is een pipe of een apparaat, geen bestand.',
      'Sla hem op als bestand: de gateway leest hem opnieuw terwijl hij draait.',
    ],
    'config-channel-direction': [
      '`{path}` leidt zowel naar de exchange als naar een map.',
      'Een kanaal heeft één richting: maak er twee kanalen van.',
    ],
    'config-env-missing': [
      'De omgevingsvariabele {name} is niet ingesteld.',
      'Stel haar in voordat de gateway start, of gebruik ${file:PATH}.',
    ],
    'config-file-missing': [
      'Het bestand {path} kan niet worden gelezen: {reason}.',
      'Relatieve paden beginnen in de map van het configuratiebestand; het account van de gateway moet het kunnen lezen.',
    ],
    'config-placeholder': [
      '`{written}` is geen plaatshouder.',
      'Schrijf ${NAME} of ${file:PATH}; schrijf $${ voor de tekens ${ zelf.',
    ],
    'config-plain-secret': [
      '`{path}` staat in leesbare tekst.',
      'Zet het in een bestand en schrijf "${file:secrets/NAME}", of in de omgeving en schrijf "${NAME}".',
    ],
    'config-plain-secret/address': [
      '`exchange.baseUrl` bevat een gebruiker of een wachtwoord.',
      'Haal ze uit het adres: ze horen in `exchange.auth`, het wachtwoord als "${file:secrets/NAME}".',
    ],
    'config-plain-http': [
      '`exchange.baseUrl` stuurt wachtwoorden onbeschermd naar {host}.',
      'Gebruik https; gewoon http is alleen voor loopback.',
    ],
    'config-plain-http/mail': [
      '`alarms.mail.smtp` stuurt zijn wachtwoord onbeschermd naar {host}.',
      'Laat `tls` weg, of zet `tls: implicit` met poort 465.',
    ],
    'config-plain-http/alarms': [
      '`alarms.webhook` stuurt zijn token onbeschermd naar {host}.',
      'Gebruik https; gewoon http is alleen voor loopback.',
    ],
    'config-plain-http/pages': [
      'Wachtwoorden zouden over gewoon HTTP naar {host} gaan.',
      'Gebruik https; gewoon http is alleen voor loopback.',
    ],
    'config-open-http/webhook': [
      'De webhook ontvangt wachtwoorden over gewoon HTTP van andere machines.',
      'Geef `tls`, of luister op 127.0.0.1 achter een proxy die TLS doet.',
    ],
    'config-open-http/operator': [
      'Andere machines bereiken deze poort over gewoon HTTP: zij geeft gezondheid en cijfers, en heeft geen pagina’s.',
      'Geef `tls`, noem de proxy ervoor in `proxies`, of luister op 127.0.0.1.',
    ],
    'config-open-http/proxies': [
      'Wie ook aanroept zou als proxy tellen, en kon zeggen overal vandaan te komen.',
      'Noem alleen de adressen van de proxy’s.',
    ],
    'config-same-address': [
      '`http.webhook` en `http.operator` luisteren op hetzelfde adres.',
      'Geef elk een eigen poort.',
    ],
    'config-no-channels': [
      'Er is geen kanaal ingesteld: de gateway heeft niets te doen.',
      'Voeg er een toe onder `channels`.',
    ],
    'config-time-zone': ['Er is geen tijdzone `{zone}`.', '{todo}'],
    'config-unknown-rule/fixed': [
      'Hoe zwaar `{code}` weegt kan niet worden veranderd: zo een document is niet op één manier te lezen.',
      'Laat het weg; regels en waarschuwingen kunnen wel worden veranderd (docs/findings.md).',
    ],
    'config-unknown-rule/unknown': ['Er is geen regel `{code}`.', '{todo}'],
    'config-no-map/inbound': [
      '`channels.{name}` heeft geen `map`, maar {operation} neemt JSON.',
      'Voeg `map: {map}` toe.',
    ],
    'config-no-map/format': [
      '`channels.{name}` heeft geen `map`: {document} moet eerst een SCSN-document worden.',
      'Voeg `map:` toe met de mapping van {document}.',
    ],
    'config-no-map/outbound': [
      '`channels.{name}` heeft geen `map`: de JSON van de exchange moet XML worden.',
      'Voeg `map: {map}` toe.',
    ],
    'config-wrong-document/operation': [
      '{operation} neemt geen {document}.',
      'Zet `document: {taken}`, of kies een andere operatie.',
    ],
    'config-wrong-document/role': [
      'Wie `{role}` is ontvangt geen {document}.',
      'Zet als `{role}` een van: {documents}.',
    ],
    'config-keep': [
      '`archive.keep` gaat af op de mappen JJJJ/MM/DD, die `byDate: false` weglaat.',
      'Laat `byDate` weg, of `archive`.',
    ],
    'config-settle': [
      '`interval`, `patience` en `giveUp` mogen in deze volgorde niet kleiner worden.',
      'Maak patience minstens zo groot als interval, en giveUp minstens zo groot als patience.',
    ],
    'config-no-login': [
      '`{path}` heeft geen `password` en geen `privateKey`.',
      'Geef er een van: "${NAME}" of "${file:PATH}".',
    ],
    'config-switched-off': [
      '`channels.{name}` verstuurt pakbonnen, die de specificatie niet kent.',
      'Vraag de exchange of zij ze neemt; zet dan `despatchAdvice: true` onder `exchange`.',
    ],
    'config-no-source': [
      '`channels.{name}` heeft geen `search` en geen `webhook`.',
      'Voeg `search` of `webhook` toe, of allebei.',
    ],
    'config-idle-events': [
      '`channels.{name}` heeft `events` en geen `webhook`: een zoekopdracht toont geen namen van events.',
      'Haal `events` weg, of voeg `webhook` toe.',
    ],
    'config-no-search': [
      '`channels.{name}` zoekt, maar de zoekopdracht van de exchange vindt orders en geen zendingen.',
      'Haal `search` weg: zendingen worden alleen via de webhook gemeld.',
    ],
    'config-search-ahead': [
      '`channels.{name}` zoekt vanaf {since}, een moment dat nog moet komen: wat eerder wijzigt wordt niet gevonden.',
      'Geef het moment vanaf wanneer het ERP wijzigingen moet krijgen. Is het zo bedoeld, dan is er niets mis.',
    ],
    'config-no-company': [
      '`channels.{name}` weet niet welk bedrijf het onze is.',
      'Geef `companyId` onder `exchange` of in het kanaal: het id van uw bedrijf bij de exchange.',
    ],
    'config-no-webhook': [
      'Niets luistert naar de webhook `{path}`.',
      'Voeg `http.webhook` toe, met een adres en aanmeldgegevens.',
    ],
    'config-name-field': ['Er is geen veld `{field}`.', '{todo}'],
    'config-name-character': [
      'Geen bestandsnaam heeft een `{character}`: de bestanden zouden er `_` hebben.',
      'Haal het teken weg, of schrijf `_`. Bestanden komen in de map zelf, niet in een submap.',
    ],
    'config-chain/reads': [
      '`channels.{channel}`: de mapping {mapping} leest {from}, maar krijgt {given}.',
      'Noem een mapping die {given} leest, of zet er een voor die {from} maakt.',
    ],
    'config-chain/between': [
      '`channels.{channel}`: de mapping {mapping} maakt {to}, en daarachter staat er nog een.',
      'Tussen twee mappings ligt een SCSN-document: haal de andere weg, of zet ze ervoor.',
    ],
    'config-chain/makes': [
      '`channels.{channel}`: de mapping {mapping} maakt {to}, en aan het eind hoort {end}.',
      'Zet de mapping van {to} naar {end} erachter, of noem een andere.',
    ],
    'config-chain/scsn': [
      '`channels.{channel}`: tussen {document} en de exchange ligt geen SCSN-document.',
      'Noem twee mappings: een tussen {document} en een SCSN-document, en een tussen dat en de exchange.',
    ],
    'config-chain/open': [
      '`channels.{channel}`: wat de mappings openlaten ({parts}) wordt onderweg niet gesloten.',
      'Noem achter de vertaling een mapping die het sluit, zoals {mapping}.',
    ],
    'config-chain/kind': [
      '`channels.{channel}`: het formaat {document} zegt van een andere soort te zijn dan {scsn}.',
      'Verbeter `kind:` van het formaat, of noem de mappings van zijn soort.',
    ],
    'config-chain/side': [
      '`channels.{channel}`: {scsn}, wat {document} wordt of was, past niet bij het andere eind van het kanaal.',
      'Kies een andere operatie of rol, of andere mappings.',
    ],
    'config-same-folder/differ': [
      '`channels.{name}` en `channels.{other}` halen op uit één map, maar verschillen in {keys}.',
      'Schrijf in beide hetzelfde; alleen `files` mag verschillen.',
    ],
    'config-same-folder/files': [
      '`channels.{name}` en `channels.{other}` halen dezelfde bestanden op.',
      'Geef ze verschillende mappen, verschillende patronen in `files`, of verschillende documenttypen.',
    ],
    'config-same-folder/echo': [
      '`channels.{reader}` zou terugsturen wat `channels.{name}` klaarzet: zij gebruiken dezelfde map.',
      'Geef het uitgaande kanaal een eigen map.',
    ],
    'config-keys-in-lanes': [
      '`channels.{name}` en `channels.{other}` kunnen documenten van dezelfde orders brengen, maar halen elk uit een eigen map op: welke van twee eerst komt is niet zeker.',
      'Waar twee documenten van één order langs beide kunnen komen: geef beide dezelfde `from.lane`, of één map. Anders is er niets mis.',
    ],
    'config-no-orders': [
      '`channels.{name}` vergelijkt antwoorden met de orders waar ze bij horen, en geen kanaal brengt die: elke regel zonder status wordt geparkeerd.',
      'Voeg een uitgaand kanaal met `as: supplier` toe, dat de orders in een map zet en onthoudt; of laat het ERP bij elke regel een status schrijven.',
    ],
    'config-idle-webhook': [
      'Geen kanaal gebruikt de webhook: elke aanroep wordt met 404 beantwoord.',
      'Voeg `webhook: /events` toe onder `from` van een uitgaand kanaal.',
    ],
    'config-closed-webhook': [
      'De webhook luistert op {listen}, waar alleen deze machine kan aanroepen, en `addresses` noemt haar niet: elke aanroep wordt met 401 geweigerd.',
      'Gebruik achter een proxy `basic` of `bearer` (de proxy kan het toevoegen voor wie hij toelaat); luister zonder proxy op een adres naar buiten, met `tls`.',
    ],
    'config-open-webhook/proxy': [
      'Achter een proxy op deze machine heeft elke aanroeper haar adres: `addresses` houdt niemand buiten.',
      'Gebruik `basic` of `bearer`; als de exchange geen van beide stuurt, laat de proxy het dan toevoegen voor wie hij op adres toelaat.',
    ],
    'config-open-webhook/everybody': [
      '`addresses` laat iedereen binnen.',
      'Gebruik `basic` of `bearer`; als de exchange geen van beide stuurt, laat de proxy het dan toevoegen voor wie hij op adres toelaat.',
    ],
    'config-open-webhook/guessed': [
      'Het pad `{path}` is te raden, en wie aanroept hoeft zich niet aan te melden.',
      'Geef het een deel van 20 willekeurige letters en cijfers of meer: /events/RANDOM.',
    ],
    'config-same-event': [
      '`channels.{name}` en `channels.{other}` maken dezelfde bestanden van dezelfde events.',
      'Haal er een weg, of geef ze verschillende paden of rollen.',
    ],
    'config-mixed-path': [
      '`channels.{name}` en `channels.{other}` luisteren op één pad: een GET met een id aan het eind zegt niet of het een zending of een order is.',
      'Geef zendingen een eigen pad, tenzij de exchange met POST, met PUT, of met `shipmentId` in de query aanroept.',
    ],
  },
  schema: {
    'The mail server.': 'De mailserver.',
    'Address that alarms come from.': 'Adres waar alarmen vandaan komen.',
    'Who gets them.': 'Wie ze krijgt.',
    'Name or address of the mail server.': 'Naam of adres van de mailserver.',
    'Address that is called by POST, with JSON.': 'Adres dat met POST wordt aangeroepen, met JSON.',
    'Something is received at least this often; other days do not count.':
      'Minstens zo vaak komt er iets binnen; andere dagen tellen niet mee.',
    'one mail address, such as operations@erp.example': 'één mailadres, zoals beheer@erp.example',
    'an address, such as https://alarms.example/hook': 'een adres, zoals https://alarms.example/hook',
    'days such as mon-fri or mon,wed,fri': 'dagen zoals mon-fri of mon,wed,fri',
    'The order exchange and our account there.': 'De orderexchange en ons account daar.',
    'The flows, by name: to.exchange makes one inbound, to.folder outbound.':
      'De stromen, op naam: met to.exchange is er een inkomend, met to.folder uitgaand.',
    '{base_url} of the exchange, with the environment. https, or http on loopback.':
      '{base_url} van de exchange, met de omgeving. https, of http op loopback.',
    'How the gateway logs in.': 'Hoe de gateway zich aanmeldt.',
    'The integration user.': 'De integratiegebruiker.',
    'Give it as "${ENV_NAME}" or "${file:PATH}", never in plain text.':
      'Geef het als "${ENV_NAME}" of "${file:PATH}", nooit in leesbare tekst.',
    'Address and port to listen on.': 'Adres en poort om op te luisteren.',
    'Credentials the exchange must present.': 'Waarmee de exchange zich moet aanmelden.',
    'User and password.': 'Gebruiker en wachtwoord.',
    'User name that the exchange presents.': 'Gebruikersnaam waarmee de exchange zich aanmeldt.',
    'Its password; "${ENV_NAME}" or "${file:PATH}".':
      'Het wachtwoord daarbij; "${ENV_NAME}" of "${file:PATH}".',
    'A fixed token; "${ENV_NAME}" or "${file:PATH}".': 'Een vast token; "${ENV_NAME}" of "${file:PATH}".',
    'Who may call without credentials; make the webhook paths of the channels long and secret.':
      'Wie zonder aanmelden mag aanroepen; maak de webhookpaden van de kanalen lang en geheim.',
    'PEM file of the certificate, with its chain.': 'PEM-bestand van het certificaat, met de keten.',
    'PEM file of its private key.': 'PEM-bestand van de privésleutel daarbij.',
    'What the files of this channel are: an SCSN document, or a format of formats/.':
      'Wat de bestanden van dit kanaal zijn: een SCSN-document, of een formaat van formats/.',
    'the name of a format': 'de naam van een formaat',
    'Where the ERP puts its files.': 'Waar het ERP zijn bestanden neerzet.',
    'Where documents go.': 'Waar documenten heen gaan.',
    'Name or address of the server.': 'Naam of adres van de server.',
    'The account there.': 'Het account daar.',
    'Fingerprint of the server; `gateway sftp trust HOST` puts it here. A server with another is refused.':
      'Vingerafdruk van de server; `gateway sftp trust HOST` zet hem hier. Een server met een andere wordt geweigerd.',
    'Folder there; one without a leading slash lies in the home of the account.':
      'Map daar; een map zonder schuine streep vooraan ligt in de thuismap van het account.',
    'archive/YYYY/MM/DD is deleted when that day is so long ago. error/ never.':
      'archive/JJJJ/MM/DD wordt gewist als die dag zo lang geleden is. error/ nooit.',
    'Operation of the exchange.': 'Bewerking van de exchange.',
    'Which side of an order this ERP is.': 'Welke kant van een order dit ERP is.',
    'How we learn of changes: search, webhook or both.':
      'Hoe wij van wijzigingen horen: search, webhook of allebei.',
    'Where files for the ERP go.': 'Waar bestanden voor het ERP heen gaan.',
    'Start of the first search, YYYY-MM-DDThh:mm:ss.SSSZ.':
      'Begin van de eerste zoekopdracht, JJJJ-MM-DDTuu:mm:ss.SSSZ.',
    'Inbound folder; archive/, error/ and parked/ are made inside it. Or `sftp`.':
      'Inkomende map; archive/, error/ en parked/ worden erin gemaakt. Of `sftp`.',
    'Outbound folder; parked/ is made inside it. Or `sftp`.':
      'Uitgaande map; parked/ wordt erin gemaakt. Of `sftp`.',
    'the key itself: write "${file:PATH}"': 'de sleutel zelf: schrijf "${file:PATH}"',
    'SHA256: and 43 characters, as `gateway sftp trust HOST` puts it here':
      'SHA256: en 43 tekens, zoals `gateway sftp trust HOST` het hier zet',
    'an ending that begins with a dot, such as .done': 'een uitgang die met een punt begint, zoals .done',
    'left out where `folder` is given': 'niets als `folder` is gegeven',
    'three octal digits in quotes, such as "640"': 'drie octale cijfers tussen aanhalingstekens, zoals "640"',
    'an address and a port, such as 127.0.0.1:8080': 'een adres en een poort, zoals 127.0.0.1:8080',
    'a path after exchange.baseUrl that begins with a slash':
      'een pad achter exchange.baseUrl dat met een schuine streep begint',
    'a path that begins with a slash, such as /events':
      'een pad dat met een schuine streep begint, zoals /events',
    'a path that holds {id}': 'een pad met {id} erin',
    'an https address, or a path after exchange.baseUrl that begins with a slash':
      'een https-adres, of een pad achter exchange.baseUrl dat met een schuine streep begint',
    'an address, such as https://exchange.example': 'een adres, zoals https://exchange.example',
    'an address, such as https://erp-1.example/gateway/': 'een adres, zoals https://erp-1.example/gateway/',
    'the UUID that the exchange gave your company, such as 5f0c3b1e-7d2a-4e69-9b48-1c6a8f30d752':
      'de UUID die de exchange aan uw bedrijf gaf, zoals 5f0c3b1e-7d2a-4e69-9b48-1c6a8f30d752',
    'an address, or a network such as 203.0.113.0/24': 'een adres, of een netwerk zoals 203.0.113.0/24',
    'a time in UTC with milliseconds, such as 2026-01-01T00:00:00.000Z':
      'een tijd in UTC met milliseconden, zoals 2026-01-01T00:00:00.000Z',
    'a name of letters, digits, hyphens and underscores, beginning with a letter or digit':
      'een naam van letters, cijfers, streepjes en onderstrepingen, die met een letter of cijfer begint',
    'a number with its unit, such as 500ms, 30s, 5m, 2h or 1d':
      'een getal met zijn eenheid, zoals 500ms, 30s, 5m, 2h of 1d',
    '36500d at the most': 'hoogstens 36500d',
    'from 1ms to 24d': 'van 1ms tot en met 24d',
  },
};
