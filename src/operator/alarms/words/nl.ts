import type { Trouble } from '../../health.ts';
import type { AlarmWords } from '../words.ts';

const words: Readonly<Record<Trouble, readonly [title: string, todo: string]>> = {
  journal: [
    'Het journaal is niet te gebruiken',
    'Er wordt niets ontvangen of verstuurd tot dit is verholpen. Kijk naar de schijf van het journaal (of naar de PostgreSQL-server); daarna gaat het werk vanzelf verder.',
  ],
  'exchange-refuses': [
    'De exchange weigert de gateway',
    '`gateway check` probeert het inloggen. Vraag bij de exchange na welke rechten deze gebruiker heeft. Documenten wachten zolang en worden daarna vanzelf verstuurd.',
  ],
  'exchange-away': [
    'De exchange is niet bereikbaar',
    '`gateway check` probeert het. Kijk naar `exchange.baseUrl`, netwerk, proxy en certificaat; vraag of de exchange een storing heeft. Documenten wachten zolang en worden daarna vanzelf verstuurd.',
  ],
  folder: [
    'Een map is niet te gebruiken',
    '`gateway check` probeert elke map. Het werk gaat vanzelf verder als deze map weer te gebruiken is.',
  ],
  filing: [
    'Bestanden kunnen niet naar hun plaats worden verplaatst',
    'Zorg voor ruimte, en voor schrijfrechten van het account van de gateway op archive/, error/ en parked/ in die map. De bestanden worden daarna vanzelf verplaatst.',
  ],
  search: [
    'Het zoeken naar nieuws bij de exchange mislukt',
    'Wat er bij de exchange nieuw is, komt nu niet binnen en wordt later gevonden. `gateway exchange search` vraagt hetzelfde.',
  ],
  mappings: [
    'Mappings zijn niet te gebruiken, documenten wachten',
    'Verbeter wat er genoemd wordt; `gateway map check` laat meer zien. De wachtende documenten gaan daarna vanzelf verder.',
  ],
  'mappings-old': [
    'Gewijzigde mappings worden niet gebruikt',
    'Verbeter wat er genoemd wordt; `gateway map check` laat meer zien. Tot dan worden de vorige mappings gebruikt.',
  ],
  standstill: [
    'Een document komt niet verder',
    'Bekijk het met `gateway journal show` en in het logboek. Is er verder niets aan de hand, start de gateway dan opnieuw: daarbij gaat geen document verloren.',
  ],
  held: [
    'Een document kan niet worden gecontroleerd, andere wachten erachter',
    'Bekijk het met `gateway journal show` en in het logboek: vaak is een mapping of een map met XSD’s niet te lezen.',
  ],
  waiting: [
    'Documenten wachten al lang',
    'Ze worden vanzelf opnieuw geprobeerd; de reden zegt waarop ze wachten. `gateway journal list --state waiting` toont ze.',
  ],
  parked: [
    'Iemand moet over documenten beslissen',
    '`gateway journal list --state parked` toont ze, `gateway journal show ID` zegt waarom, `gateway journal retry|discard ID` beslist.',
  ],
  rejected: [
    'Documenten zijn geweigerd',
    'Lees de rapporten naast de bestanden in error/, verbeter de documenten in het ERP en exporteer ze opnieuw. Wordt een document niet meer verbeterd, sluit het dan af met `gateway journal close ID --reason …`.',
  ],
  task: [
    'Taken voor een mens staan lang open',
    'Wat een document vroeg en waar de exchange geen operatie voor heeft, wacht op een mens: `gateway journal list --tasks` zegt wat, `gateway journal done ID` sluit het af als het gedaan is.',
  ],
  'not-collected': ['Het ERP haalt zijn bestanden niet op', 'Kijk of de import van het ERP draait.'],
  untaken: [
    'Er liggen bestanden in een map die niemand oppakt',
    'Kijk waarom het ERP ze daar heeft gezet: een naam die bij geen kanaal hoort (`from.files`), een done-bestand dat ontbreekt, een bestand dat niet af is.',
  ],
  clock: [
    'De klok loopt verkeerd',
    'Vergelijk de klok van deze machine met de tijdstempels van de exchange. `gateway journal cursor` toont hoe ver elke zoekopdracht is.',
  ],
  certificate: [
    'Een certificaat verloopt binnenkort',
    'Vernieuw het op tijd, zet het nieuwe in zijn bestand en start de gateway opnieuw.',
  ],
  'certificate-ended': [
    'Een certificaat is verlopen',
    'Zet een nieuw certificaat in zijn bestand en start de gateway opnieuw. Tot dan praat niemand die certificaten controleert ermee.',
  ],
  disk: [
    'Een schijf is bijna vol',
    'Maak ruimte voordat hij vol is: dan kan er niets meer worden ontvangen.',
  ],
  silent: [
    'Er is lang niets ontvangen',
    'Kijk of de andere kant verstuurt: de export van het ERP, of de webhook en het zoeken bij de exchange (`gateway exchange search`). `expect` van het kanaal zegt wat gebruikelijk is.',
  ],
  'not-ours': [
    'Wat de exchange meldt gaat niet over ons bedrijf',
    'Vergelijk `companyId` en `as` van dat kanaal met de exchange; `gateway check` vraagt haar naar ons bedrijf. `gateway journal list --outcome ignored` toont wat niet is overgenomen.',
  ],
  config: [
    'Een nieuwe versie van de configuratie wordt niet gebruikt',
    '`gateway check` zegt alles wat er mis is met gateway.yaml. De gateway draait verder met de vorige versie; sla het bestand opnieuw op als het verbeterd is.',
  ],
  alarm: [
    'Alarmen kunnen niet worden verstuurd',
    '`gateway alarm test` probeert het. Kijk naar `alarms` in de configuratie, en naar de mailserver of het adres dat wordt aangeroepen. Het wordt vanzelf opnieuw geprobeerd.',
  ],
  'gateway-gone': [
    'Een gateway is weg',
    'Kijk naar zijn machine en start hem opnieuw. Wat hij onder handen had, hebben de andere overgenomen. Wie nooit terugkomt, wordt na een dag vergeten.',
  ],
};

export const nl: AlarmWords = {
  levels: { red: 'ROOD', amber: 'ORANJE' },
  allClear: 'ALLES WEER GOED',
  over: 'VOORBIJ',
  test: 'TEST',
  whole: 'gateway',
  andMore: (count) => ` (en nog ${count})`,
  states: {
    news: 'Nieuw',
    more: 'Het zijn er meer geworden',
    still: 'Nog steeds zo',
    over: 'Voorbij',
  },
  labels: { what: 'Wat:', since: 'Sinds:', todo: 'Te doen:' },
  title: (code) => words[code][0],
  todo: (code) => words[code][1],
  testing: 'Dit is een test. Alarmen van deze gateway komen hier aan.',
  foot: (gateway) =>
    `Verstuurd door scsn-gateway op ${gateway}. \`gateway alarm list\` toont wat er nu mis is; \`gateway alarm silence\` houdt het een tijd stil.`,
};
