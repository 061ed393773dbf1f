import type { LocalizedText } from '../../../findings/localized-text.ts';
import { ApiProblem } from '../../kit/api-problem.ts';

/** What a route answers instead. */
interface ProblemText extends LocalizedText {
  readonly status: number;
  /** Absent: its name. */
  readonly code?: string;
}

const defineProblems = <N extends string>(problems: Readonly<Record<N, ProblemText>>) => problems;

/** All that the routes of the workbench answer instead with a sentence that names nothing. */
const problems = defineProblems({
  'no-folder': {
    status: 409,
    en: 'The config names no folder of your own mappings (`mappings:`).',
    nl: 'De configuratie noemt geen map met eigen mappings (`mappings:`).',
  },
  'read-only': {
    status: 409,
    en: 'This installation publishes through git: workbench is readOnly in the config. Your draft is kept.',
    nl: 'Deze installatie publiceert via git: workbench is readOnly in de configuratie. Uw concept is bewaard.',
  },
  'too-much-at-once': {
    status: 503,
    en: 'Several comparisons run now. Try again when one of them is done.',
    nl: 'Er lopen nu meerdere vergelijkingen. Probeer het opnieuw als er een klaar is.',
  },
  'no-plan': {
    status: 409,
    en: 'This comparison is no longer kept. Compare again, then publish.',
    nl: 'Deze vergelijking is niet meer bewaard. Vergelijk opnieuw en publiceer dan.',
  },
  'mapping-broken': {
    status: 409,
    en: 'No message can be run with the mapping as your draft or its file has it. The editor shows what is wrong.',
    nl: 'Met de mapping zoals uw concept of het bestand hem heeft, kan geen bericht worden verwerkt. De editor toont wat er mis is.',
  },
  'no-run': {
    status: 404,
    en: 'This run is no longer kept. Begin it again.',
    nl: 'Deze run is niet meer bewaard. Begin hem opnieuw.',
  },
  'asked-again': {
    status: 409,
    en: 'You have asked for this once more meanwhile.',
    nl: 'U hebt dit intussen nog eens gevraagd.',
  },
  'no-draft': {
    status: 409,
    en: 'You have no draft of this mapping: there is nothing to compare.',
    nl: 'U hebt geen concept van deze mapping: er is niets te vergelijken.',
  },
  'draft-elsewhere': {
    status: 409,
    en: 'You have changed this draft in another window. Open the page anew to see it; what stands here is not kept.',
    nl: 'U hebt dit concept in een ander venster gewijzigd. Open de pagina opnieuw om het te zien; wat hier staat is niet bewaard.',
  },

  'there-already': {
    status: 409,
    en: 'Your draft has a rule for this member already: edit that one.',
    nl: 'Uw concept heeft al een regel voor dit lid: wijzig die.',
  },
  'not-by-lines': {
    status: 409,
    en: 'Your draft writes what stands above this member in braces: add the rule in the editor.',
    nl: 'Uw concept schrijft wat boven dit lid staat tussen accolades: voeg de regel toe in de editor.',
  },
  'no-rule': {
    status: 404,
    en: 'The delivered mapping has no such rule.',
    nl: 'De meegeleverde mapping heeft zo’n regel niet.',
  },
  'reason-needed': {
    status: 400,
    en: 'Say why this value may be left out.',
    nl: 'Zeg waarom deze waarde mag wegblijven.',
  },
  'not-alone': {
    status: 400,
    en: 'This path cannot be named alone in ignored.csv: `*` and `?` stand for other names there.',
    nl: 'Dit pad is in ignored.csv niet alleen te noemen: `*` en `?` staan daar voor andere namen.',
  },

  'no-fixture': { status: 404, en: 'There is no such fixture.', nl: 'Zo’n testgeval is er niet.' },
  'no-end': {
    status: 409,
    en: 'The mapping did not end on this fixture.',
    nl: 'De mapping kwam op dit testgeval niet tot een einde.',
  },
  'no-message': { status: 409, en: 'There is no such message.', nl: 'Dat bericht is er niet.' },
  'no-name': {
    status: 409,
    en: 'This is no name for a case: use small letters, digits and hyphens.',
    nl: 'Dit is geen naam voor een geval: gebruik kleine letters, cijfers en streepjes.',
  },
  'fixture-there-already': {
    ...{ status: 409, code: 'there-already' },
    en: 'There is a fixture of that name already.',
    nl: 'Er is al een testgeval met die naam.',
  },

  'sample-empty': {
    status: 400,
    en: 'There is nothing in this file.',
    nl: 'Er staat niets in dit bestand.',
  },
  'sample-large': {
    status: 413,
    en: 'A sample may have 5 MB: cut it to its first orders.',
    nl: 'Een voorbeeld mag 5 MB zijn: houd alleen de eerste orders over.',
  },
  'no-sample': {
    status: 404,
    en: 'There is no sample any more: choose a file again.',
    nl: 'Er is geen voorbeeld meer: kies opnieuw een bestand.',
  },
  'no-document': {
    status: 404,
    en: 'There is no such message, or its file has been deleted: files are kept for a limited time.',
    nl: 'Dat bericht is er niet, of zijn bestand is verwijderd: bestanden worden een beperkte tijd bewaard.',
  },
  'no-format': {
    status: 409,
    en: 'This sample gives no format with a mapping yet: look at what is not right on this page.',
    nl: 'Dit voorbeeld geeft nog geen formaat met een mapping: kijk op deze pagina wat er niet klopt.',
  },
  'no-own-format': {
    status: 404,
    en: 'This mapping reads no format of your own.',
    nl: 'Deze mapping leest geen eigen formaat.',
  },
  'sample-not-maskable': {
    ...{ status: 409, code: 'not-maskable' },
    en: 'This document cannot be masked: keep it as it is, or take a sample without names.',
    nl: 'Dit document kan niet gemaskeerd worden: bewaar het zoals het is, of neem een voorbeeld zonder namen.',
  },
});

export type WorkbenchProblem = keyof typeof problems;

export function buildProblem(name: WorkbenchProblem): ApiProblem {
  const { status, code = name, en, nl } = problems[name];
  return new ApiProblem(status, code, { en, nl });
}

/** What it says, where that is part of an answer. */
export const problemText = (name: WorkbenchProblem): LocalizedText => problems[name];
