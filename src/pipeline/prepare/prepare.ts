import type { TreeDocument } from '../../tree/node.ts';
import type { Finding } from '../../types.ts';
import { type Channel, carriesShipments } from '../channel.ts';
import type { Toolbox } from '../workers/toolbox.ts';
import { prepareInbound } from './inbound.ts';
import type { StateChange } from './order-state.ts';
import { prepareOutbound } from './outbound.ts';
import { prepareShipment } from './shipment.ts';

/** Everything prepare may see. The same task gives the same answer, today and in a replay. */
export interface PrepareTask {
  readonly channel: Channel;
  readonly message: {
    readonly id: number;
    /** Place in the order of arrival; by the id without it. */
    readonly arrival?: number;
    readonly hash: string;
    readonly issued?: string;
    readonly forced: boolean;
    /** Lies before the start of the gateway (`firstRun: noteOnly`). */
    readonly note: boolean;
  };
  readonly bytes: Uint8Array;
  /** Of these bytes, where check has just read it. */
  readonly tree?: TreeDocument;
  readonly gathered?: Uint8Array;
  /** The order state as JSON. */
  readonly state?: string;
  /** Bodies that the order state refers to, by hash. */
  readonly bodies: Readonly<Record<string, Uint8Array>>;
  readonly now: string;
}

export type Prepared =
  | {
      readonly kind: 'settle';
      readonly outcome: 'duplicate' | 'unchanged' | 'ignored' | 'rejected';
      readonly reason: string;
      readonly findings: readonly Finding[];
      readonly change?: StateChange;
    }
  /** Nothing is wrong with the document: it is tried again after a while. */
  | { readonly kind: 'wait'; readonly reason: string; readonly findings: readonly Finding[] }
  | { readonly kind: 'park'; readonly reason: string; readonly findings: readonly Finding[] }
  | Deliverable;

export interface Deliverable {
  readonly kind: 'deliver';
  readonly bytes: Uint8Array;
  readonly findings: readonly Finding[];
  readonly change: StateChange;
  /** Hash of the mapping; empty without one. */
  readonly mapping: string;
  /** For the file name: purchaseOrderNumber, shipmentNumber, documentType, eventName. */
  readonly fields: Readonly<Record<string, string>>;
}

/** From bytes, what was gathered and the order state to what will be sent or published, or to a refusal. Pure. */
export function prepare(tools: Toolbox, task: PrepareTask): Prepared {
  const { channel } = task;
  if (channel.direction === 'inbound') return prepareInbound(tools, task, channel);
  return carriesShipments(channel)
    ? prepareShipment(tools, task, channel)
    : prepareOutbound(tools, task, channel);
}
