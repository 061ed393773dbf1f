import type { checks as en } from '../en/checks.ts';

/** What `gateway check` says of a site, in Dutch. */
export const checks: Readonly<Record<keyof typeof en, string>> = {
  'found-account': 'account',
  'found-journal': 'journaal',
  'found-files': 'bestanden',
  'found-port': 'poort van {key}',
  'found-folder': 'map van {channel}',
  'found-login': 'inloggen bij {url}',
  'found-company': 'bedrijf {id}',
  'found-search': 'orders zoeken',
  'found-clock': 'klok',
  'account-root':
    'root, die alles mag. Voer dit uit als het account waaronder de gateway gaat draaien: dat mag minder.',
  'account-ours':
    '{name}: de rechten zijn geprobeerd als dit account, dus de gateway moet onder hetzelfde account draaien',
  'journal-share':
    '{path} staat op een netwerkshare ({share}), waar een verbroken verbinding het kan beschadigen. Zet het op een schijf van deze machine, of gebruik journal.postgres.',
  'journal-unencrypted':
    'De documenten van het journaal gaan naar PostgreSQL op {host} zonder TLS die de server bewijst. Zet ?sslmode=verify-full achter journal.postgres (en sslrootcert=BESTAND waar de server een eigen autoriteit heeft).',
  'journal-commits-early':
    'PostgreSQL bevestigt commits voordat ze op zijn schijf staan: valt de machine uit, dan zijn documenten vergeten waarvan de ontvangst al was bevestigd. Voer één keer uit: `alter role … set synchronous_commit = on` (een pooler houdt de gateway ervan af dat zelf te doen).',
  'journal-standby-late':
    'Een standby volgt deze PostgreSQL en geen commit wacht daarop (synchronous_standby_names is leeg). Neemt die het over, dan zijn de laatste documenten vergeten: orders worden twee keer verstuurd, events gaan verloren. Noem hem daar.',
  'journal-new': '{path} wordt bij de eerste start gemaakt',
  'journal-room':
    'Er is nog maar {free} MB vrij op de schijf van {path}. Wat binnenkomt wordt daar opgeslagen voordat er iets anders gebeurt: maak ruimte, of zet het journaal (`journal.sqlite`) op een andere schijf.',
  'journal-in-use': '{path}, in gebruik bij een gateway die draait',
  'journal-in-postgres': 'in PostgreSQL',
  'journal-there': '{path}',
  'journal-older': '{where}, van een oudere versie: de volgende start werkt het bij',
  'journal-no-tables': '{where}: de tabellen worden bij de eerste start gemaakt',
  'journal-cannot-read': 'Het journaal ({where}) kan niet worden gelezen: {why}.',
  'journal-foreign':
    'Dit journaal bevat de orders van {bound}; de configuratie noemt {wanted}. Zet de oude basis-URL en het oude bedrijf terug, of geef de nieuwe exchange een eigen journaal (de sleutel `journal`). Is het dezelfde exchange op een nieuw adres: `gateway journal rebind --to URL --reason …`.',
  'journal-is-folder': '{path} is een map: noem een bestand erin.',
  'not-made': '{folder} is geen map: {path} kan niet worden gemaakt.',
  'journal-may-not-write':
    'Het account van de gateway mag {path} en de map ervan niet lezen en schrijven ({code}). Geef het dat recht.',
  'journal-may-not-make':
    'Het account van de gateway mag {path} niet maken in {folder} ({code}). Geef het dat recht.',
  'only-example': '`{value}` is alleen een voorbeeld: zet er uw eigen waarde neer.',
  'example-password':
    'Er staat nog de tekst die `gateway init` schreef: zet er het wachtwoord van de integratiegebruiker neer.',
  'port-free': '{where} is vrij',
  'port-open':
    '{where} is vrij, en andere machines bereiken het over gewoon HTTP: het geeft gezondheid en cijfers, zonder inloggen, en heeft geen pagina’s. Geef daarvoor `http.operator.tls` of `proxies`, of luister op 127.0.0.1:{port}.',
  'port-ours': '{where} is in gebruik, bij de gateway die hier draait',
  'port-taken':
    'Een ander programma luistert al op {where} (misschien een andere gateway). Stop het, of neem een andere poort.',
  'port-rights':
    'Het account van de gateway mag niet luisteren op {where}. Voor poorten onder 1024 is een apart recht nodig, en Windows houdt er een paar voor zichzelf (`netsh interface ipv4 show excludedportrange tcp`): neem een andere.',
  'port-no-address':
    'Deze machine heeft geen adres {host}. Neem een eigen adres, of 127.0.0.1 voor alleen deze machine.',
  'port-no-name': 'De naam {host} is hier niet bekend. Schrijf een adres, zoals 127.0.0.1:{port}.',
  'port-too-high': 'Poort {port} bestaat niet: de hoogste is 65535.',
  'port-other': 'Op {where} kan niemand luisteren: {why}.',
  'certificate-holds': '{path} is geldig tot {day}',
  'key-other':
    'De privésleutel {key} hoort niet bij het certificaat {cert}. In dat bestand komt eerst het certificaat van deze server, daarna de keten.',
  'certificate-none':
    '{path} bevat geen certificaat in PEM-vorm (dat begint met -----BEGIN CERTIFICATE-----).',
  'key-passphrase':
    'De privésleutel {path} is beveiligd met een wachtwoordzin, die de gateway niet kan opgeven. `openssl pkey -in {path} -out NIEUW` maakt er een zonder: laat alleen het account van de gateway die lezen.',
  'key-none': '{path} bevat geen privésleutel in PEM-vorm (die begint met -----BEGIN PRIVATE KEY-----).',
  'no-file': 'Het bestand {path} is er niet.',
  'may-not-read': 'Het account van de gateway mag {path} niet lezen: geef het dat recht.',
  'cannot-read': '{path} kan niet worden gelezen: {why}.',
  'folder-is-file': '{path} is een bestand: noem een map.',
  'folder-right': '{folder}',
  'proof-events': 'nieuwe bestanden worden door gebeurtenissen gemeld',
  'proof-scanning': 'geen gebeurtenissen: alleen gevonden door te kijken',
  'proof-reading': 'bestanden zijn te zien; hier wordt niets geschreven',
  'proof-may-rename': 'bestanden mogen hier worden hernoemd: `claim` kan weg',
  'proof-delete-only': 'bestanden mogen worden verwijderd, niet hernoemd',
  'proof-times-fine': 'tijden van bestanden: milliseconden of fijner',
  'proof-times-coarse': 'tijden van bestanden: seconden',
  'proof-rename': 'hernoemen gaat in één stap, binnen één bestandssysteem',
  'proof-free': '{free} MB vrij',
  'proof-clock-ahead':
    'de klok daar loopt {seconds} s voor: geen bezwaar, daar wordt geen leeftijd uit afgeleid',
  'proof-clock-behind':
    'de klok daar loopt {seconds} s achter: geen bezwaar, daar wordt geen leeftijd uit afgeleid',
  'proof-share': 'een netwerkshare ({share})',
  'proof-in-memory': 'de map staat in het geheugen: niets erin overleeft een herstart van de machine',
  'proof-fsync': 'fsync werkt voor bestanden en mappen',
  'proof-fsync-files': 'fsync werkt voor bestanden, niet voor mappen',
  'proof-server-fsync': 'de server biedt fsync',
  'proof-server-no-fsync':
    'de server biedt geen fsync: ook als hij zegt dat een bestand is geschreven, kan een stroomstoring daar het verloren laten gaan',
  'proof-old-listing': 'een nieuw bestand is niet meteen te zien: de share bewaart oude lijsten een tijdje',
  'proof-interval': 'tijden gaan hier per seconde: stel `settle: { interval: 2s }` in voor dit kanaal',
  'proof-copied': 'hernoemen verandert de tijd of de grootte van een bestand: het lijkt te worden gekopieerd',
  'proof-no-folders':
    'het account mag geen submappen maken: wat het ERP ophaalt wordt niet opgemerkt, en rapporten van geparkeerde berichten kunnen hier niet worden neergezet',
  'proof-everybody-reads':
    'iedereen met een account daar mag de bestanden lezen die hier worden neergezet (rechten {rights}), en geen map erboven houdt hen tegen: zet fileMode: "640", of neem anderen het recht op de map af',
  'proof-neighbours':
    'een gateway met een ander journaal gebruikt deze map, of deed dat ({names} in {work}): geen bestand wordt twee keer opgepakt, maar hun volgorde wordt niet bewaard. Geef beide één journaal (`journal.postgres`); of, als die gateway weg is, kijk dat er niets meer in ligt en verwijder het.',
  'proof-other-disk':
    '{title}: de werkmap {work} staat op een ander bestandssysteem; bestanden kunnen er niet naartoe worden hernoemd. Zet beide op hetzelfde.',
  'proof-odd': '{title}: {why}.',
  'proof-other-bytes': 'wat is geschreven is niet wat wordt gelezen',
  'proof-still-there': 'een bestand is er nog nadat het is hernoemd',
  'proof-not-there': 'een bestand dat is hernoemd is onder zijn nieuwe naam niet te zien',
  'proof-no-room': 'er is nog maar {free} MB vrij; maak ruimte',
  'proof-step': '{what} ({step} lukte niet)',
  'step-written': 'schrijven',
  'step-read': 'lezen',
  'step-listed': 'de inhoud bekijken',
  'step-renamed': 'hernoemen',
  'step-deleted': 'verwijderen',
  'step-folders': 'een submap maken',
  'claim-delete-works': '{what} Bestanden mogen hier worden verwijderd: `claim: delete` werkt.',
  'claim-remember-works': '{what} Bestanden zijn te zien: `claim: remember` werkt.',
  'claim-both-work':
    '{what} Bestanden zijn te zien: `claim: remember` werkt, of `claim: delete` als het account mag verwijderen.',
  readable: '{file} is leesbaar voor andere accounts (rechten {rights}): chmod {mode} {file}',
  'login-works': 'de gebruiker {user} is daar bekend',
  'login-status': 'status {status}',
  'company-ours': 'gezien in {count} van de {of} order(s) die het zoeken opleverde',
  'company-not-ours':
    'Van de {of} order(s) die de gebruiker {user} ziet is er geen van dit bedrijf; alle zijn van {companies}. Is dat het uwe? Vraag de exchange naar het id van uw bedrijf: met een verkeerd id wordt elk antwoord genegeerd.',
  'company-not-seen':
    'niet aangetoond: van de {of} order(s) die de gebruiker {user} ziet is er geen van dit bedrijf (ze zijn van {companies}). Is dit niet uw nieuwste bedrijf, dan klopt het id niet.',
  'company-known':
    'niet aangetoond dat het uw bedrijf is: de exchange kent het ({name}), maar het zoeken gaf geen order waaruit dat blijkt',
  'company-unproven':
    'niet aangetoond: het zoeken gaf geen order waaruit het blijkt, en ook het zoeken naar bedrijven toont het niet. Eén verkeerd teken hier laat elk antwoord verdwijnen: vergelijk het met wat de exchange u gaf.',
  'company-other-side':
    'niet aangetoond: het kanaal {channel} zegt `as: {as}`, maar in geen van de {count} order(s) van dit bedrijf is het die partij',
  'search-works': 'het werkt: er kwamen {count} orders',
  'search-one': 'het werkt: er kwam 1 order',
  'search-empty': 'niet aangetoond: het werkt, maar er kwam geen order',
  'search-fails': 'Het zoeken mislukt: {why}',
  'search-not-needed': 'niet aangetoond: het zoeken mislukt, maar geen van uw kanalen gebruikt het ({why})',
  'exchange-not-opened': 'Aan de exchange kan niets worden gevraagd: {why}',
  'all-right': 'Alles is in orde.',
  'all-but': 'Er is niets fout; kijk naar wat met {marks} is gemerkt.',
  'something-wrong': 'Er is iets fout; zie hierboven.',
  'mark-and': '{one} en {other}',
  'mappings-not-there': '{folder} is er niet; alleen de meegeleverde mappings worden gebruikt.',
  'found-mappings': 'mappings',
  'found-config': 'configuratie {path}',
  'found-schemas': 'schema’s',
  'found-schemas-in': 'schema’s {folder}',
  'found-format': 'formaat {name}',
  'found-mapping': 'mapping {name}',
  'found-mapping-beside': 'mapping {name} met schema’s {folder}',
  'found-channel': 'kanaal {name}: {way}',
  'found-parties': 'kanaal {name}',
  'parties-no-scheme': 'een nummer zonder schema',
  'parties-scheme': 'een nummer van schema {scheme}',
  'parties-parked':
    '{documents} afgeleverde document(en) zouden nu worden geparkeerd, omdat {numbers} geen account is ({example} in bericht {message}).',
  'parties-todo':
    'Voeg het nummer toe aan tables/suppliers.csv of tables/buyers.csv van uw mappings, of het schema als account aan tables/party-schemes.csv.',
  'found-fixture': 'testgeval',
};
