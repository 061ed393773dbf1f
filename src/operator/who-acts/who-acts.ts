import type { CauseGroup } from '../../journal/journal.ts';
import type { Message } from '../../journal/model/message.ts';
import { parseOrderAddress } from '../../pipeline/channel/state-addresses.ts';
import type { Role } from '../../types.ts';
import type { TroubleCode } from '../health/health.ts';

/**
 * Who has to do something: who may decide on messages, who may change tables, mappings and the gateway, the people of
 * the ERP, the exchange's help desk, and those who buy or sell. What somebody has done is of an `Author`.
 */
export const actors = [
  'operator',
  'administrator',
  'erp',
  'exchange',
  'purchasing',
  'sales',
  'nobody',
] as const;
export type Actor = (typeof actors)[number];

/** What they have to do. */
export const actions = [
  'add-to-table',
  'fix-mapping',
  'decide',
  'agree',
  'fix-and-export',
  'look-at-import',
  'look-at-export',
  'ask-exchange',
  'call-exchange',
  'do-in-portal',
  'change-lines',
  'answer-proposal',
  'answer-order',
  'answer-change',
  'fix-gateway',
  'see-each',
  'none',
] as const;
export type RequiredAction = (typeof actions)[number];

export interface WhoActs {
  readonly who: Actor;
  readonly action: RequiredAction;
  /** Positions of the order lines that it is about, where it is not about the whole. */
  readonly lines?: readonly string[];
}

export const nobodyActs: WhoActs = { who: 'nobody', action: 'none' };
export const erpImports: WhoActs = { who: 'erp', action: 'look-at-import' };
const decide: WhoActs = { who: 'operator', action: 'decide' };
const fixGateway: WhoActs = { who: 'administrator', action: 'fix-gateway' };
/** A value that goes nowhere, or a mapping that fails. */
export const fixMapping: WhoActs = { who: 'administrator', action: 'fix-mapping' };
const askExchange: WhoActs = { who: 'exchange', action: 'ask-exchange' };
/** What waits for it goes on by itself. */
const callExchange: WhoActs = { who: 'exchange', action: 'call-exchange' };
const fixAndExport: WhoActs = { who: 'erp', action: 'fix-and-export' };

/** Those of us who deal with the other party of an order. */
export const tradingSide = (role: Role | undefined): 'purchasing' | 'sales' =>
  role === 'supplier' ? 'sales' : 'purchasing';

/** What parks a document, by the code of its finding. Any other is a rule about the document itself: the parties settle it. */
const byCause: Readonly<Record<string, WhoActs>> = {
  '': decide,
  'table-miss': { who: 'administrator', action: 'add-to-table' },
  'mapping-failed': fixMapping,
  'document-left-open': fixMapping,
  'value-not-carried': fixMapping,
  'line-renumbered': fixAndExport,
  'older-than-delivered': decide,
  'exchange-not-found': askExchange,
  'exchange-unexpected-status': askExchange,
  'exchange-says-failed': askExchange,
  'exchange-answers-another': askExchange,
  'event-not-json': askExchange,
  'event-unknown-shape': askExchange,
  'order-unreadable': askExchange,
  'shipment-unreadable': askExchange,
  'json-not-well-formed': askExchange,
  'json-duplicate-name': askExchange,
  'json-too-many-members': askExchange,
  'deadline-exceeded': decide,
  'step-failed': decide,
  'body-damaged': decide,
};

const findByCause = (code: string, role: Role | undefined): WhoActs =>
  byCause[code] ?? { who: tradingSide(role), action: 'agree' };

/** About messages that stand still for one cause, where none of them can be looked at any more. */
export const findWhoActsOnCause = ({ kind, code }: Pick<CauseGroup, 'kind' | 'code'>): WhoActs =>
  kind === 'refused' ? fixAndExport : findByCause(code, undefined);

type ActedMessage = Pick<Message, 'state' | 'outcome' | 'closed' | 'findings' | 'direction' | 'address'>;

/** About one message; `hasOpenTask`: it opened one that is not done. */
export function findWhoActsOnMessage(message: ActedMessage, hasOpenTask = false): WhoActs {
  const { state, outcome, closed, findings, direction, address = '' } = message;
  const role = parseOrderAddress(address)?.role;
  // what the exchange wrote, the ERP cannot export again
  if (outcome === 'rejected' && closed === undefined)
    return direction === 'inbound' ? fixAndExport : askExchange;
  if (state === 'parked') return findByCause(findDecidingFinding(findings)?.code ?? '', role);
  return hasOpenTask ? doInPortal(role) : nobodyActs;
}

const doInPortal = (role: Role | undefined): WhoActs => ({ who: tradingSide(role), action: 'do-in-portal' });

/** `address`: of the order that an open task is about. */
export const findWhoDoesTask = (address: string): WhoActs => doInPortal(parseOrderAddress(address)?.role);

/** The finding for which a message is parked or refused. */
export const findDecidingFinding = (findings: Message['findings']): Message['findings'][number] | undefined =>
  findings.find(({ severity }) => severity !== 'warning');

const byTrouble: Readonly<Record<TroubleCode, WhoActs>> = {
  journal: fixGateway,
  'exchange-refuses': callExchange,
  'exchange-away': callExchange,
  folder: fixGateway,
  filing: fixGateway,
  search: callExchange,
  mappings: fixMapping,
  'mappings-old': fixMapping,
  standstill: fixGateway,
  held: fixGateway,
  waiting: nobodyActs,
  parked: decide,
  rejected: fixAndExport,
  task: { who: 'purchasing', action: 'do-in-portal' },
  'not-collected': erpImports,
  untaken: { who: 'erp', action: 'look-at-export' },
  clock: fixGateway,
  'failed-logins': fixGateway,
  certificate: fixGateway,
  'certificate-ended': fixGateway,
  disk: fixGateway,
  silent: { who: 'erp', action: 'look-at-export' },
  'not-ours': fixGateway,
  config: fixGateway,
  alarm: fixGateway,
  'gateway-gone': fixGateway,
};

/** About something that is wrong with the gateway. */
export const findWhoActsOnTrouble = (code: TroubleCode): WhoActs => byTrouble[code];
