import type { CauseGroup } from '../../journal/journal.ts';
import type { Message } from '../../journal/model/message.ts';
import type { TroubleCode } from '../health/health.ts';

/** Who has to do something: whoever looks after the gateway, the people of the ERP, the exchange's help desk, purchasing. */
export type Actor = 'you' | 'erp' | 'exchange' | 'purchasing' | 'nobody';

/** What they have to do. */
export type Action =
  | 'add-to-table'
  | 'fix-mapping'
  | 'decide'
  | 'agree'
  | 'fix-and-export'
  | 'look-at-import'
  | 'look-at-export'
  | 'ask-exchange'
  | 'do-in-portal'
  | 'fix-gateway'
  | 'none';

export interface WhoActs {
  readonly who: Actor;
  readonly action: Action;
}

const you = (action: Action): WhoActs => ({ who: 'you', action });
const exchange: WhoActs = { who: 'exchange', action: 'ask-exchange' };
const agree: WhoActs = { who: 'purchasing', action: 'agree' };
const nobody: WhoActs = { who: 'nobody', action: 'none' };

/** What parks a document, by the code of its finding. Any other is a rule about the document itself. */
const byCause: Readonly<Record<string, WhoActs>> = {
  '': you('decide'),
  'table-miss': you('add-to-table'),
  'mapping-failed': you('fix-mapping'),
  'exchange-not-found': exchange,
  'exchange-unexpected-status': exchange,
  'event-not-json': exchange,
  'event-unknown-shape': exchange,
  'order-unreadable': exchange,
  'shipment-unreadable': exchange,
  'json-not-well-formed': exchange,
  'json-duplicate-name': exchange,
  'json-too-many-members': exchange,
  'deadline-exceeded': you('decide'),
  'step-failed': you('decide'),
  'body-damaged': you('decide'),
};

/** About messages that stand still for one cause. */
export const findWhoActsOn = ({ kind, code }: Pick<CauseGroup, 'kind' | 'code'>): WhoActs =>
  kind === 'refused' ? { who: 'erp', action: 'fix-and-export' } : (byCause[code] ?? agree);

/** About one message. */
export function findWhoActsOnMessage({ state, outcome, closed, findings }: ActedMessage): WhoActs {
  if (outcome === 'rejected' && closed === undefined) return { who: 'erp', action: 'fix-and-export' };
  if (state !== 'parked') return nobody;
  return findWhoActsOn({ kind: 'parked', code: findDecidingFinding(findings)?.code ?? '' });
}

type ActedMessage = Pick<Message, 'state' | 'outcome' | 'closed' | 'findings'>;

/** The finding for which a message is parked or refused. */
export const findDecidingFinding = (findings: Message['findings']): Message['findings'][number] | undefined =>
  findings.find(({ severity }) => severity !== 'warning');

const byTrouble: Readonly<Record<TroubleCode, WhoActs>> = {
  journal: you('fix-gateway'),
  'exchange-refuses': exchange,
  'exchange-away': exchange,
  folder: you('fix-gateway'),
  filing: you('fix-gateway'),
  search: exchange,
  mappings: you('fix-mapping'),
  'mappings-old': you('fix-mapping'),
  standstill: you('fix-gateway'),
  held: you('fix-gateway'),
  waiting: nobody,
  parked: you('decide'),
  rejected: { who: 'erp', action: 'fix-and-export' },
  task: { who: 'purchasing', action: 'do-in-portal' },
  'not-collected': { who: 'erp', action: 'look-at-import' },
  untaken: { who: 'erp', action: 'look-at-export' },
  clock: you('fix-gateway'),
  'failed-logins': you('fix-gateway'),
  certificate: you('fix-gateway'),
  'certificate-ended': you('fix-gateway'),
  disk: you('fix-gateway'),
  silent: { who: 'erp', action: 'look-at-export' },
  'not-ours': you('fix-gateway'),
  config: you('fix-gateway'),
  alarm: you('fix-gateway'),
  'gateway-gone': you('fix-gateway'),
};

/** About something that is wrong with the gateway. */
export const findWhoActsOnTrouble = (code: TroubleCode): WhoActs => byTrouble[code];
