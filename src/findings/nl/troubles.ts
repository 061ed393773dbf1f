import type { TroubleName } from '../localized-text.ts';

/** What is wrong with the gateway and around it, in Dutch. What others say stands in it between quotes. */
export const troubles: Readonly<Record<TroubleName, string>> = {
  'no-answer': 'Geen antwoord van {origin}: {why}.',
  'no-answer-code': '{why} ({code})',
  'login-failed': 'Het inloggen bij de exchange is mislukt. {said}',
  'login-answered': 'Het inloggen bij de exchange werd beantwoord met {status}{said}.',
  'login-refused':
    'Het inloggen bij de exchange werd beantwoord met {status}{said}. Controleer exchange.auth.email en exchange.auth.password, en de rol van de gebruiker.',
  'in-brackets': ' ({text})',
  'in-quotes': ' ({text})',
  'answer-none': 'geen antwoord',
  'answer-said': '{status} {said}',
  'answer-logged-in': 'Ingelogd.',
  'answer-no-token': 'het antwoord heeft geen header Set-Authorization',
  'answer-upload-no-id': 'Het antwoord op de upload noemt geen id.',
  'answer-metadata': 'De metadata van het document hebben geen id, filename of downloadUrl.',
  'answer-no-orders': 'In het antwoord op het zoeken staat geen lijst van orders.',
  'answer-not-json': 'Het antwoord op het zoeken is geen JSON.',
  'answer-page-too-large': 'Het antwoord op het zoeken is te groot om te lezen.',
  'answer-broke-off': 'Het antwoord brak af na {size} bytes: {why}.',
  'answer-too-large': 'Het antwoord is groter dan {limit} bytes en is niet verder gelezen.',
  'answer-empty': 'Het antwoord is leeg.',
  'answer-web-page':
    'Het antwoord is een webpagina{said} en niet van de exchange: waarschijnlijk wil een proxy onderweg dat er wordt ingelogd. Controleer exchange.baseUrl en de proxy.',
  'not-asked-no-id': 'Niet opgevraagd: het id voor {name} is leeg.',
  'not-asked-path': 'Niet opgevraagd: het pad "{path}" begint niet met een schuine streep.',
  'not-followed-no-url': 'Niet gevolgd: de link van het document is geen URL.',
  'not-followed-protocol': 'Niet gevolgd: de link van het document is {protocol} en niet https:.',
  'not-sent-off': 'Niet verstuurd: de specificatie kent deze operatie niet, en {key} staat uit.',
  'not-sent-closed': 'Niet verstuurd: de verbinding met de exchange is gesloten.',
  'not-sent-stopped': 'Niet verstuurd: gestopt terwijl het op zijn beurt wachtte.',
  'not-sent-rate':
    'Niet verstuurd: geen beurt binnen {seconds} s: er is meer te versturen dan exchange.rate.perSecond doorlaat.',
  'not-sent-parallel':
    'Niet verstuurd: geen beurt binnen {seconds} s: de verzoeken ervoor, zoveel als exchange.rate.parallel er tegelijk doorlaat, duurden zo lang.',
  'not-sent-shared-rate':
    'Niet verstuurd: geen beurt binnen {seconds} s: alle gateways samen hebben meer te versturen dan exchange.rate.perSecond doorlaat.',
  'not-sent-busy':
    'Niet verstuurd: geen beurt binnen {seconds} s: deze machine, of die van het journaal, heeft te veel te doen om er een te geven of te nemen.',
  'not-sent-rate-unknown':
    'Niet verstuurd: het gemeenschappelijke tempo van de gateways is niet bekend: {why}',
  'access-refused':
    'De exchange beantwoordt {operation} met {status}, hoewel het inloggen lukt{said}: controleer de rol van de gebruiker.',
  'outage-none': 'De exchange neemt nu niets aan, voor het laatst gevraagd {ago} geleden: {said}',
  'outage-one': '1 document wacht op de exchange, voor het laatst gevraagd {ago} geleden: {said}',
  'outage-more': '{count} documenten wachten op de exchange, voor het laatst gevraagd {ago} geleden: {said}',
  'exchange-fails': 'De exchange beantwoordt {operation} met {status}{said}.',
  'exchange-redirects':
    'Het antwoord is {status} en verwijst naar {to}: dat wordt niet gevolgd, want orders en wachtwoorden gaan alleen naar exchange.baseUrl. Controleer exchange.baseUrl, en of een proxy onderweg wil dat er wordt ingelogd.',
  'net-refused': 'de verbinding is geweigerd: er luistert daar niets, of een firewall antwoordt',
  'net-cut': 'de verbinding is verbroken',
  'net-unknown-host': 'de naam van de host is niet bekend: controleer exchange.baseUrl en de naamserver',
  'net-name-server': 'de naamserver antwoordt niet',
  'net-host': 'de host is niet bereikbaar',
  'net-network': 'het netwerk is niet bereikbaar',
  'net-timed-out': 'de verbinding kwam niet op tijd tot stand',
  'net-no-connection': 'geen verbinding binnen 10 seconden: controleer exchange.baseUrl, firewall en proxy',
  'net-deadline': 'er kwam niets binnen {seconds} s',
  'tls-expired':
    'het certificaat dat wordt getoond is verlopen: laat het daar vernieuwen; kijk of de klok van deze machine gelijk loopt',
  'tls-not-yet':
    'het certificaat dat wordt getoond is nog niet geldig: kijk of de klok van deze machine gelijk loopt',
  'tls-revoked': 'het certificaat dat wordt getoond is ingetrokken: vraag aan de exchange waarom',
  'tls-self-signed': 'het certificaat dat wordt getoond is door zichzelf ondertekend: {authority}',
  'tls-unknown':
    'het certificaat dat wordt getoond komt van een uitgever die hier niet bekend is: {authority}',
  'tls-authority':
    'als dat klopt (vraag het aan de exchange, of aan wie uw proxy beheert), noem dan het PEM-bestand van de uitgever in exchange.certificateAuthority',
  'tls-other-host': 'het certificaat dat wordt getoond is voor een andere host: controleer exchange.baseUrl',
  'tls-old': 'er wordt geen TLS vanaf versie 1.2 aangeboden',
  'tls-none': 'wat daar antwoordt spreekt geen TLS: controleer poort en proxy',
  'tls-odd': 'wat daar antwoordt spreekt geen TLS zoals het hoort: controleer poort en proxy',
  'tls-failed': 'de beveiligde verbinding (TLS) kwam niet tot stand: controleer certificaat, poort en proxy',
  'proxy-away': 'de proxy {proxy}, die HTTPS_PROXY noemt, is niet bereikbaar: {why}',
  'proxy-login':
    'de proxy wil een gebruiker en een wachtwoord, of weigert wat hij kreeg: ze staan in HTTPS_PROXY, als http://gebruiker:wachtwoord@proxy:poort (407)',
  'proxy-refuses': 'de proxy wil daar niet naartoe: vraag het aan wie hem beheert ({status})',
  'clock-forward':
    'De klok van deze machine is {span} vooruitgezet. Wat wacht, wordt toch op tijd geprobeerd; zorg dat de klok gelijk blijft lopen (NTP).',
  'clock-back':
    'De klok van deze machine is {span} teruggezet. Wat wacht, wordt toch op tijd geprobeerd; zorg dat de klok gelijk blijft lopen (NTP).',
  'clock-ahead':
    'De klok van deze machine loopt {span} voor op die van de exchange. Zorg dat hij gelijk loopt (NTP).',
  'clock-behind':
    'De klok van deze machine loopt {span} achter op die van de exchange. Zorg dat hij gelijk loopt (NTP).',
  minutes: '{count} minuten',
  hours: '{count} uur',
  days: '{count} dagen',
  'search-failed': 'Het zoeken is mislukt: {why}',
  'search-not-stored': 'Wat bij het zoeken werd gevonden, kon niet worden opgeslagen: {why}',
  'search-ahead':
    'Volgens order {order} is die gewijzigd op {at}, meer dan een dag later dan de klok van de exchange zelf. De order is verwerkt; het zoeken gaat niet vanaf daar verder. Meld het aan de exchange.',
  'search-stands':
    'Het zoeken begint bij {at}, en dat is later dan de klok van de exchange zelf: wat tot dan verandert, wordt niet gevonden. Zet het terug: `gateway journal cursor {channel} --to TIJD --reason WAAROM`.',
  'folder-hangs':
    'De map {folder} heeft {seconds} seconden niet geantwoord. Controleer de share waarop die ligt.',
  'folder-not-marked':
    '{folder} is niet de map waarin is gepubliceerd: de submap {mark} ontbreekt. Koppel de share weer. Als de map opnieuw is aangemaakt, publiceert `gateway journal retry --force` nog eens.',
  'folder-not-listed': 'De inhoud van de map {folder} kon niet op tijd worden opgevraagd.',
  'folder-another':
    'De map {folder} is nu een andere: hij leidt naar {path}, en leidde naar {known} toen de gateway hem voor het eerst zag. Er wordt niets uit opgepakt. Laat hem daar weer naartoe leiden of start de gateway opnieuw als dit de bedoeling was.',
  'folder-was-away':
    'De map {folder} was even weg; op de bestanden erin wordt opnieuw gewacht tot ze af zijn.',
  'file-still-written': '{name} werd nog geschreven; er wordt opnieuw gewacht tot het af is.',
  'file-gone': '{name} is weg voordat het werd opgepakt (claim {claim}).',
  'file-taken-away':
    '{name} staat niet in de werkmap (claim {claim}) en ook niet in {at}/ of parked/ van {folder}: iemand heeft het weggehaald.',
  'no-free-name': 'Voor {name} is in {folder} geen vrije naam meer.',
  'claim-unclear': 'Niemand heeft gezegd of een bestand uit {folder} is verplaatst; dat kan nog gebeuren.',
  'not-put-back': '{name} kon niet worden teruggezet in {folder}: de namen zijn bezet.',
  'folder-silent': 'De map {folder} antwoordt niet. Controleer de share waarop die ligt.',
  'folder-none': 'De map {folder} bestaat niet. Maak hem aan, of koppel de share waarop hij ligt.',
  'folder-not-one': '{folder} is geen map.',
  'folder-rights':
    'Het account van de gateway mag in {folder} niet lezen en schrijven ({code}). Geef het die rechten.',
  'folder-read-only': 'De map {folder} is alleen-lezen. De gateway moet er bestanden uit verplaatsen.',
  'folder-full': 'Er is geen ruimte meer op de schijf van {folder} ({code}).',
  'folder-unusable': 'De map {folder} is niet te gebruiken: {why}',
  'files-not-deleted':
    'Bestanden uit {folder} staan in het journaal maar kunnen niet worden verwijderd ({why}). Geef het account dat recht, of kies `claim: remember`.',
  'sftp-not-offered': 'de server biedt geen {name}',
  'sftp-lost': '{call}: de verbinding met {address} is verbroken',
  'sftp-closed': 'de verbinding met {address} is gesloten',
  'sftp-stops': 'de gateway stopt',
  'sftp-silent': '{address} antwoordde niet binnen {milliseconds} ms ({call})',
  'sftp-login-silent': 'het inloggen bij {address} was na {milliseconds} ms niet klaar',
  'sftp-host-key':
    '{address} toont de host key {shown}, de configuratie verwacht {expected}. Vraag de beheerder ervan of de sleutel is gewijzigd; zo ja, zet de nieuwe in hostKey.',
  'sftp-no-host-key': '{address} is niet bereikbaar: er werd geen host key getoond.',
  'sftp-refused': '{address} weigert de gebruiker, het wachtwoord of de sleutel ({said}).',
  'sftp-algorithms':
    '{address} spreekt andere algoritmen dan de gateway ({said}). Oude servers hebben `algorithms` in de configuratie nodig.',
  'sftp-key': 'De privésleutel voor {address} is niet te gebruiken: {said}.',
  'sftp-unreached': '{address} is niet bereikbaar: {said}.',
  'sftp-read-part': '{path}: {count} van {size} bytes konden worden gelezen',
  'sftp-wrote-part': '{path}: {count} van {size} bytes kwamen aan op de server',
  'sftp-endless':
    'de lijst die de server van {folder} geeft houdt niet op: {names} namen in {seconds} s tot nu toe. Er worden er hoogstens {most} gelezen; haal bestanden waarmee u klaar bent uit de map, of vraag de beheerder van de server',
  'files-not-taken': '{count} bestand(en) uit {folder} kunnen niet in het journaal worden opgenomen: {why}',
  'file-not-filed': '{name} kan niet naar zijn plaats worden verplaatst: {why}',
  'untaken-one': 'In {folder} ligt een bestand dat niemand oppakt. Het is {name}, van {at}: {why}.',
  'untaken-more':
    'In {folder} liggen {count} bestanden die niemand oppakt. Het oudste is {name}, van {at}: {why}.',
  'left-no-file': 'een done-bestand zonder zijn bestand',
  'left-no-channel': 'geen kanaal pakt bestanden met deze naam op',
  'left-claimed':
    'de gateway had het opgepakt toen hij stopte, en geen kanaal pakt nog bestanden met deze naam op',
  'left-no-done': 'het done-bestand ({done}) ontbreekt',
  'left-unfinished': 'het is niet tot het eind geschreven',
  'left-empty': 'het is leeg: de schrijver is nog niet begonnen',
  'left-zeros': 'het eindigt op nullen (NUL): de schrijver heeft het nog niet gevuld, of is afgebroken',
  'left-held':
    'het kan niet worden verplaatst: de schrijver houdt het vast, of in deze map mag elk account alleen eigen bestanden verplaatsen',
  'left-forbidden':
    'het account van de gateway mag het niet lezen ({code}): geef het dat recht, bijvoorbeeld met een groep die het met het ERP deelt',
  'left-unreadable': 'het kan niet worden gelezen ({why})',
  'left-dry-run': 'een proefdraai heeft het gezien (`gateway journal take KANAAL` geeft het vrij)',
  'left-hidden': 'de naam begint met een punt, als die van een bestand dat niet klaar is',
  'left-link': 'het is een symbolische link',
  'left-not-regular': 'het is geen gewoon bestand',
  'left-not-utf8': 'de naam is geen UTF-8',
  'left-name':
    'de naam die de server noemt, bevat een schuine streep of een NUL: laat hem op de server hernoemen',
  'left-too-large': 'het is groter dan 1 GB',
  'left-unread': 'de map mag niet worden gelezen',
  'not-collected': 'Het ERP heeft {name} niet opgehaald (gepubliceerd op {at}). Kijk of de import draait.',
  'not-collected-more':
    'Het ERP heeft {name} (gepubliceerd op {at}) en nog {count} bestanden niet opgehaald. Kijk of de import draait.',
  'journal-file':
    'Het journaal {path} kan niet worden geschreven: {why}. Tot dat is verholpen wordt er niets ontvangen of verstuurd.',
  'journal-postgres':
    'Het journaal in PostgreSQL kan niet worden geschreven: {why}. Tot dat is verholpen wordt er niets ontvangen of verstuurd.',
  'journal-postgres-unread':
    'Het journaal in PostgreSQL is niet te gebruiken: {why}. Kijk of de server ervan draait, en of `journal.postgres` hem noemt.',
  'journal-locked': 'een ander proces houdt het op slot',
  'journal-read-only':
    'het is alleen-lezen; geef de gateway het recht erin te schrijven, of koppel de schijf zo dat erop geschreven mag worden',
  'journal-disk': 'de schijf meldt fouten; kijk in het logboek van het systeem',
  'journal-damaged':
    'pagina’s ervan zijn beschadigd ({what}); stop de gateway en maak met `gateway journal rescue` een nieuw journaal van alles wat nog te lezen is, of zet met `gateway journal restore BESTAND` een back-up op zijn plaats',
  'journal-full': 'er is geen ruimte meer op de schijf; maak ruimte',
  'journal-not-opened': 'het bestand kan niet worden geopend; kijk naar de map en de rechten daar',
  'journal-not-kept':
    'de schijf heeft niet bewaard wat is geschreven ({said}); kijk in het logboek van het systeem, herstel de schijf en start de gateway opnieuw',
  'postgres-short': 'de server heeft te weinig geheugen of verbindingen',
  'postgres-stops': 'de server stopt, start, of doet er te lang over',
  'postgres-disk': 'de schijf van de server meldt fouten; kijk in zijn logboek',
  'postgres-read-only':
    'de server is alleen-lezen (een standby?); noem de server waarin geschreven mag worden',
  'postgres-url':
    'zijn adres is niet te lezen: het noemt één server, zoals postgres://gateway@db.example:5432/journal, en geen lijst van hosts',
  'postgres-standby-away':
    'commits wachten op zijn standby, en die is weg (synchronous_standby_names); kijk daarnaar, of noem een tweede',
  'postgres-broke': 'de verbinding met de server is verbroken',
  'postgres-away': 'de server is niet bereikbaar ({said})',
  'journal-gone':
    'Het journaal kan niet meer worden geschreven: {why} terwijl de gateway draaide. Wat erin stond is bewaard als {target}, als het nog te lezen was. Stop de gateway, en zet dat, of een back-up, op zijn plaats met `gateway journal restore BESTAND`. Tot dan wordt er niets ontvangen of verstuurd.',
  'journal-cut': '{path} werd afgekapt',
  'journal-overwritten': '{path} werd overschreven',
  'journal-deleted': '{path} werd verwijderd of verplaatst',
  'journal-replaced': 'in plaats van {path} kwam een ander bestand',
  'body-other': 'de bytes {hash} zijn niet wat werd opgeslagen',
  'body-lost-piece': 'het journaal heeft een stuk van {hash} verloren',
  'journal-unread': 'Het journaal is niet te lezen: {why}',
  'journal-silent': 'Het journaal heeft {seconds} seconden niet geantwoord.',
  'journal-hangs':
    'Het journaal is {seconds} seconden niet geschreven: de schijf (of de server) antwoordt niet. Kijk ernaar; tot dan wordt er niets ontvangen of verstuurd.',
  'disk-low': 'Er is nog maar {free} MB vrij op de schijf van {folder}: maak ruimte voordat die vol is.',
  'certificate-ended':
    'Het certificaat {path} is op {day} verlopen: niemand accepteert het nog. Vernieuw het.',
  'certificate-early': 'Het certificaat {path} geldt pas vanaf {at}. Loopt de klok gelijk?',
  'certificate-ends':
    'Het certificaat {path} verloopt op {day}: vernieuw het. Een gateway die draait neemt het nieuwe bestand vanzelf over.',
  silent: 'Het kanaal {channel} heeft sinds {at} niets ontvangen.',
  'not-ours':
    'Wat de exchange aan het kanaal {channel} meldt gaat niet over ons: in {count} van {count} orders of zendingen is de {role} bedrijf {companies}, en `companyId` zegt {own}. Ze worden genegeerd.',
  'not-ours-role':
    'Wat de exchange aan het kanaal {channel} meldt is er niet voor bedoeld: in {count} van {count} orders of zendingen is ons bedrijf {own} de {other}, en het kanaal zegt `as: {as}`. Ze worden genegeerd.',
  'failed-logins':
    'Binnen een uur mislukten {count} keer inloggen, het laatst als “{account}” vanaf {address} op {at}.',
  'role-buyer': 'koper',
  'role-supplier': 'leverancier',
  'config-refused': 'De configuratie zoals die nu is wordt niet gebruikt: {why} De vorige blijft in gebruik.',
  'config-restart': '{keys}: dit kan niet veranderen terwijl de gateway draait. Start hem opnieuw.',
  'config-late':
    'Wat met de vorige configuratie onder handen was, komt niet klaar (een share die hangt, of een journaal dat niet te schrijven is?), en zolang wordt er niets verstuurd. Verhelp dat, of start de gateway opnieuw.',
  'config-leaves':
    'Er ontbreken kanalen waar nog iets in zit: {channels}. Is het bestand compleet? Als ze weg mogen: `gateway config accept`.',
  'config-holds': '{channel} ({messages} open berichten, {files} bestanden)',
  'certificate-apart': '{about}: {cert} en {key} horen niet bij elkaar.',
  'authority-unread': 'exchange.certificateAuthority {path} kan niet worden gelezen. Noem een PEM-bestand.',
  'authority-none': 'In exchange.certificateAuthority {path} staat geen certificaat. Noem een PEM-bestand.',
  'config-unread': 'Die is niet te lezen.',
  'config-no-file': 'De configuratie is geen bestand.',
  'config-stops': 'De gateway stopt.',
  'and-more': ' (en nog {count})',
  'unusable-mapping': 'De mapping {name} is niet te gebruiken: {place} {finding}',
  'unusable-format': 'Het formaat {name} is niet te gebruiken: {place} {finding}',
  'unusable-way': 'De mappings van kanaal {name} passen niet op elkaar: {finding}',
  'unusable-not-found': 'niet gevonden',
  'unusable-schemas': 'De XSD’s van {folder} zijn niet te gebruiken: {why}',
  'unusable-classes': 'De tabel met verloren waarden is niet te gebruiken: {why}',
  'classes-kind': '{place}: de klasse is commercial of other, en niet {value}.',
  'classes-counterpart': '{place}: een tegenhanger is een van {names}, of leeg.',
  'source-other-type': '{path} is {type}; {name} leest {source}.',
  'source-unknown': '{path} is van geen bekend type ({root} zonder namespace); {name} leest {source}.',
  'source-unknown-namespace':
    '{path} is van geen bekend type ({root} in de namespace {namespace}); {name} leest {source}.',
  'source-several':
    'In {path} staan {count} documenten, en er is er een nodig: neem een bestand met een ervan.',
  'no-file-there': 'Er is geen bestand {path}.',
  'mappings-wait': 'Berichten van {channel} wachten: {why}',
  'mappings-not-taken': 'Uw mappings kunnen niet worden overgenomen: {why}',
  'mappings-some': 'Sommige mappings zijn nu in gebruik, andere zijn nog steeds niet te gebruiken: {why}',
  'mappings-broken': 'De mappings zijn niet te gebruiken, hun berichten wachten: {why}',
  'mappings-used-but': 'De mappings worden gebruikt, maar: {why}',
  'mappings-old': 'De mappings zoals ze nu zijn worden niet gebruikt, de vorige blijven in gebruik: {why}',
  'mappings-more': '{why} (en nog {count} bevindingen)',
  'mappings-none': 'De map {folder} is er niet; wat eerder werd gelezen blijft in gebruik.',
  'mappings-away': '{why} Wat er eerder uit werd gelezen blijft in gebruik.',
  'not-sent': 'Een alarm kon niet worden verstuurd: {why}',
  'mail-not-taken': 'De mailserver {place} heeft de mail niet aangenomen: {why}',
  'mail-late': 'na een minuut was het versturen niet klaar',
  'mail-refused': 'De mailserver {place} weigert {to}.',
  'alarm-not-taken': '{host} heeft het alarm niet aangenomen: {why}',
  'alarm-no-answer': 'er kwam binnen een minuut geen antwoord',
  'alarm-answered': 'het antwoord is {status}',
  'gateway-gone': 'De gateway {gateway} heeft sinds {at} geen teken van leven gegeven.',
  standstill: 'Bericht {id} ({name}, kanaal {channel}) is aan de beurt en komt niet klaar{why}',
  held: 'Bericht {id} ({name}, kanaal {channel}) is ontvangen en kon niet worden gecontroleerd{why}',
  'and-why': ': {why}',
  'waits-one': '1 document wacht (bericht {id}) sinds {at}: {why}',
  'waits-more': '{count} documenten wachten, het eerste (bericht {id}) sinds {at}: {why}',
  'parked-one': '1 document is geparkeerd; het kwam binnen op {at}.',
  'parked-more': '{count} documenten zijn geparkeerd; het oudste kwam binnen op {at}.{last}',
  'rejected-one': 'Op {at} is 1 document geweigerd.',
  'rejected-more': 'De laatste 24 uur zijn {count} documenten geweigerd, het eerste op {at}.{last}',
  'task-one': '1 taak staat open ({ids}) sinds {at}: iets waar de exchange geen operatie voor heeft.',
  'task-more':
    '{count} taken staan open ({ids}), de oudste sinds {at}: waar de exchange geen operatie voor heeft.',
  'pile-message': 'bericht {id}{order} ({name}): {why}',
  'pile-last': ' De laatste zijn:',
  'pile-order': ', order {order}',
  'lost-path': '{path}: {count} waarden in bericht {id}{order}',
  'lost-path-one': '{path}: 1 waarde in bericht {id}{order}',
  'lost-more': 'en nog {count} paden',
  'lost-first': 'Waarden van deze paden, die dit kanaal nooit eerder verloor, gaan nergens heen:',
  'ids-one': 'bericht {ids}',
  'ids-all': 'berichten {ids}',
  'ids-last': 'de laatste zijn berichten {ids}',
};
