import type { AnswerWords } from '../render-answer.ts';

const sentences: Readonly<Record<string, string>> = {
  parked: '{kind} is geparkeerd: iemand moet beslissen.',
  refused: '{kind} is geweigerd.',
  unreadable: '{kind} kon niet worden verwerkt.',
  overdue: '{kind} wacht te lang tot het ERP het ophaalt.',
  waiting: '{kind} wacht en wordt vanzelf opnieuw geprobeerd.',
  'under-way': '{kind} is onderweg.',
  'not-collected': '{kind} wacht tot het ERP het ophaalt.',
  sent: '{kind} is verstuurd.',
  published: '{kind} is gepubliceerd.',
  collected: '{kind} is opgehaald door het ERP.',
  closed: '{kind} was geweigerd, en iemand heeft dat afgesloten.',
  discarded: '{kind} is weggegooid.',
};

export const answersNl: AnswerWords = {
  kinds: {
    order: 'De order',
    response: 'Het orderantwoord',
    advice: 'De pakbon',
    status: 'De status',
    document: 'Het document',
  },
  sentence: (state, kind) => sentences[state]?.replace('{kind}', kind),
  noNews: (kind, outcome) => `${kind} had geen nieuws: ${outcome}.`,
  nothing: 'Er is niets bekend.',
  tasks: (count, on) =>
    `Er ${count === 1 ? 'staat één taak' : `staan ${count} taken`} open${on && ` op ${on}`}.`,
  lines: {
    'change-lines': (lines, reason) =>
      `De leverancier wees ${lines} af${reason && `: “${reason.replace(/\.$/, '')}”`}.`,
    'answer-proposal': (lines) => `De leverancier stelt een wijziging van ${lines} voor.`,
    'answer-change': (lines) => `De koper vraagt een wijziging van ${lines}.`,
    'answer-order': (lines) => `Wij hebben ${lines} niet beantwoord.`,
  },
  withEarlier: 'Een eerdere versie is verstuurd en geldt.',
  lineStates: {
    buyer: {
      rejected: 'inkoop beslist',
      proposed: 'inkoop antwoordt',
      asked: 'wijziging gevraagd',
      open: 'wacht op de leverancier',
      answered: 'beantwoord',
      accepted: 'afgesproken',
      completed: 'afgerond',
      cancelled: 'geannuleerd',
    },
    supplier: {
      rejected: 'afgewezen',
      proposed: 'wacht op de koper',
      asked: 'verkoop antwoordt',
      open: 'verkoop antwoordt',
      answered: 'beantwoord',
      accepted: 'afgesproken',
      completed: 'afgerond',
      cancelled: 'geannuleerd',
    },
    task: 'doe het in het portaal',
  },
  stations: {
    buyer: {
      received: 'Ontvangen van het ERP',
      sent: 'Order verstuurd',
      answered: 'Leverancier antwoordde',
      shipped: 'Verzonden',
      collected: 'ERP haalt het op',
    },
    supplier: {
      received: 'Order ontvangen',
      sent: 'Order verstuurd',
      answered: 'Wij antwoordden',
      shipped: 'Pakbon verstuurd',
      collected: 'ERP haalt het op',
    },
    common: {
      decide: 'Iemand moet beslissen',
      fix: 'Herstel het in het ERP',
      task: 'Doe het in het portaal',
      change: 'Inkoop wijzigt de order',
      answerProposal: 'Inkoop beantwoordt het voorstel',
      answerChange: 'Verkoop beantwoordt de wijziging',
      ask: 'De exchange wordt gevraagd',
      sendAgain: 'De wijziging wordt verstuurd',
      completed: 'Afgerond',
      cancelled: 'Geannuleerd',
      discarded: 'Het eindigt hier',
      noNews: 'Geen nieuws',
    },
    ahead: { answered: 'Leverancier antwoordt', sent: 'Verstuurd', weAnswer: 'Wij antwoorden' },
  },
};
