import { journalText } from '../../../findings/journal-texts.ts';
import type { Message } from '../../../journal/model/message.ts';
import type { MessageStanding } from '../../../operator/messages/message-standing.ts';
import type { OrderAnswer } from '../../../operator/orders/order-answer.ts';
import { renderDuration, renderLocalTime } from '../../../time/local-time.ts';
import type { Outcome } from '../../../types.ts';
import { renderAway, renderStanding } from '../../messages/render-standing.ts';
import type { OrderWords } from '../order-words.ts';

function standing({ state, lines = [], outcome }: OrderAnswer, kind: string): string {
  const texts: Readonly<Record<OrderAnswer['state'], string>> = {
    parked: `${kind} IS GEPARKEERD: IEMAND MOET BESLISSEN`,
    refused: `${kind} IS GEWEIGERD: VERBETER HET IN HET ERP EN EXPORTEER HET OPNIEUW`,
    unreadable: `${kind} KON NIET WORDEN VERWERKT: KIJK WAAROM, EN VRAAG DE EXCHANGE`,
    task: `TAAK OPEN${lines.length === 0 ? '' : ` OP REGEL ${lines.join(', ')}`}: IEMAND MOET HET BIJ DE EXCHANGE DOEN`,
    overdue: `${kind} WACHT TE LANG TOT HET ERP HET OPHAALT`,
    waiting: `${kind} WACHT EN WORDT VANZELF OPNIEUW GEPROBEERD`,
    'under-way': `${kind} IS ONDERWEG`,
    'not-collected': `${kind} WACHT OP HET ERP`,
    sent: `${kind} IS VERSTUURD`,
    published: `${kind} IS GEPUBLICEERD`,
    collected: `${kind} IS OPGEHAALD DOOR HET ERP`,
    closed: `${kind} WAS GEWEIGERD, EN IEMAND HEEFT HET AFGESLOTEN`,
    discarded: `${kind} IS DOOR IEMAND BEËINDIGD`,
    'no-news': `${kind} HAD NIETS TE MELDEN (${outcome === undefined ? '' : renderOutcome(outcome)})`,
    nothing: 'ER IS NIETS BEKEND',
  };
  return texts[state];
}

const renderOutcome = (name: Outcome): string => renderStanding({ name }, 'nl');

const states: Readonly<Record<Message['state'], string>> = {
  received: 'ontvangen',
  ready: 'klaar',
  waiting: 'wacht',
  parked: 'geparkeerd',
  settled: 'afgehandeld',
};

const actions: ReadonlyMap<string, string> = new Map([
  ['retry', 'opnieuw'],
  ['release', 'vrijgegeven'],
  ['discard', 'weggegooid'],
  ['resend', 'verbeterd'],
  ['done', 'taak gedaan'],
  ['close', 'afgesloten'],
]);

function standsNow(standing: MessageStanding, now: number): string {
  const { name, due, released } = standing;
  if (name === 'away') return renderAway(standing, now, 'nl');
  if (name === 'received') return 'wordt nog gecontroleerd';
  if (name === 'parked') return `geparkeerd: iemand moet beslissen${released ? '; het houdt niets op' : ''}`;
  if (name === 'inHand') return 'onderweg';
  if (name === 'ready') return 'in de rij: het komt aan de beurt na eerdere documenten van deze order';
  if (name !== 'waiting') return 'afgehandeld';
  return due !== undefined && Date.parse(due) > now
    ? `wordt opnieuw geprobeerd om ${renderLocalTime(due)} (over ${inHours(renderDuration(Date.parse(due) - now))})`
    : 'wordt meteen opnieuw geprobeerd';
}

/** `2 u 10 min`. */
const inHours = (span: string): string => span.replace(/ h\b/, ' u');

