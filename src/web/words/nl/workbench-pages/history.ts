import type { Words } from '../../en.ts';

export const history: Words['history'] = {
  title: (version: number, since: string) => `v${version} draait sinds ${since}.`,
  takenUp: (version) => `v${version} is gepubliceerd; nog niet elke gateway gebruikt die versie.`,
  notEverywhere: (version) => `v${version} is gepubliceerd, maar een gateway neemt die versie niet over.`,
  none: 'De bestanden zoals ze nu zijn, hebben geen bekende versie.',
  noneHint: 'Een versie krijgt haar nummer bij het publiceren, of als ze voor het eerst een bericht maakt.',
  by: (who: string, reason: string) =>
    who === ''
      ? 'Met de hand gewijzigd, of met de gateway meegeleverd.'
      : reason === ''
        ? `Door ${who}.`
        : `Door ${who}: ${reason}`,
  gateways: 'Wat elke gateway meldt',
  uses: (uses) => {
    if (uses === undefined) return 'heeft niet gemeld welke mappings hij gebruikt';
    if (uses.isCurrent) return 'gebruikt de mappings zoals ze nu zijn';
    return uses.publication === undefined
      ? 'gebruikt nog de mappings zoals ze eerder waren'
      : `gebruikt nog de mappings van publicatie ${uses.publication}`;
  },
  usedSince: (time) => `sinds ${time}`,
  silent: 'geeft geen teken van leven',
  byHand:
    'Iemand heeft de bestanden met de hand gewijzigd sinds de laatste publicatie. Ze draaien, en niemand heeft gezegd waarom.',
  byHandTitle: 'Met de hand gewijzigd',
  runsNow: 'draait nu',
  versions: 'Versies',
  yourDraft: 'Uw concept',
  notPublished: 'niet gepubliceerd',
  hand: 'met de hand of meegeleverd',
  messages: (count: number) => (count === 1 ? '1 bericht' : `${count} berichten`),
  between: (from: number, to: number) => `v${from} → v${to}`,
  first: (version: number) => `v${version} is de eerste`,
  against: 'Vergeleken met',
  goBack: (version: number) => `Terug naar v${version}…`,
  goBackHint:
    'Ook dan volgen controle, testgevallen en vergelijking, en is een reden nodig. Wat er nu is, blijft in de geschiedenis.',
  noDifference: 'Beide zeggen hetzelfde.',
  publications: 'Gepubliceerd in deze map',
  retryWaits:
    'Opnieuw proberen kan zodra elke gateway de mappings gebruikt zoals ze nu zijn, binnen enkele seconden.',
  actions: { publish: 'gepubliceerd', restore: 'teruggezet' },
};
