import type { Language } from '../types.ts';
import { troubles as troublesEn } from './en/troubles.ts';
import { troubles as troublesNl } from './nl/troubles.ts';
import { findingText } from './stored-findings.ts';

/**
 * Sentences that the journal keeps (why a message stands as it does, what came of a decision), and with which commands answer or fail.
 * They are kept in English, whatever the language was; who reads them in Dutch has them rendered here. Old ones stay readable so.
 * `{name}` stands for what differs; a value may be such a sentence itself, or one of troubles.ts.
 */
const texts: readonly (readonly [en: string, nl: string])[] = [
  // what came of a message
  ['The exchange took it ({status}).', 'De exchange heeft het aangenomen ({status}).'],
  ['Published as {name}.', 'Gepubliceerd als {name}.'],
  ['published as {name}', 'gepubliceerd als {name}'],
  ['Delivered before the gateway stopped.', 'Afgeleverd voordat de gateway stopte.'],
  [
    'The exchange does not know the order or account (yet): 404.',
    'De exchange kent de order of het account (nog) niet: 404.',
  ],
  ['The exchange does not let us in: {answer}', 'De exchange laat ons niet toe: {answer}'],
  ['The exchange could not take it now: {answer}', 'De exchange kon het nu niet aannemen: {answer}'],
  [
    'The ERP has not collected {name} of this order yet.',
    'Het ERP heeft {name} van deze order nog niet opgehaald.',
  ],
  ['The gateway could not work on it: {error}', 'De gateway kon het niet verwerken: {error}'],
  ['The mapping made nothing of it.', 'De mapping heeft er niets van gemaakt.'],
  [
    'It says the same as what was delivered last.',
    'Er staat hetzelfde in als in wat het laatst is afgeleverd.',
  ],
  [
    'No line of it is to be sent: its findings and open tasks say why.',
    'Er hoeft geen regel van te worden verstuurd: de bevindingen en open taken zeggen waarom.',
  ],
  [
    'The very same file was delivered last, as message {id}.',
    'Precies hetzelfde bestand is het laatst afgeleverd, als bericht {id}.',
  ],
  [
    'The mapping or format that read it has changed: it is checked again.',
    'De mapping of het formaat waarmee het gelezen is, is gewijzigd: het wordt opnieuw gecontroleerd.',
  ],
  [
    'Nothing is known of this order here: the exchange is asked for it first.',
    'Van deze order is hier niets bekend: ze wordt eerst bij de exchange opgevraagd.',
  ],
  [
    'It lies before the start of this channel (firstRun: noteOnly).',
    'Het is van vóór de start van dit kanaal (firstRun: noteOnly).',
  ],
  [
    'Nothing in it is newer than what was handled before.',
    'Er staat niets in dat nieuwer is dan wat al is verwerkt.',
  ],
  ['The file holds no document.', 'Er staat geen document in het bestand.'],
  ['It holds {count} documents.', 'Er staan {count} documenten in.'],
  ['It holds {count} documents. {more}', 'Er staan {count} documenten in. {more}'],
  [
    'A newer state of this shipment was handled before.',
    'Een nieuwere stand van deze zending is al verwerkt.',
  ],
  [
    'A shipment was announced; this channel carries orders.',
    'Er is een zending aangekondigd; dit kanaal is voor orders.',
  ],
  [
    'It is about a shipment; this channel carries orders.',
    'Het gaat over een zending; dit kanaal is voor orders.',
  ],
  [
    'An order was announced; this channel carries shipments.',
    'Er is een order aangekondigd; dit kanaal is voor zendingen.',
  ],
  [
    'It is about an order; this channel carries shipments.',
    'Het gaat over een order; dit kanaal is voor zendingen.',
  ],
  [
    'The channel does not listen to {event} (from.events).',
    'Het kanaal luistert niet naar {event} (from.events).',
  ],
  [
    "There is nothing to say to the buyer's ERP: event {event} is its own action.",
    'Het ERP van de koper hoeft niets te weten: gebeurtenis {event} komt van de koper zelf.',
  ],
  [
    "There is nothing to say to the supplier's ERP: event {event} is its own action.",
    'Het ERP van de leverancier hoeft niets te weten: gebeurtenis {event} komt van de leverancier zelf.',
  ],
  [
    'The buyer of this order is company {company}, not ours ({own}).',
    'De koper van deze order is bedrijf {company}, niet het onze ({own}).',
  ],
  [
    'The supplier of this order is company {company}, not ours ({own}).',
    'De leverancier van deze order is bedrijf {company}, niet het onze ({own}).',
  ],
  [
    'The buyer of this shipment is company {company}, not ours ({own}).',
    'De koper van deze zending is bedrijf {company}, niet het onze ({own}).',
  ],
  [
    'The channel {name} runs dry now (mode: dryRun), and this came before: it waits until the channel is live again.',
    'Kanaal {name} draait nu droog (mode: dryRun), en dit kwam ervoor: het wacht tot het kanaal weer echt draait.',
  ],
  ['Dry run: it would be sent or published.', 'Droog: het zou worden verstuurd of gepubliceerd.'],
  [
    'Dry run: it would be sent or published: {reason}',
    'Droog: het zou worden verstuurd of gepubliceerd: {reason}',
  ],
  ['Dry run: it would be refused: {reason}', 'Droog: het zou worden geweigerd: {reason}'],
  [
    'Dry run: it would be parked, and a person would have to decide: {reason}',
    'Droog: het zou worden geparkeerd, en iemand zou moeten beslissen: {reason}',
  ],
  ['the files in it would be uploaded first.', 'de bestanden erin zouden eerst worden geüpload.'],
  ['The channel {name} is no longer in the config.', 'Kanaal {name} staat niet meer in de config.'],
  ['The channel {name} is in the config again.', 'Kanaal {name} staat weer in de config.'],
  ['Discarded by a person.', 'Door iemand weggegooid.'],
  // decisions
  ['It was discarded.', 'Het is weggegooid.'],
  [
    'It was discarded, and what was cut of it but for what is being worked on at this moment ({titles}).',
    'Het is weggegooid, met wat ervan al gesplitst was, behalve waaraan nu gewerkt wordt ({titles}).',
  ],
  ['It is tried again.', 'Het wordt opnieuw geprobeerd.'],
  [
    'The corrected document is checked and sent in its place.',
    'Het verbeterde document wordt gecontroleerd en in de plaats ervan verstuurd.',
  ],
  ['Message {id} carries the corrected document.', 'Bericht {id} draagt het verbeterde document.'],
  ['Its successors may pass.', 'Latere documenten mogen voorgaan.'],
  ['It is sent all the same.', 'Het wordt toch verstuurd.'],
  ['Message {id} sends it all the same.', 'Bericht {id} verzendt het toch.'],
  ['Message {id} sends line {lines} all the same.', 'Bericht {id} verzendt regel {lines} toch.'],
  [
    'It was closed: nobody has to mend it any more.',
    'Het is afgesloten: niemand hoeft het nog te verbeteren.',
  ],
  ['Its open documents were discarded ({titles}).', 'De open documenten ervan zijn weggegooid ({titles}).'],
  ['The task of {of} ended.', 'De taak van {of} is afgesloten.'],
  ['{count} tasks of {of} ended.', '{count} taken van {of} zijn afgesloten.'],
  ['From {before} to {to}.', 'Van {before} naar {to}.'],
  ['{count} files of a dry run.', '{count} bestanden van een droge run.'],
  ['The config {hash}.', 'Config {hash}.'],
  ['No alarms until {until}.', 'Geen meldingen tot {until}.'],
  ['Alarms are sent again.', 'Er worden weer alarmen verstuurd.'],
  // states and ends inside of other sentences
  ['received', 'ontvangen'],
  ['ready', 'aan de beurt'],
  ['waiting', 'wacht'],
  ['settled', 'afgehandeld'],
  ['deliver', 'afleveren'],
  ['park', 'parkeren'],
  ['wait', 'wachten'],
  ['failed', 'mislukt'],
  ['delivered', 'afgeleverd'],
  ['duplicate', 'dubbel'],
  ['unchanged', 'ongewijzigd'],
  ['ignored', 'genegeerd'],
  ['superseded', 'ingehaald'],
  ['outdated', 'verouderd'],
  ['rejected', 'geweigerd'],
  ['discarded', 'weggegooid'],
  ['split', 'gesplitst'],
  // why a decision is refused, or not carried out at once
  ['There is no message {id}.', 'Er is geen bericht {id}.'],
  [
    'It is being worked on at this moment: try again when that has ended.',
    'Er wordt nu aan gewerkt: probeer het opnieuw als dat klaar is.',
  ],
  ['It is received: it goes on by itself.', 'Het is ontvangen: het gaat vanzelf verder.'],
  ['It is ready: it goes on by itself.', 'Het is aan de beurt: het gaat vanzelf verder.'],
  ['It is waiting: it goes on by itself.', 'Het wacht: het gaat vanzelf verder.'],
  [
    'It is received: wait until it has ended, or until it waits.',
    'Het is ontvangen: wacht tot het is afgerond, of tot het wacht.',
  ],
  [
    'It is ready: wait until it has ended, or until it waits.',
    'Het is aan de beurt: wacht tot het is afgerond, of tot het wacht.',
  ],
  [
    'It is settled ({outcome}): retry with --force sends it all the same.',
    'Het is afgehandeld ({outcome}): met retry --force gaat het toch.',
  ],
  [
    'It was refused: mend it and export it again, or end it with `gateway journal close ID --reason …`.',
    'Het is geweigerd: verbeter het en exporteer het opnieuw, of sluit het af met `gateway journal close ID --reason …`.',
  ],
  [
    'It is settled (split), and so are its documents: nothing to decide.',
    'Het is afgehandeld (gesplitst), en de documenten ervan ook: er valt niets te beslissen.',
  ],
  [
    'It is settled ({outcome}): nothing to decide.',
    'Het is afgehandeld ({outcome}): er valt niets te beslissen.',
  ],
  [
    'It was not refused: only a refused document is closed.',
    'Het is niet geweigerd: alleen een geweigerd document wordt afgesloten.',
  ],
  ['It is closed already.', 'Het is al afgesloten.'],
  [
    'Its document is no longer kept: export it again.',
    'Het document wordt niet meer bewaard: exporteer het opnieuw.',
  ],
  [
    'It is a file of several documents: decide on each of those that are open ({titles}).',
    'Het is een bestand met meer documenten: beslis over elk document dat open staat ({titles}).',
  ],
  ['There is no corrected document.', 'Er is geen verbeterd document.'],
  [
    'It is a notice: there is no document to correct.',
    'Het is een aankondiging: er is geen document om te verbeteren.',
  ],
  [
    'Message {id} has no open task of line {line}; of {lines} it has.',
    'Bericht {id} heeft geen open taak van regel {line}; wel van {lines}.',
  ],
  ['Message {id} has no open task.', 'Bericht {id} heeft geen open taak.'],
  // errors of commands
  ['The config cannot be used.', 'De config is niet bruikbaar.'],
  ['Say why with --reason.', 'Zeg met --reason waarom.'],
  ['Name the channel, and say why with --reason.', 'Noem het kanaal, en zeg met --reason waarom.'],
  [
    'Say which messages: by their numbers, or by --channel, --mapping, --replay, --state, --finding, --since, --until.',
    'Zeg om welke berichten het gaat: met hun nummers, of met --channel, --mapping, --replay, --state, --finding, --since of --until.',
  ],
  [
    'No channel of the config uses the mapping {mapping}.',
    'Geen kanaal in de config gebruikt de mapping {mapping}.',
  ],
  ['Message {id} has no part {role}.', 'Bericht {id} heeft geen deel {role}.'],
  ['There is no part {role}; choose {roles}.', 'Er is geen deel {role}; kies uit {roles}.'],
  [
    'What message {id} was made with is not kept: nothing was made of it.',
    'Waarmee bericht {id} is gemaakt, is niet bewaard: er is niets van gemaakt.',
  ],
  ['There is no journal {path}.', 'Er is geen journaal {path}.'],
  ['The journal lies in PostgreSQL. {instead}', 'Het journaal staat in PostgreSQL. {instead}'],
  ['It is moved already.', 'Het is al verhuisd.'],
  [
    'Copy it with the tool of that server, also while gateways run: {command}. {restore} puts it into an empty database.',
    'Kopieer het met het gereedschap van die server, ook terwijl gateways draaien: {command}. {restore} zet het in een lege database.',
  ],
  [
    'Stop all gateways, and put the copy into an empty database: {command}; then name that in journal.postgres.',
    'Stop alle gateways, en zet de kopie in een lege database: {command}; noem die dan in journal.postgres.',
  ],
  [
    'Name the database: in the environment as DATABASE_URL, with --to-file, or with --to.',
    'Noem de database: in de omgeving als DATABASE_URL, met --to-file, of met --to.',
  ],
  [
    'There is no journal at {path} yet: the gateway makes it at its first start. Start it, then run this again; if it runs already, its config names another place.',
    'Er is nog geen journaal op {path}: de gateway maakt het bij de eerste start. Start hem, en geef deze opdracht dan nog eens; loopt hij al, dan noemt zijn config een andere plaats.',
  ],
  ['{file} exists already; name a new file.', '{file} bestaat al; noem een nieuw bestand.'],
  ['There is no file {file}.', 'Er is geen bestand {file}.'],
  ['There is no format {name}. There are: {names}.', 'Er is geen formaat {name}. Er zijn: {names}.'],
  [
    '{file} is not the report of a replay: gateway map replay --save FILE writes one.',
    '{file} is geen verslag van een replay: gateway map replay --save FILE schrijft er een.',
  ],
  [
    '{file} is about the messages of another journal: nothing can be said by its numbers.',
    '{file} gaat over de berichten van een ander journaal: aan de nummers is hier niets te zien.',
  ],
  ['Nothing was published as number {number}.', 'Er is niets gepubliceerd onder nummer {number}.'],
  [
    'Say why nobody has to mend it: --reason "…".',
    'Zeg waarom niemand het nog hoeft te verbeteren: --reason "…".',
  ],
  [
    '--lines goes with --force: those lines are sent whatever was agreed.',
    '--lines hoort bij --force: die regels gaan, wat er ook is afgesproken.',
  ],
  ['Give the number of an order, or --party.', 'Geef het nummer van een order, of --party.'],
  ['There is no backup {file}.', 'Er is geen back-up {file}.'],
  ['{file} is the journal itself: name a copy of it.', '{file} is het journaal zelf: noem een kopie ervan.'],
  [
    '{file} lies beside the backup: it was copied while a gateway had it open, or is open now. Make a backup with `gateway journal backup FILE`.',
    '{file} ligt naast de back-up: die is gekopieerd terwijl een gateway het journaal open had, of het is nu open. Maak een back-up met `gateway journal backup FILE`.',
  ],
  [
    'The backup is damaged; nothing was changed. {wrong}',
    'De back-up is beschadigd; er is niets gewijzigd. {wrong}',
  ],
  ['It is no journal of a gateway.', 'Dit is geen journaal van een gateway.'],
  [
    'The journal {path} cannot be moved: a program has it open ({error}). Nothing was changed. End what reads it, then repeat this.',
    'Het journaal {path} kan niet worden verplaatst: een programma heeft het open ({error}). Er is niets gewijzigd. Beëindig wat het leest, en herhaal dit.',
  ],
  [
    'The journal {path} is damaged ({error}): no gateway starts on it. `gateway journal verify` tells more; put a backup in its place with `gateway journal restore FILE`.',
    'Het journaal {path} is beschadigd ({error}): er start geen gateway op. `gateway journal verify` zegt meer; zet een back-up terug met `gateway journal restore FILE`.',
  ],
  [
    'The journal {path} is a link to a file that is not there. Is its disk not mounted? To begin a new journal, remove the link.',
    'Het journaal {path} is een koppeling naar een bestand dat er niet is. Is de schijf niet aangekoppeld? Verwijder de koppeling om met een nieuw journaal te beginnen.',
  ],
  [
    '{name} is a journal of version {version}, and this program reads version {own}: the gateway brings it there when it starts.',
    '{name} is een journaal van versie {version}, en dit programma leest versie {own}: de gateway werkt het bij de start bij.',
  ],
  [
    'This journal was written by a newer gateway. Install that version or a newer one.',
    'Dit journaal is geschreven door een nieuwere gateway. Installeer die versie of een nieuwere.',
  ],
  [
    'This journal was written by a gateway of before the first release, and this program does not read it; it stays as it is. Let that gateway finish what is open, then name another file in `journal.sqlite`, or an empty database in `journal.postgres`: a new journal knows nothing of what was sent before.',
    'Dit journaal is geschreven door een gateway van vóór de eerste uitgave, en dit programma leest het niet; het blijft zoals het is. Laat die gateway afmaken wat openstaat, en noem daarna een ander bestand in `journal.sqlite`, of een lege database in `journal.postgres`: een nieuw journaal weet niets van wat eerder is verstuurd.',
  ],
  // what `journal replay` says
  [
    'then and now it delivers, and the bytes are others',
    'toen en nu wordt het afgeleverd, en de bytes zijn anders',
  ],
  [
    'then and now {outcome}, for another reason: {reason}',
    'toen en nu {outcome}, om een andere reden: {reason}',
  ],
  ['then {then}, now {now}', 'toen {then}, nu {now}'],
  ['{difference} (other than then: {changed})', '{difference} (anders dan toen: {changed})'],
  ['neither check nor prepare decided on it', 'de controle noch de voorbereiding heeft erover beslist'],
  ['its documents have been deleted (journal.keep)', 'de documenten ervan zijn verwijderd (journal.keep)'],
  ['its channel is no longer in the config', 'het kanaal ervan staat niet meer in de config'],
  [
    'the step that put it aside had failed or was stopped',
    'de stap die het apart legde, was mislukt of werd afgebroken',
  ],
  [
    'the texts of the mapping that made it are not kept',
    'de teksten van de mapping waarmee het is gemaakt, zijn niet bewaard',
  ],
  // why messages cannot be compared
  [
    'what was delivered of its order before is not kept',
    'wat eerder van deze order is afgeleverd, is niet bewaard',
  ],
  [
    'the edited version would fetch what nobody fetched then',
    'de gewijzigde versie zou iets ophalen dat toen niemand heeft opgehaald',
  ],
  [
    'the exchange refused it, and would be sent something else',
    'de exchange heeft het geweigerd, en zou iets anders krijgen',
  ],
  [
    'it could not be published, and would be sent something else',
    'het kon niet worden gepubliceerd, en er zou iets anders gaan',
  ],
  [
    'it was never sent (parked), and would be sent something else',
    'het is nooit verstuurd (geparkeerd), en er zou iets anders gaan',
  ],
  [
    'it was never sent (it waits), and would be sent something else',
    'het is nooit verstuurd (het wacht), en er zou iets anders gaan',
  ],
  [
    'it was never sent ({outcome}), and would be sent something else',
    'het is nooit verstuurd ({outcome}), en er zou iets anders gaan',
  ],
  [
    'the running version says {now} now, and said {then} then',
    'de versie die draait komt nu tot {now}, en kwam toen tot {then}',
  ],
  ['the running version makes other bytes of it now', 'de versie die draait maakt er nu andere bytes van'],
  [
    'the running version says {outcome} for another reason now',
    'de versie die draait komt nu om een andere reden tot {outcome}',
  ],
  ['It does not end within {seconds} seconds.', 'Het is binnen {seconds} seconden niet klaar.'],
  ['It takes more than {megabytes} MB of memory.', 'Het neemt meer dan {megabytes} MB geheugen.'],
  // alarms
  ['Say until when: --for 2h, or --until TIME.', 'Zeg tot wanneer: --for 2h, of --until TIJD.'],
  // versions of mappings
  [
    'There is no version {version}; `gateway map history` lists them.',
    'Er is geen versie {version}; `gateway map history` toont welke er zijn.',
  ],
  ['The texts of version {hash} are not kept.', 'De teksten van versie {hash} zijn niet bewaard.'],
  ['There is no folder {folder}.', 'Er is geen map {folder}.'],
  // why a message makes no fixture
  [
    'Channel {name} has not exactly one mapping: make the fixture from a document.',
    'Kanaal {name} heeft niet precies één mapping: maak het testgeval van een document.',
  ],
  ['Its check ends it: no mapping has seen it.', 'De controle beëindigt het: geen mapping heeft het gezien.'],
  [
    'It is decided before the mapping: no rule has seen it.',
    'Het is beslist vóór de mapping: geen regel heeft het gezien.',
  ],
  [
    'Only mappings, formats and tables can be masked.',
    'Alleen mappings, formaten en tabellen zijn te maskeren.',
  ],
  ['It cannot be read as YAML.', 'Het is niet te lezen als YAML.'],
  ['It cannot be read as JSON.', 'Het is niet te lezen als JSON.'],
  [
    'The document is in a character set that is not written again.',
    'Het document heeft een tekenset waarin niet wordt teruggeschreven.',
  ],
  [
    'It is read otherwise once it is written again, so no copy takes the same way.',
    'Opnieuw geschreven wordt het anders gelezen, dus geen kopie volgt dezelfde weg.',
  ],
  [
    'No copy that takes the same way was found in a minute.',
    'Er is binnen een minuut geen kopie gevonden die dezelfde weg volgt.',
  ],
  ['The file that it was cut out of is not kept.', 'Het bestand waaruit het is gesneden, is niet bewaard.'],
  [
    'Its file holds fewer documents once it is masked.',
    'In het gemaskeerde bestand staan minder documenten.',
  ],
  ['No format reads it.', 'Geen formaat leest het.'],
  ['its step fails: {error}', 'de stap ervan mislukt: {error}'],
  // of the system
  ['The worker threads could not be started.', 'De werkthreads konden niet worden gestart.'],
  ['A process of its own could not be started.', 'Een eigen proces kon niet worden gestart.'],
  [
    'The mappings and XSDs could not be read: {error}',
    'De mappings en XSD’s konden niet worden gelezen: {error}',
  ],
  ['The journal does not answer.', 'Het journaal antwoordt niet.'],
  ['The folder does not answer.', 'De map antwoordt niet.'],
  ["ENOENT: no such file or directory, {call} '{path}'", 'Er is geen bestand {path} ({call}).'],
  ["EEXIST: file already exists, {call} '{path}'", '{path} bestaat al ({call}); noem een ander bestand.'],
  [
    'The journal {path} is open in another gateway. Stop that one first, or give this one its own journal.',
    'Het journaal {path} is open in een andere gateway. Stop die eerst, of geef deze een eigen journaal.',
  ],
  // what `journal verify` finds
  ['A table cannot be read: {error}', 'Een tabel is niet te lezen: {error}'],
  [
    'Message {id} has {arrival} as its place of arrival.',
    'Bericht {id} heeft {arrival} als plaats van binnenkomst.',
  ],
  [
    'Message {id} is settled without an outcome or an instant.',
    'Bericht {id} is afgehandeld zonder afloop of tijdstip.',
  ],
  [
    'Message {id} is {state}, and has the outcome {outcome}.',
    'Bericht {id} heeft de stand `{state}`, en de afloop `{outcome}`.',
  ],
  [
    'Message {id} is {state} without an order key.',
    'Bericht {id} heeft de stand `{state}` en geen ordersleutel.',
  ],
  ['Message {id} cannot be read: {error}.', 'Bericht {id} is niet te lezen: {error}.'],
  ['Message {id}: the part {role} is missing.', 'Bericht {id}: het deel {role} ontbreekt.'],
  ['Message {id}: its document is missing.', 'Bericht {id}: het document ontbreekt.'],
  [
    'Message {id} is first of its order and would never go.',
    'Bericht {id} is het eerste van zijn order en zou nooit gaan.',
  ],
  [
    'Message {id} would go before an earlier one of its order.',
    'Bericht {id} zou voor een eerder bericht van zijn order gaan.',
  ],
  ['The order state {address} cannot be read.', 'De orderstand {address} is niet te lezen.'],
  [
    'The order state {address} refers to the body {hash}, which is missing.',
    'De orderstand {address} verwijst naar inhoud {hash}, en die ontbreekt.',
  ],
  [
    'The number {value} belongs to message {id}, which is missing.',
    'Het nummer {value} hoort bij bericht {id}, en dat ontbreekt.',
  ],
  [
    'Message {id} is a document of message {parent}, which is missing.',
    'Bericht {id} is een document van bericht {parent}, en dat ontbreekt.',
  ],
  ['The body {hash} is damaged.', 'Inhoud {hash} is beschadigd.'],
  [
    'Message {id}: the order state that it was prepared on is damaged.',
    'Bericht {id}: de orderstand waarop het is voorbereid, is beschadigd.',
  ],
];

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** What such a place holds, where not just anything can: it tells `the answer (ECODE)` from other words in brackets. */
const shapes: Readonly<Record<string, string>> = { status: '[1-5]\\d\\d', code: '[A-Z][A-Z0-9_]+' };