export const nl: OrderWords = {
  kinds: {
    order: 'ORDER',
    response: 'ORDERANTWOORD',
    advice: 'PAKBON',
    status: 'STATUS',
    document: 'DOCUMENT',
  },
  standing,
  withEarlier: '; EEN EERDERE VERSIE IS VERSTUURD EN GELDT',
  titles: {
    order: (number) => (number === undefined ? 'Een document zonder nummer' : `Order ${number}`),
    buyer: ['wij kopen', 'wij kopen bij'],
    supplier: ['wij leveren', 'wij leveren aan'],
  },
  numbers: {
    'purchase order': 'Order',
    'sales order': 'Verkooporder',
    advice: 'Pakbon',
    shipment: 'Zending',
    party: 'Relatie',
  },
  answers: {
    buyer: {
      rejected: 'leverancier WIJST AF:',
      proposed: 'leverancier VRAAGT WIJZIGING VAN',
      asked: 'leverancier heeft nog niet geantwoord op de wijziging van',
      open: 'leverancier heeft nog niet geantwoord op',
      answered: 'beantwoord:',
      accepted: 'leverancier accepteert',
      completed: 'afgerond:',
      cancelled: 'geannuleerd:',
    },
    supplier: {
      rejected: 'wij WEZEN AF:',
      proposed: 'koper heeft nog niet geantwoord op ons voorstel voor',
      asked: 'koper VRAAGT WIJZIGING VAN',
      open: 'wij hebben nog niet geantwoord op',
      answered: 'wij hebben geantwoord op',
      accepted: 'wij accepteerden',
      completed: 'afgerond:',
      cancelled: 'geannuleerd:',
    },
  },
  lineStates: {
    rejected: 'afgewezen',
    proposed: 'leverancier stelt voor',
    asked: 'koper vraagt',
    open: 'niet beantwoord',
    answered: 'beantwoord',
    accepted: 'geaccepteerd',
    completed: 'afgerond',
    cancelled: 'geannuleerd',
  },
  asksFor: 'in plaats van',
  line: 'regel|regels',
  lines: (count) => `${count} regels`,
  for: (span) => `al ${inHours(span)}`,
  on: (time) => `op ${time}`,
  now: 'nu',
  steps: {
    fromErp: 'uit het ERP',
    fromExchange: 'van de exchange',
    fromFile: (line, message) => `vanaf regel ${line} van het bestand van #${message}`,
    bySearch: 'gevonden door te zoeken',
    byNotice: 'gemeld zonder het document',
    corrects: (message) => `verbetert #${message}`,
    checked: 'gecontroleerd',
    warnings: (count) => (count === 1 ? '1 waarschuwing' : `${count} waarschuwingen`),
    atLine: (line) => `(regel ${line})`,
    lost: 'waarden verloren',
    classes: { commercial: 'commercieel', other: 'overig' },
    tried: { gather: 'opgehaald', check: 'controle mislukt', work: 'stap mislukt' },
    attempts: (count, since) => `${count} pogingen sinds ${since}, de laatste: `,
    published: ['gepubliceerd', 'niet gepubliceerd'],
    sent: ['verstuurd', 'niet verstuurd', 'wordt verstuurd'],
    mapping: (version) => `mapping ${version}`,
    noAnswerYet: 'nog geen antwoord',
    noAnswer: 'geen antwoord',
    after: (answer, ms) => `${answer} na ${ms} ms`,
    maybeArrived: '; het kan zijn aangekomen',
    action: (action) => actions.get(action) ?? action,
    by: (who) => `door ${who || 'iemand'}`,
    result: (text) => journalText(text, 'nl'),
    outcome: renderOutcome,
    collected: ['opgehaald', 'door het ERP'],
    task: 'taak',
    taskEnded: 'taak afgesloten',
    taskOpen: 'taak open',
    endedBy: (who, message, line) =>
      `door ${who === 'ERP' ? 'het ERP' : 'de exchange'}, met #${message}${line === '' ? '' : ` van regel ${line}`}`,
    wholeOrder: 'de order',
    notCollected: 'niet opgehaald',
    lies: 'het ligt in zijn map',
    alarm: (at, within) =>
      `het ligt in zijn map; een alarm vanaf ${at} (op te halen binnen ${inHours(within)})`,
    state: (state) => states[state],
    standsNow,
    noNews: 'geen nieuws',
  },
  list: {
    headings: ['PARTIJ', 'ORDER', 'WIJ ZIJN', 'STAND', 'LAATSTE BERICHT'],
    none: (asked) => `Er is geen order ${asked} in het journaal.`,
    fit: (count, asked) =>
      `${count} orders passen bij ${asked}. Vraag er één op met het hele nummer en --party.`,
    more: 'Er zijn er meer: met --since en --party vallen er weg.',
    party: (party) => `partij ${party}`,
    roles: { buyer: 'koper', supplier: 'leverancier' },
  },
};
