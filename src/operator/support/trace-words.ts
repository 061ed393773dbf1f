import type { Language } from '../../types.ts';

/** What `trace.txt` of a bundle says around the values. `{name}` stands for what differs. */
interface TraceWords {
  readonly head: string;
  readonly same: string;
  readonly other: string;
  readonly maskedSame: string;
  readonly maskedOther: string;
  readonly maskedFails: string;
  readonly cannot: string;
  readonly failed: string;
  readonly asItIs: string;
  readonly noMapping: string;
  readonly values: string;
  readonly valuesOfWhich: string;
}

export const traceWords: Readonly<Record<Language, TraceWords>> = {
  en: {
    head: 'Message {id}, run again as it was at {at} ({step}: {said}).',
    same: 'The same comes of it.',
    other: 'Something else comes of it: {what}',
    maskedSame: 'The same comes of the masked documents.',
    maskedOther: 'Something else comes of the masked documents: then {before}, now {now}.',
    maskedFails: 'The masked documents cannot be run: what fails may quote them.',
    cannot: 'Message {id} cannot be run again, because {why}.',
    failed: 'Message {id} cannot be run again: {why}',
    asItIs: 'No mapping ran: it goes as it is.',
    noMapping: 'No mapping ran.',
    values: 'Where each value of what {mapping} made comes from: {values} values',
    valuesOfWhich:
      'Where each value of what {mapping} made comes from: {values} values, of which the first {told} are told',
  },
  nl: {
    head: 'Bericht {id}, opnieuw uitgevoerd zoals het was op {at} ({step}: {said}).',
    same: 'Er komt hetzelfde uit.',
    other: 'Er komt iets anders uit: {what}',
    maskedSame: 'Uit de gemaskeerde documenten komt hetzelfde.',
    maskedOther: 'Uit de gemaskeerde documenten komt iets anders: toen {before}, nu {now}.',
    maskedFails: 'De gemaskeerde documenten kunnen niet worden uitgevoerd: wat misgaat, kan ze citeren.',
    cannot: 'Bericht {id} kan niet opnieuw worden uitgevoerd, omdat {why}.',
    failed: 'Bericht {id} kan niet opnieuw worden uitgevoerd: {why}',
    asItIs: 'Er is geen mapping uitgevoerd: het gaat zoals het is.',
    noMapping: 'Er is geen mapping uitgevoerd.',
    values: 'Waar elke waarde vandaan komt van wat {mapping} heeft gemaakt: {values} waarden',
    valuesOfWhich:
      'Waar elke waarde vandaan komt van wat {mapping} heeft gemaakt: {values} waarden, waarvan de eerste {told} hier staan',
  },
};