interface Template {
  readonly other: string;
  readonly pattern: RegExp;
  /** What stands before the first place and behind the last: most sentences are told apart by them, at once. */
  readonly begin: string;
  readonly end: string;
  /** Characters that are no values. */
  readonly fixed: number;
}

type Pair = readonly [from: string, to: string];

/** Sentences that fit more than one template are told apart by the longer fixed text. */
const templatesOf = (pairs: readonly Pair[]): readonly Template[] =>
  pairs
    .map(([from, to]) => templateOf(from, to))
    .filter(({ fixed }) => fixed > 0)
    .sort((a, b) => b.fixed - a.fixed);

function templateOf(from: string, to: string): Template {
  const parts = from.split(/\{(\w+)\}/);
  const seen = new Set<string>();
  const group = (name: string): string => {
    if (seen.has(name)) return `\\k<${name}>`;
    seen.add(name);
    return `(?<${name}>${shapes[name] ?? '.*?'})`;
  };
  const source = parts.map((part, n) => (n % 2 === 1 ? group(part) : escaped(part))).join('');
  return {
    other: to,
    pattern: new RegExp(`^${source}$`, 's'),
    ...{ begin: parts[0] ?? '', end: parts.at(-1) ?? '' },
    fixed: from.replace(/\{\w+\}/g, '').length,
  };
}

