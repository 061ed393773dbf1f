import type { Words } from '../en.ts';

export const pasting: Words['pasting'] = {
  title: 'Rijen uit Excel',
  hint: (columns) =>
    `Kopieer de cellen in Excel en plak ze hier, in deze volgorde: ${columns}. Een rij waarvan u de sleutel al hebt, komt daarvoor in de plaats.`,
  label: 'Cellen',
  found: (rows, replaced) =>
    `${rows === '1' ? '1 rij' : `${rows} rijen`}${replaced === 0 ? '' : `; ${replaced === 1 ? '1 daarvan vervangt een rij' : `${replaced} daarvan vervangen rijen`} van uzelf`}.`,
  incomplete: (rows, count, more) =>
    `${count === 1 ? 'Rij' : 'Rijen'} ${rows}${more > 0 ? ` en nog ${more}` : ''} ${count === 1 ? 'heeft' : 'hebben'} geen sleutel of geen waarde.`,
  tooMany: (rows, most) =>
    `Dat zouden ${rows} rijen zijn: deze pagina neemt er ${most}. Zet een langere tabel als bestand in de map met mappings.`,
  act: (rows) => (rows === '1' ? '1 rij invoegen' : `${rows} rijen invoegen`),
};
