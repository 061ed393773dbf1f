import type { Words } from '../en.ts';

export const keys: Words['keys'] = {
  title: 'Toetsen',
  groups: [
    {
      name: 'Overal',
      keys: [
        ['/', 'zoeken'],
        ['g o', 'overzicht'],
        ['g m', 'berichten met actie nodig'],
        ['g c', 'kanalen'],
        ['g a', 'alarmen'],
        ['g w', 'mappings'],
        ['?', 'deze toetsen'],
      ],
    },
    {
      name: 'Lijsten van berichten',
      keys: [
        ['j k', 'volgende, vorige'],
        ['Enter', 'openen'],
        ['x', 'selecteren'],
        ['Shift x', 'alles tot hier selecteren'],
        ['f', 'filteren'],
      ],
    },
    {
      name: 'Een bericht',
      keys: [
        ['F8', 'volgende bevinding'],
        ['Shift F8', 'vorige bevinding'],
        ['e', 'aanpassen en versturen…'],
        ['r', 'opnieuw proberen…'],
        ['d', 'weggooien…'],
      ],
    },
    {
      name: 'Mappings',
      keys: [
        ['Ctrl .', 'waar de waarde vandaan komt'],
        ['Alt ↓ ↑', 'volgende, vorige waarde van deze mappingregel'],
        ['Alt → ←', 'volgend, vorig document'],
        ['Ctrl S', 'concept bewaren'],
        ['Ctrl Enter', 'vergelijken'],
        ['Alt Enter', 'gekozen plaats overnemen…'],
        ['Ctrl 1 2 3', 'document, mapping, resultaat'],
        ['Ctrl Space', 'aanvullen wat u typt'],
        ['F8', 'volgend probleem van de mapping'],
        ['Esc Tab', 'de editor verlaten'],
      ],
    },
    {
      name: 'Dialoogvensters',
      keys: [
        ['Esc', 'sluiten'],
        ['Ctrl Enter', 'uitvoeren'],
      ],
    },
  ],
  single: 'Losse letters werken als toets (niet terwijl u in een veld typt)',
};