const dutch: ReadonlyMap<string, string> = new Map(Object.entries(troublesNl));

/** What parts of the gateway say of the exchange, of folders and of mappings: it becomes the reason of a message. */
const troubles = Object.entries(troublesEn)
  .filter(([, en]) => isRecognisable(en))
  .map(([name, en]) => [en, dutch.get(name) ?? en] as const);

/** By words of its own, by a code or status, or by how it begins. */
function isRecognisable(template: string): boolean {
  const own = template.replace(/\{(?!(?:code|status)\})\w+\}/g, '');
  return /[a-z]|^[ :]/.test(own);
}

const whole = [...texts, ...troubles.filter(([en]) => /^[A-Z]|\.$/.test(en))];
const sentences = templatesOf(whole);
const reasons = templatesOf([...texts, ...troubles]);

/** Alarms are kept in the language of the gateway that wrote them down. Made when the first one is read that may be in Dutch. */
let fromDutch: Readonly<Record<'sentences' | 'reasons', readonly Template[]>> | undefined;

function readDutch(): NonNullable<typeof fromDutch> {
  const turned = (pairs: readonly Pair[]) => templatesOf(pairs.map(([en, nl]) => [nl, en]));
  fromDutch ??= { sentences: turned(whole), reasons: turned([...texts, ...troubles]) };
  return fromDutch;
}

