import type { Words } from '../../en.ts';

export const aboutTable: Words['aboutTable'] = {
  tooLong: (rows, most) =>
    `Uw tabel heeft ${rows} rijen, en deze pagina bewerkt er hoogstens ${most}. Bewerk het bestand zelf; het wordt gecontroleerd en gepubliceerd als elk ander.`,
  someShown: (shown, found) => `De eerste ${shown} van ${found} rijen. Zoek andere op hun tekst.`,
  keptAdded: (path) => `Blauwe rand: van uzelf, in ${path}, op sleutel over de rijen eronder gelegd.`,
  keptWhole: (path) => `Blauwe rand: van uzelf. ${path} bevat de hele tabel.`,
  sharedWith: (mappings) =>
    `Gedeeld met ${mappings}: bij publiceren worden controle, testgevallen en vergelijking voor allemaal gedaan.`,
  keys: 'Enter gaat omlaag en voegt een rij toe, Ctrl Delete verwijdert er een, Ctrl Z maakt ongedaan. Cellen uit Excel kunt u plakken waar de cursor staat.',
  toRow: (row) => `Rij ${row}`,
  wayBack: 'De weg terug is',
  usedBy: (mappings) => `van ${mappings}.`,
  noWayBack: (value) => `Daarin staat geen rij voor ${value}.`,
  otherWayBack: (key, value, back) =>
    `${value} komt terug als ${back === '' ? 'niets' : back}, niet als ${key}.`,
  uses: (n) => (n === 1 ? '1 mappingregel zoekt erin' : `${n} mappingregels zoeken erin`),
  noUses: 'Geen enkele mappingregel zoekt erin.',
  more: (n) => `en nog ${n}`,
};
