import type { DraftAssumption, DraftedKind } from '../../formats/infer/drafted-kinds.ts';
import type { Language } from '../../types.ts';

/** What is said of a first format from samples, on the page and at the command line. */
interface SampleTexts {
  readonly assumptions: Readonly<Record<DraftAssumption, string>>;
  /** What the files hold. */
  readonly kinds: Readonly<Record<DraftedKind, string>>;
  readonly noMapping: string;
  readonly assumed: string;
  written(file: string): string;
  isThere(file: string): string;
  noFile(file: string): string;
}

const english: SampleTexts = {
  assumptions: {
    order:
      'These are orders, though the file has what order responses have (such as a confirmed date). If they are responses, say so.',
    response:
      'These are order responses, by what the columns are called or hold. If they are orders, say so.',
    unit: 'The file says no unit: pieces (H87).',
    currency: 'The file says no currency: EUR.',
    netPrice: 'Prices are net.',
    implied:
      'Numbers with zeros before them and no decimal mark are whole: 0001250 is 1250. If their last digits stand behind a mark that is not written, say how many (two: 12.50).',
    position:
      'The file numbers no lines: they are counted. A number of the ERP would stay the same when lines come and go.',
    promised: 'The delivery date is the promised one, not the one that was asked for.',
    status:
      'The file says no answer to a line: each is compared with the order. What is equal is accepted, what differs is a proposal (revised), and where that cannot be told somebody must decide.',
  },
  kinds: { order: 'Recognised as orders.', response: 'Recognised as order responses.' },
  noMapping: 'No lines are recognised, so that no mapping is begun: write one (docs/own-format.md).',
  assumed: 'Taken for granted, look whether it is right:',
  written: (file) => `wrote ${file}`,
  isThere: (file) => `${file} is there already; rename it, or give another --name.`,
  noFile: (file) => `There is no file ${file}.`,
};

const dutch: SampleTexts = {
  assumptions: {
    order:
      'Dit zijn orders, al heeft het bestand wat orderbevestigingen hebben (zoals een bevestigde datum). Zijn het bevestigingen, zeg het dan.',
    response:
      'Dit zijn orderbevestigingen, naar hoe de kolommen heten of wat erin staat. Zijn het orders, zeg het dan.',
    unit: 'Het bestand noemt geen eenheid: stuks (H87).',
    currency: 'Het bestand noemt geen valuta: EUR.',
    netPrice: 'Prijzen zijn netto.',
    implied:
      'Getallen met nullen ervoor en zonder decimaalteken zijn heel: 0001250 is 1250. Staan hun laatste cijfers achter een teken dat niet geschreven is, zeg dan hoeveel (twee: 12,50).',
    position:
      'Het bestand nummert geen regels: ze worden geteld. Een nummer van het ERP bleef gelijk als er regels bij komen of verdwijnen.',
    promised: 'De leverdatum is de toegezegde, niet de gevraagde.',
    status:
      'Het bestand noemt geen antwoord per regel: elke regel wordt met de order vergeleken. Wat gelijk is, is aangenomen; wat afwijkt, is een voorstel (revised); en waar dat niet te zien is, moet iemand beslissen.',
  },
  kinds: { order: 'Herkend als orders.', response: 'Herkend als orderbevestigingen.' },
  noMapping:
    'Er zijn geen regels herkend, dus er is geen begin van een mapping: schrijf er een (docs/own-format.md).',
  assumed: 'Aangenomen, kijk of het klopt:',
  written: (file) => `geschreven: ${file}`,
  isThere: (file) => `${file} is er al; hernoem het, of geef een andere --name.`,
  noFile: (file) => `Er is geen bestand ${file}.`,
};

export const sampleTexts: Readonly<Record<Language, SampleTexts>> = { en: english, nl: dutch };

interface SampledDraft {
  readonly kind: DraftedKind;
  readonly mapping?: string;
  readonly assumptions: readonly DraftAssumption[];
}

/** What was recognised, and what was taken for granted: a line each. */
export function renderSampledDraft(
  { kind, mapping, assumptions }: SampledDraft,
  language: Language,
): readonly string[] {
  const texts = sampleTexts[language];
  return [
    texts.kinds[kind],
    ...(mapping === undefined ? [texts.noMapping] : []),
    ...(assumptions.length === 0 ? [] : [texts.assumed]),
    ...assumptions.map((one) => `- ${texts.assumptions[one]}`),
  ];
}