/** Places in which somebody else may speak. */
const reasonPlaces: ReadonlySet<string> = new Set([
  'answer',
  'authority',
  'error',
  'said',
  'text',
  'what',
  'why',
]);

/** Places of parts of sentences, in which nobody else speaks. */
const partPlaces: ReadonlySet<string> = new Set(['ids', 'last', 'order', 'other', 'role', 'span']);

/** What a sentence ends with, or why it is as it is: `: the step failed`. */
const isAppended = (value: string): boolean => /^(?:\W*$|: )/.test(value);

/** A sentence of ours in the language of the reader; what is none of ours stays as it is, and is quoted inside of one that is in Dutch. */
export function journalText(text: string, language: Language): string {
  if (language === 'en') return renderEnglish(text, 'sentences');
  return renderDutch(text, sentences) ?? text;
}

/** As `journalText`, of what no person wrote: what an alarm says may be less than a sentence. */
export const alarmText = (text: string, language: Language): string =>
  language === 'en' ? renderEnglish(text, 'reasons') : (renderDutch(text, reasons) ?? text);

const renderDutch = (text: string, among: readonly Template[]): string | undefined =>
  fill(text, among, (place, value) => {
    if (partPlaces.has(place) || isAppended(value)) return alarmText(value, 'nl');
    return value === '' || !reasonPlaces.has(place) ? journalText(value, 'nl') : reasonInDutch(value);
  }) ?? findingText(text, 'nl');

const renderEnglish = (text: string, among: 'sentences' | 'reasons'): string =>
  fill(text, readDutch()[among], (place, value) =>
    reasonPlaces.has(place)
      ? renderEnglish(value.replace(/^“(.*)”$/s, '$1'), 'reasons')
      : renderEnglish(value, partPlaces.has(place) ? 'reasons' : 'sentences'),
  ) ??
  findingText(text, 'en') ??
  text;

function fill(
  text: string,
  among: readonly Template[],
  render: (place: string, value: string) => string,
): string | undefined {
  for (const { other, pattern, begin, end } of among) {
    if (!text.startsWith(begin) || !text.endsWith(end)) continue;
    const found = pattern.exec(text);
    if (found !== null)
      return other.replace(/\{(\w+)\}/g, (_, name: string) => render(name, found.groups?.[name] ?? ''));
  }
  return undefined;
}

/** Why something failed, as a part of a sentence: what is none of ours is quoted. */
export const reasonInDutch = (text: string): string => renderDutch(text, reasons) ?? `“${text}”`;

/** For tests. */
export const journalTexts = texts;
