import type { SyntaxMasking } from '../define-syntax.ts';

export const csvMasking: SyntaxMasking = {
  places: {
    code: [
      'status',
      'unit',
      'currency',
      'type',
      'answer',
      'Ordersoort',
      'Bestellart',
      'Regelstatus',
      'Positionsstatus',
      'Eenheid',
      'Einheit',
      'Valuta',
      'Währung',
      'Antwoord',
      'Antwort',
    ],
    number: [
      'quantity',
      'pricePer',
      'Aantal',
      'Menge',
      'Toegezegd aantal',
      'Bestätigte Menge',
      'Prijs per',
      'Preiseinheit',
      'Price per',
    ],
    amount: ['price', 'Prijs', 'Preis'],
    line: [
      'position',
      'Regel',
      'Regelnummer',
      'Positie',
      'Pos',
      'Line',
      'salesPosition',
      'Verkoopregel',
      'Auftragsposition',
      'Sales line',
    ],
  },
  findLayout: (text) => ({ separator: findSeparator(text) }),
};

/** That which stands most often in its first lines. */
function findSeparator(text: string): string {
  const head = text.slice(0, 2_000);
  const counts = [';', '\t', '|', ','].map((mark) => [mark, head.split(mark).length] as const);
  return counts.toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? ';';
}
