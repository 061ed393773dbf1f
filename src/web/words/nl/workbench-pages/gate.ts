import type { Words } from '../../en.ts';

export const gate: Words['gate'] = {
  publish: 'Publiceer',
  publishTitle: (name) => `${name} publiceren?`,
  nothingToPublish: 'Er is niets te publiceren: het concept zegt wat draait.',
  stopsTitle: (count) =>
    count === 1
      ? '1 bericht dat is verstuurd, zou niet worden verstuurd. Toch publiceren?'
      : `${count} berichten die zijn verstuurd, zouden niet worden verstuurd. Toch publiceren?`,
  incompleteTitle: 'Niet alle berichten konden worden vergeleken. Toch publiceren?',
  fixturesFail: (names) =>
    names.length === 1
      ? `Het testgeval ${names[0]} geeft iets anders dan verwacht.`
      : `${names.length} testgevallen geven iets anders dan verwacht: ${names.join(', ')}.`,
  seeFixtures: 'Bekijk wat verschilt, en accepteer wat bedoeld is',
  toConflict: 'Beslis per plaats',
  comparing: 'Controleert, draait testgevallen, vergelijkt met de berichten van 30 dagen…',
  backTitle: (version) => `Terug naar v${version}?`,
  goBack: (version) => `Ga terug naar v${version}`,
  willChange: 'Bestanden die wijzigen:',
  removed: 'gaat weg',
  checkedWell: 'De mapping is in orde en geen testgeval faalt.',
  nothingToCompare:
    'De laatste 30 dagen kwam geen bericht langs deze weg: er is niets om mee te vergelijken.',
  compared: (messages, of) =>
    messages === of
      ? `Vergeleken met ${messages === 1 ? '1 bericht' : `${messages} berichten`} van de laatste 30 dagen`
      : `Vergeleken met ${messages} van ${of} berichten van de laatste 30 dagen`,
  comparedDetail: (same, otherwise, reasons, values, unknown, controlled) =>
    `${same} gelijk · ${otherwise} ${otherwise === 1 ? 'zou' : 'zouden'} anders aflopen · ${reasons === 0 ? '' : `${reasons} om een andere reden · `}${values} met andere waarden · ${unknown} niet te vergelijken · ${controlled === 0 ? 'van geen is bekend dat de draaiende versie geeft wat het journaal heeft' : `van ${controlled} geeft de draaiende versie precies wat het journaal heeft`}`,
  onceMore: (count) =>
    count === 1
      ? '1 order zou nog eens worden verstuurd.'
      : `${count} orders zouden nog eens worden verstuurd.`,
  freed: (count) =>
    count === 1 ? '1 geparkeerd bericht zou vrijkomen.' : `${count} geparkeerde berichten zouden vrijkomen.`,
  retryAfterwards: (count) =>
    count === 1
      ? 'Probeer daarna het geparkeerde bericht dat vrijkomt opnieuw'
      : `Probeer daarna de ${count} geparkeerde berichten die vrijkomen opnieuw, op volgorde van binnenkomst`,
  needsReason: 'Hier is een reden voor nodig.',
  whyRight: 'Waarom is dat goed? (komt in het journaal)',
  whatChanged: 'Wat hebt u gewijzigd? (komt in het journaal)',
  takenUp: 'Een draaiende gateway neemt het binnen enkele seconden over.',
  published: (versions) => (versions === '' ? 'Gepubliceerd.' : `Gepubliceerd: ${versions}.`),
};
