import type { Words } from '../en.ts';

const count = (n: number, one: string, many: string): string => (n === 1 ? `1 ${one}` : `${n} ${many}`);

export const tables: Words['tables'] = {
  title: (mapping) => `Tabellen van ${mapping}`,
  nothingMissing: 'Elke waarde van de laatste 30 dagen staat in haar tabel.',
  nothingMissingButDefaults:
    'Elke waarde van de laatste 30 dagen staat in haar tabel, of krijgt de standaardwaarde van haar regel.',
  oneMissing: (key, table) =>
    `Eén waarde van de laatste 30 dagen staat niet in haar tabel: ${key === '' ? 'een lege' : key} (${table}).`,
  manyMissing: (n) => `${n} waarden van de laatste 30 dagen staan niet in hun tabel.`,
  counts: (own, beneath) =>
    own === 0
      ? `${count(beneath, 'rij', 'rijen')}, geen daarvan van uzelf.`
      : `${count(own, 'rij is', 'rijen zijn')} van uzelf, ${count(beneath, 'rij ligt', 'rijen liggen')} eronder.`,
  caption: (table) => `Rijen van de tabel ${table}`,
  key: 'sleutel',
  value: 'waarde',
  cell: (heading, row) => `${heading}, rij ${row}`,
  remove: 'Verwijderen',
  removeRow: (key) => `Verwijder de rij ${key}`,
  addRow: 'Rij',
  paste: 'Plakken uit Excel…',
  undo: 'Ongedaan maken',
  ownRows: 'Uw eigen rijen',
  rowsOf: (first, last, all) => `Rij ${first} tot en met ${last} van ${all}`,
  earlierRows: 'Eerdere',
  laterRows: 'Latere',
  find: 'Zoek een rij',
  none: 'Deze mapping heeft geen tabellen.',
  seeConflict: 'Voeg eerst beide samen.',
  tooMany: (rows, most) =>
    `${rows} rijen zijn te veel: zet een tabel met meer dan ${most} als bestand in de map met mappings.`,
  missingTitle: 'Gezien, en in geen tabel',
  looking: 'Berichten van 30 dagen worden opnieuw verwerkt…',
  looked: (messages) => `${count(messages, 'bericht', 'berichten')} van de laatste 30 dagen`,
  incomplete: 'Niet alle berichten konden op tijd worden bekeken.',
  empty: '(leeg)',
  takesDefault: (value, key) =>
    value === key
      ? 'gaat ongewijzigd door'
      : value === ''
        ? 'krijgt niets als standaardwaarde'
        : `krijgt de standaardwaarde ${value}`,
  inTable: (table) => `in ${table}`,
  messages: (n) => `${count(n, 'bericht', 'berichten')};`,
  firstMessage: (id) => `het eerste is ${id}`,
  add: 'Toevoegen',
  addKey: (key, table) => `Toevoegen aan ${table}: ${key}`,
  moreMissing: (n) => `en nog ${n}`,
  hide: 'Verbergen',
  hideKey: (key, table) => `${key} in ${table} verbergen: geen rij nodig`,
  hidden: (n) => `${n} verborgen in deze browser`,
  showHidden: 'Tonen',
  seenLastMonth: 'Gezien in 30 dagen',
  all: 'Tabellen van deze mapping',
  rows: (rows, own) => `${count(rows, 'rij', 'rijen')}${own > 0 ? `, ${own} van uzelf` : ''}`,
};
