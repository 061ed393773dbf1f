import type { Words } from '../../en.ts';

export const conflict: Words['conflict'] = {
  title: 'Uw concept en wat intussen is gepubliceerd',
  none: 'Niemand heeft gewijzigd wat uw concept wijzigt: er is niets te beslissen.',
  toEditor: 'Naar de editor',
  published: (who, version, at) =>
    `${who} publiceerde ${version === undefined ? '' : `v${version} `}om ${at} terwijl u bewerkte.`,
  editedByHand: 'Iemand heeft de bestanden met de hand gewijzigd terwijl u bewerkte.',
  before: (count) =>
    count === 1
      ? 'Daarvoor is het nog 1 keer gepubliceerd.'
      : `Daarvoor is het nog ${count} keer gepubliceerd.`,
  kept: 'Uw concept is bewaard zoals het was.',
  counts: (along, clashes, undecided, mayDecide) => {
    const going = along === 1 ? '1 wijziging van u gaat mee.' : `${along} wijzigingen van u gaan mee.`;
    const both =
      clashes === 0
        ? 'Niets botst.'
        : `${clashes === 1 ? '1 plaats is' : `${clashes} plaatsen zijn`} door beide gewijzigd${undecided === 0 ? ', en alles is beslist.' : mayDecide ? ': beslis daar.' : '.'}`;
    return along === 0 ? both : `${going} ${both}`;
  },
  onWiderScreen:
    'Voeg beide samen op een breder scherm, zoals dat van een tablet of pc; hier kunt u ze lezen.',
  allTheirs: 'Neem overal die van hen',
  allMine: 'Houd overal de mijne',
  clashes: (count) =>
    count === 1 ? '1 plaats die beide wijzigden' : `${count} plaatsen die beide wijzigden`,
  row: (key) => `rij ${key}`,
  lines: (line) => `vanaf regel ${line} van u`,
  wholeFile: 'het hele bestand',
  base: 'Ervoor',
  baseLabel: 'Waar beide van uitgingen',
  theirs: 'Van hen',
  byHand: 'met de hand',
  mine: 'Uw concept',
  takeTheirs: 'Neem die van hen',
  keepMine: 'Houd de mijne',
  write: 'Schrijf het anders…',
  outcome: 'Zo wordt het',
  gone: 'niets: het is weggehaald of was er nooit',
  noText: 'Dit bestand is geen tekst.',
  along: 'Wat meegaat',
  theirsAlong: 'Van hen; u kwam er niet aan',
  oursAlong: 'Van u; zij kwamen er niet aan',
  checks: 'De samengevoegde mapping',
  checkedWithMine: 'Geprobeerd met uw tekst waar nog niets is beslist.',
  triedWith: (document) => `Geprobeerd met ${document}.`,
  message: (id) => `bericht ${id}`,
  document: (name) => `document ${name}`,
  noDocument: 'Er is geen document om het mee te proberen: het wordt gecontroleerd als u publiceert.',
  checking: 'Het wordt gecontroleerd…',
  noResult: 'Het geeft geen resultaat. U kunt verdergaan en het in de editor herstellen.',
  made: 'De mapping is in orde en geeft een resultaat.',
  ends: {
    ignored: 'Het document zou worden genegeerd.',
    parked: 'Het document zou worden geparkeerd.',
    rejected: 'Het document zou worden geweigerd.',
    error: 'Er wordt geen resultaat gemaakt.',
  },
  lost: (count) =>
    count === 0
      ? 'Er gaat niets verloren.'
      : count === 1
        ? 'Er gaat 1 waarde verloren.'
        : `Er gaan ${count} waarden verloren.`,
  join: 'Ga verder vanaf wat nu draait',
  joinHint: 'Er wordt niets gepubliceerd: het samengevoegde concept opent in de editor.',
  undecided: (count) => (count === 1 ? '1 plaats te beslissen.' : `${count} plaatsen te beslissen.`),
  next: 'gaat naar de volgende',
  joined: 'Uw concept gaat uit van wat nu draait.',
  nothingLeft: 'Van uw concept bleef niets over: wat draait is alles.',
};
