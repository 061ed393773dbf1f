import type { MarkState } from './icons.tsx';

const marks: Readonly<Record<string, MarkState>> = {
  delivered: 'sent',
  received: 'underWay',
  ready: 'underWay',
  inHand: 'underWay',
  waiting: 'waiting',
  parked: 'parked',
  rejected: 'refused',
  discarded: 'discarded',
};

/** Of a message, by its state or outcome. */
export function markOfStanding(standing: string, direction: 'inbound' | 'outbound' = 'inbound'): MarkState {
  if (standing === 'delivered' && direction === 'outbound') return 'published';
  return marks[standing] ?? 'noNews';
}
