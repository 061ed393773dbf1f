import type { LocalizedText } from '../../findings/localized-text.ts';
import type { AlarmCode } from '../../operator/health/health.ts';
import type { Language } from '../../types.ts';

/** What people read about each alarm, both languages side by side so that they say the same. */
export interface Advice {
  /** What is wrong. */
  readonly title: LocalizedText;
  /** That it has ended. */
  readonly over: LocalizedText;
  /** What the reader can do. A complete command stands between backticks: mails add `--config`. */
  readonly todo: LocalizedText;
  /** The same for who reads the pages, where a button of theirs does what a command of `todo` does. */
  readonly onPages?: LocalizedText;
}

/** What the reader of the pages can do. */
export const adviseOnPages = (code: AlarmCode, language: Language): string =>
  (advice[code].onPages ?? advice[code].todo)[language];

/** docs/operating.md tells the same at more length. */
export const advice: Readonly<Record<AlarmCode, Advice>> = {
  journal: {
    title: { en: 'The journal cannot be used', nl: 'Het journaal is niet te gebruiken' },
    over: { en: 'The journal can be used again', nl: 'Het journaal is weer te gebruiken' },
    todo: {
      en: 'Nothing is received or sent until it is mended. See to its disk (or its PostgreSQL server); the work goes on by itself. Only a journal with damaged pages has to be rescued: `gateway journal rescue`, with the gateway stopped.',
      nl: 'Er wordt niets ontvangen of verstuurd tot dit is verholpen. Kijk naar de schijf van het journaal (of naar de PostgreSQL-server); daarna gaat het werk vanzelf verder. Alleen een journaal met beschadigde pagina’s moet worden gered: `gateway journal rescue`, met de gateway gestopt.',
    },
  },
  'exchange-refuses': {
    title: { en: 'The exchange refuses the gateway', nl: 'De exchange weigert de gateway' },
    over: { en: 'The exchange accepts the gateway again', nl: 'De exchange laat de gateway weer toe' },
    todo: {
      en: '`gateway check` tries the login. Ask the exchange for the rights of this user. Documents wait meanwhile and are sent by themselves.',
      nl: '`gateway check` probeert in te loggen. Vraag bij de exchange na welke rechten deze gebruiker heeft. Documenten wachten zolang en worden daarna vanzelf verstuurd.',
    },
    onPages: {
      en: '“Check now” on the page Channels tries the login. Ask the exchange for the rights of this user. Documents wait meanwhile and are sent by themselves.',
      nl: '“Controleer nu” op de pagina Kanalen probeert in te loggen. Vraag bij de exchange na welke rechten deze gebruiker heeft. Documenten wachten zolang en worden daarna vanzelf verstuurd.',
    },
  },
  'exchange-away': {
    title: { en: 'The exchange cannot be reached', nl: 'De exchange is niet bereikbaar' },
    over: { en: 'The exchange can be reached again', nl: 'De exchange is weer bereikbaar' },
    todo: {
      en: '`gateway check` tries it. Look at `exchange.baseUrl`, network, proxy and certificate; ask the exchange whether it is down. Documents wait meanwhile and are sent by themselves.',
      nl: '`gateway check` probeert het. Kijk naar `exchange.baseUrl`, netwerk, proxy en certificaat; vraag de exchange of er een storing is. Documenten wachten zolang en worden daarna vanzelf verstuurd.',
    },
    onPages: {
      en: '“Check now” on the page Channels tries it. Look at `exchange.baseUrl`, network, proxy and certificate; ask the exchange whether it is down. Documents wait meanwhile and are sent by themselves.',
      nl: '“Controleer nu” op de pagina Kanalen probeert het. Kijk naar `exchange.baseUrl`, netwerk, proxy en certificaat; vraag de exchange of er een storing is. Documenten wachten zolang en worden daarna vanzelf verstuurd.',
    },
  },
  folder: {
    title: { en: 'A folder cannot be used', nl: 'Een map is niet te gebruiken' },
    over: { en: 'The folder can be used again', nl: 'De map is weer te gebruiken' },
    todo: {
      en: '`gateway check` tries every folder. The work goes on by itself when this one can be used again.',
      nl: '`gateway check` probeert elke map. Het werk gaat vanzelf verder als deze map weer te gebruiken is.',
    },
    onPages: {
      en: '“Check now” on the page Channels tries the folder. The work goes on by itself when it can be used again.',
      nl: '“Controleer nu” op de pagina Kanalen probeert de map. Het werk gaat vanzelf verder als die weer te gebruiken is.',
    },
  },
  filing: {
    title: {
      en: 'Files cannot be moved to where they belong',
      nl: 'Bestanden kunnen niet naar hun plaats worden verplaatst',
    },
    over: { en: 'Files can be moved again', nl: 'Bestanden kunnen weer worden verplaatst' },
    todo: {
      en: 'See that there is room, and that the account of the gateway may write into archive/, error/ and parked/ of that folder. The files are moved by themselves then.',
      nl: 'Zorg voor ruimte, en voor schrijfrechten van het account van de gateway op archive/, error/ en parked/ in die map. De bestanden worden daarna vanzelf verplaatst.',
    },
  },
  search: {
    title: {
      en: 'The search for news at the exchange fails',
      nl: 'Het zoeken naar nieuws bij de exchange mislukt',
    },
    over: { en: 'The search at the exchange works again', nl: 'Het zoeken bij de exchange lukt weer' },
    todo: {
      en: 'What is new at the exchange is not heard of meanwhile, and found afterwards. `gateway exchange search` asks the same.',
      nl: 'Wat er bij de exchange nieuw is, komt nu niet binnen en wordt later gevonden. `gateway exchange search` vraagt hetzelfde.',
    },
  },
  mappings: {
    title: {
      en: 'Mappings cannot be used, documents wait',
      nl: 'Mappings zijn niet te gebruiken, documenten wachten',
    },
    over: { en: 'The mappings can be used again', nl: 'De mappings zijn weer te gebruiken' },
    todo: {
      en: 'Mend what it names; `gateway map check` shows more. The documents that wait go on by themselves.',
      nl: 'Verbeter wat er genoemd wordt; `gateway map check` laat meer zien. De wachtende documenten gaan daarna vanzelf verder.',
    },
    onPages: {
      en: 'Fix what it names; the page Mappings shows more. The documents that wait go on by themselves.',
      nl: 'Verbeter wat er genoemd wordt; de pagina Mappings laat meer zien. De wachtende documenten gaan daarna vanzelf verder.',
    },
  },
  'mappings-old': {
    title: { en: 'Edited mappings are not used', nl: 'Gewijzigde mappings worden niet gebruikt' },
    over: { en: 'The mappings are used as they are now', nl: 'De huidige mappings zijn in gebruik' },
    todo: {
      en: 'Mend what it names; `gateway map check` shows more. Until then the mappings from before are used.',
      nl: 'Verbeter wat er genoemd wordt; `gateway map check` laat meer zien. Tot dan worden de vorige mappings gebruikt.',
    },
    onPages: {
      en: 'Fix what it names; the page Mappings shows more. Until then the mappings from before are used.',
      nl: 'Verbeter wat er genoemd wordt; de pagina Mappings laat meer zien. Tot dan worden de vorige mappings gebruikt.',
    },
  },
  standstill: {
    title: { en: 'A document does not get on', nl: 'Een document komt niet verder' },
    over: { en: 'No document stands still any more', nl: 'Er staat geen document meer stil' },
    todo: {
      en: 'Look at it with `gateway journal show ID` and at the log. Restart the gateway if nothing else is wrong: no document is lost by that.',
      nl: 'Bekijk het met `gateway journal show ID` en in het logboek. Is er verder niets aan de hand, start de gateway dan opnieuw: daarbij gaat geen document verloren.',
    },
    onPages: {
      en: 'Look at its message and at the log. Restart the gateway if nothing else is wrong: no document is lost by that.',
      nl: 'Bekijk het bericht ervan en het logboek. Is er verder niets aan de hand, start de gateway dan opnieuw: daarbij gaat geen document verloren.',
    },
  },
  held: {
    title: {
      en: 'A document cannot be checked, others wait behind it',
      nl: 'Een document kan niet worden gecontroleerd, andere wachten erachter',
    },
    over: { en: 'Documents are checked again', nl: 'Documenten worden weer gecontroleerd' },
    todo: {
      en: 'Documents behind it wait. Look at it with `gateway journal show ID` and at the log: often a mapping or a folder of XSDs cannot be read.',
      nl: 'Documenten erachter wachten. Bekijk het met `gateway journal show ID` en in het logboek: vaak is een mapping of een map met XSD’s niet te lezen.',
    },
    onPages: {
      en: 'Documents behind it wait. Look at its message and at the log: often a mapping or a folder of XSDs cannot be read.',
      nl: 'Documenten erachter wachten. Bekijk het bericht ervan en het logboek: vaak is een mapping of een map met XSD’s niet te lezen.',
    },
  },
  waiting: {
    title: { en: 'Documents have waited for long', nl: 'Documenten wachten al lang' },
    over: { en: 'No document has waited for long any more', nl: 'Er wacht geen document meer lang' },
    todo: {
      en: 'They are tried again by themselves; the reason says what they wait for. `gateway journal list --state waiting` lists them.',
      nl: 'Ze worden vanzelf opnieuw geprobeerd; de reden zegt waarop ze wachten. `gateway journal list --state waiting` toont ze.',
    },
    onPages: {
      en: 'They are tried again by themselves; the reason says what they wait for. “Waiting” on the page Messages lists them.',
      nl: 'Ze worden vanzelf opnieuw geprobeerd; de reden zegt waarop ze wachten. “Wacht” op de pagina Berichten toont ze.',
    },
  },
  parked: {
    title: { en: 'A person has to decide on documents', nl: 'Iemand moet over documenten beslissen' },
    over: {
      en: 'No document waits for a decision any more',
      nl: 'Er wacht geen document meer op een beslissing',
    },
    todo: {
      en: '`gateway journal list --state parked` lists them, `gateway journal show ID` says why. `gateway journal retry ID` tries one again, `gateway journal discard ID` ends it.',
      nl: '`gateway journal list --state parked` toont ze, `gateway journal show ID` zegt waarom. `gateway journal retry ID` probeert er een opnieuw, `gateway journal discard ID` sluit er een af.',
    },
    onPages: {
      en: '“Needs action” on the page Messages lists them and says why. “Retry” tries one again, “Discard” ends it.',
      nl: '“Actie nodig” op de pagina Berichten toont ze en zegt waarom. “Opnieuw proberen” doet dat voor een document, “Weggooien” sluit er een af.',
    },
  },
  rejected: {
    title: { en: 'Documents were refused', nl: 'Documenten zijn geweigerd' },
    over: { en: 'No document was refused within a day', nl: 'Er is een dag lang geen document geweigerd' },
    todo: {
      en: 'Read the reports in error/ beside the files, mend the documents in the ERP, and export them again. One that nobody will mend is ended with `gateway journal close ID --reason WHY`. They count for 24 hours.',
      nl: 'Lees de rapporten naast de bestanden in error/, verbeter de documenten in het ERP en exporteer ze opnieuw. Wordt een document niet meer verbeterd, sluit het dan af met `gateway journal close ID --reason WHY`. Ze tellen 24 uur mee.',
    },
    onPages: {
      en: 'Read on the page Messages what is wrong, fix the documents in the ERP, and export them again. One that nobody will fix is ended with “Close”. They count for 24 hours.',
      nl: 'Lees op de pagina Berichten wat er mis is, verbeter de documenten in het ERP en exporteer ze opnieuw. Wordt een document niet meer verbeterd, sluit het dan af met “Afsluiten”. Ze tellen 24 uur mee.',
    },
  },
  task: {
    title: { en: 'Tasks for a person have been open for long', nl: 'Taken voor een mens staan lang open' },
    over: { en: 'No task has been open for long any more', nl: 'Er staat geen taak meer lang open' },
    todo: {
      en: 'What a document asked and the exchange has no operation for waits for a person: `gateway journal list --tasks` says what, `gateway journal done ID` ends it when it is done.',
      nl: 'Wat een document vroeg en waar de exchange geen operatie voor heeft, wacht op een mens: `gateway journal list --tasks` zegt wat, `gateway journal done ID` sluit het af als het gedaan is.',
    },
    onPages: {
      en: 'What a document asked and the exchange has no operation for waits for a person: the overview says what, “Done in the portal” ends it when it is done.',
      nl: 'Wat een document vroeg en waar de exchange geen operatie voor heeft, wacht op een mens: het overzicht zegt wat, “Gedaan in het portaal” sluit het af als het gedaan is.',
    },
  },
  'not-collected': {
    title: { en: 'The ERP does not collect its files', nl: 'Het ERP haalt zijn bestanden niet op' },
    over: { en: 'The ERP has collected its files', nl: 'Het ERP heeft zijn bestanden opgehaald' },
    todo: {
      en: "Start the ERP's import, or find out why it stopped.",
      nl: 'Start de import van het ERP, of zoek uit waarom die is gestopt.',
    },
  },
  untaken: {
    title: {
      en: 'Files lie in a folder that nobody takes',
      nl: 'Er liggen bestanden in een map die niemand oppakt',
    },
    over: {
      en: 'No file lies there any more that nobody takes',
      nl: 'Er ligt geen bestand meer dat niemand oppakt',
    },
    todo: {
      en: 'Look why the ERP wrote it there: a name that no channel takes (`from.files`), a done-file that is missing, a file that was not written to its end.',
      nl: 'Kijk waarom het ERP het daar heeft gezet: een naam die bij geen kanaal hoort (`from.files`), een done-bestand dat ontbreekt, een bestand dat niet tot het einde is geschreven.',
    },
  },
  clock: {
    title: { en: 'A clock is wrong', nl: 'Een klok loopt verkeerd' },
    over: { en: 'The clocks are right again', nl: 'De klokken lopen weer goed' },
    todo: {
      en: 'Hold the clock of this machine and the time stamps of the exchange against each other. `gateway journal cursor` shows how far each search has come, and moves it.',
      nl: 'Vergelijk de klok van deze machine met de tijdstempels van de exchange. `gateway journal cursor` toont hoe ver elke zoekopdracht is, en verzet die.',
    },
  },
  certificate: {
    title: { en: 'A certificate ends soon', nl: 'Een certificaat verloopt binnenkort' },
    over: { en: 'No certificate ends soon any more', nl: 'Er verloopt binnenkort geen certificaat meer' },
    todo: {
      en: 'Renew it in time, and put the new one into its file: the gateway takes it up by itself.',
      nl: 'Vernieuw het op tijd, en zet het nieuwe in zijn bestand: de gateway neemt het vanzelf over.',
    },
  },
  'certificate-ended': {
    title: { en: 'A certificate has ended', nl: 'Een certificaat is verlopen' },
    over: { en: 'The certificate is valid again', nl: 'Het certificaat is weer geldig' },
    todo: {
      en: 'Put a new one into its file: the gateway takes it up by itself. Until then nobody who checks certificates speaks with it.',
      nl: 'Zet een nieuw certificaat in zijn bestand: de gateway neemt het vanzelf over. Tot dan praat niemand die certificaten controleert ermee.',
    },
  },
  disk: {
    title: { en: 'A disk is nearly full', nl: 'Een schijf is bijna vol' },
    over: { en: 'The disk has room again', nl: 'De schijf heeft weer ruimte' },
    todo: {
      en: 'Make room before it is full: nothing could be received then.',
      nl: 'Maak ruimte voordat hij vol is: dan kan er niets meer worden ontvangen.',
    },
  },
  silent: {
    title: { en: 'Nothing was received for long', nl: 'Er is lang niets ontvangen' },
    over: { en: 'Something was received again', nl: 'Er is weer iets ontvangen' },
    todo: {
      en: "Look whether the other side sends: the ERP's export, or the exchange's webhook and search (`gateway exchange search`). `expect` of the channel says what is usual.",
      nl: 'Kijk of de andere kant verstuurt: de export van het ERP, of de webhook en het zoeken bij de exchange (`gateway exchange search`). `expect` van het kanaal zegt wat gebruikelijk is.',
    },
  },
  'failed-logins': {
    title: {
      en: 'Many logins to the pages failed',
      nl: 'Vaak mislukte het inloggen op de pagina’s',
    },
    over: {
      en: 'Logins to the pages no longer fail that often',
      nl: 'Het inloggen op de pagina’s mislukt niet meer zo vaak',
    },
    todo: {
      en: 'See who it is: `gateway user audit` lists each failed login with its address. A colleague needs a new link (`gateway user link NAME`); somebody else is kept away by the firewall.',
      nl: 'Kijk wie het is: `gateway user audit` toont elke mislukte login met het adres. Een collega heeft een nieuwe link nodig (`gateway user link NAME`); iemand anders houdt de firewall buiten.',
    },
    onPages: {
      en: 'See who it is: “Who did what” on the page Users lists each failed login with its address. A colleague needs a “New link”; someone else is kept away by the firewall.',
      nl: 'Kijk wie het is: “Wie deed wat” op de pagina Gebruikers toont elke mislukte login met het adres. Een collega heeft een “Nieuwe link” nodig; iemand anders houdt de firewall buiten.',
    },
  },
  'not-ours': {
    title: {
      en: 'What the exchange tells is not about our company',
      nl: 'Wat de exchange meldt gaat niet over ons bedrijf',
    },
    over: {
      en: 'The exchange tells about our company again',
      nl: 'De exchange meldt weer iets over ons bedrijf',
    },
    todo: {
      en: 'Hold `companyId` and `as` of that channel against the exchange; `gateway check` asks it for our company. `gateway journal list --outcome ignored` lists what was not taken.',
      nl: 'Vergelijk `companyId` en `as` van dat kanaal met de exchange; `gateway check` vraagt haar naar ons bedrijf. `gateway journal list --outcome ignored` toont wat niet is overgenomen.',
    },
    onPages: {
      en: 'Hold `companyId` and `as` of that channel against the exchange; “Check now” on the page Channels asks it for our company. The page Messages lists what was not taken, by its outcome “ignored”.',
      nl: 'Vergelijk `companyId` en `as` van dat kanaal met de exchange; “Controleer nu” op de pagina Kanalen vraagt haar naar ons bedrijf. De pagina Berichten toont wat niet is overgenomen, met afloop “genegeerd”.',
    },
  },
  config: {
    title: {
      en: 'A new version of the config is not used',
      nl: 'Een nieuwe versie van de configuratie wordt niet gebruikt',
    },
    over: { en: 'The config is used as it is now', nl: 'De huidige configuratie is in gebruik' },
    todo: {
      en: '`gateway check` says all that is wrong with gateway.yaml. The gateway runs on with the version from before; save it again when it is mended.',
      nl: '`gateway check` zegt alles wat er mis is met gateway.yaml. De gateway draait verder met de vorige versie; sla het bestand opnieuw op als het verbeterd is.',
    },
  },
  alarm: {
    title: { en: 'Alarms cannot be sent', nl: 'Alarmen kunnen niet worden verstuurd' },
    over: { en: 'Alarms are sent again', nl: 'Alarmen worden weer verstuurd' },
    todo: {
      en: '`gateway alarm test` tries it. Look at `alarms` in the config, and at the mail server or the address that is called. It is tried again by itself.',
      nl: '`gateway alarm test` probeert het. Kijk naar `alarms` in de configuratie, en naar de mailserver of het adres dat wordt aangeroepen. Het wordt vanzelf opnieuw geprobeerd.',
    },
    onPages: {
      en: '“Send a test” on the page Alarms tries it. Look at `alarms` in the config, and at the mail server or the address that is called. It is tried again by itself.',
      nl: '“Verstuur een test” op de pagina Alarmen probeert het. Kijk naar `alarms` in de configuratie, en naar de mailserver of het adres dat wordt aangeroepen. Het wordt vanzelf opnieuw geprobeerd.',
    },
  },
  'gateway-gone': {
    title: { en: 'A gateway is gone', nl: 'Een gateway is weg' },
    over: { en: 'The gateway is there again', nl: 'De gateway is er weer' },
    todo: {
      en: 'Look at its machine and start it again. What it had in hand was taken over by the others. One that never comes back is forgotten after a day.',
      nl: 'Kijk naar zijn machine en start hem opnieuw. Wat hij onder handen had, hebben de andere overgenomen. Wie nooit terugkomt, wordt na een dag vergeten.',
    },
  },
  'lost-values': {
    title: {
      en: 'New kinds of values go nowhere',
      nl: 'Nieuwe soorten waarden gaan nergens heen',
    },
    over: { en: 'No new kind of value goes nowhere', nl: 'Er gaat geen nieuwe soort waarde verloren' },
    todo: {
      en: 'No rule carries them: the other side does not get them. Carry each path by a rule of the mapping, or end it with one line in ignored.csv beside your mappings (mapping, path, reason). `gateway journal show ID` names all that a message lost. Each path is told once.',
      nl: 'Geen regel neemt ze over: de andere kant krijgt ze niet. Neem elk pad over met een regel in de mapping, of sluit het af met één regel in ignored.csv naast uw mappings (mapping, pad, reden). `gateway journal show ID` noemt alles wat een bericht verloor. Elk pad wordt één keer gemeld.',
    },
    onPages: {
      en: 'No rule carries them: the other side does not get them. Under “Lost values” of the mapping, “Map…” carries a path and “Ignore…” ends it with a reason. The message names all that it lost. Each path is told once.',
      nl: 'Geen regel neemt ze over: de andere kant krijgt ze niet. Onder “Verloren waarden” van de mapping neemt “Toewijzen…” een pad over en sluit “Negeren…” het af met een reden. Het bericht noemt alles wat het verloor. Elk pad wordt één keer gemeld.',
    },
  },
};
