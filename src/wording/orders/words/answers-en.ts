import type { AnswerWords } from '../render-answer.ts';

const sentences: Readonly<Record<string, string>> = {
  parked: '{kind} is parked: someone must decide.',
  refused: '{kind} was refused.',
  unreadable: '{kind} could not be taken.',
  overdue: '{kind} waits too long for the ERP to collect it.',
  waiting: '{kind} waits, and is tried again by itself.',
  'under-way': '{kind} is under way.',
  'not-collected': '{kind} waits for the ERP to collect it.',
  sent: '{kind} was sent.',
  published: '{kind} was published.',
  collected: '{kind} was collected by the ERP.',
  closed: '{kind} was refused, and someone has closed that.',
  discarded: '{kind} was discarded.',
};

export const answersEn: AnswerWords = {
  kinds: {
    order: 'The order',
    response: 'The response',
    advice: 'The despatch advice',
    status: 'The status',
    document: 'The document',
  },
  sentence: (state, kind) => sentences[state]?.replace('{kind}', kind),
  noNews: (kind, outcome) => `${kind} had no news: ${outcome}.`,
  nothing: 'Nothing is known of it.',
  tasks: (count, on) => `${count === 1 ? 'One task is' : `${count} tasks are`} open${on && ` on ${on}`}.`,
  lines: {
    'change-lines': (lines, reason) =>
      `The supplier rejected ${lines}${reason && `: “${reason.replace(/\.$/, '')}”`}.`,
    'answer-proposal': (lines) => `The supplier proposes a change of ${lines}.`,
    'answer-change': (lines) => `The buyer asks for a change of ${lines}.`,
    'answer-order': (lines) => `We have not answered ${lines}.`,
  },
  withEarlier: 'An earlier version was sent and stands.',
  stations: {
    buyer: {
      received: 'Received from the ERP',
      sent: 'Order sent',
      answered: 'Supplier answered',
      shipped: 'Shipped',
      collected: 'ERP collects it',
    },
    supplier: {
      received: 'Order received',
      sent: 'Order sent',
      answered: 'We answered',
      shipped: 'Despatch advice sent',
      collected: 'ERP collects it',
    },
    problems: {
      decide: 'Someone must decide',
      fix: 'Fix it in the ERP',
      task: 'Do it in the portal',
      change: 'Purchasing changes the order',
      answerProposal: 'Purchasing answers the proposal',
      answerChange: 'Sales answers the change',
    },
    ahead: { answered: 'Supplier answers', sent: 'Sent', weAnswer: 'We answer' },
  },
};
