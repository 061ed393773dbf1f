import { dryName, isDry } from '../dry-run.ts';
import type { Identity, Message } from '../journal/message.ts';
import { type Channel, isDryRun } from './channel.ts';

/** Milliseconds until it is looked again whether a channel is live. */
export const heldFor = 300_000;

/** Received live, and its channel runs dry now: nothing of it may leave the gateway. */
export const isHeld = (message: Message, channel: Channel): boolean => isDryRun(channel) && !isDry(message);

export const heldReason = ({ name }: Channel): string =>
  `The channel ${name} runs dry now (mode: dryRun), and this came before: it waits until the channel is live again.`;

/** The keys and order state of a dry run are its own. */
export function identityOf<T extends Identity>(message: Message, identity: T): T {
  if (!isDry(message)) return identity;
  const { address, orderKey } = identity;
  return {
    ...identity,
    ...(address === undefined ? {} : { address: dryName(address) }),
    ...(orderKey === undefined ? {} : { orderKey: dryName(orderKey) }),
  };
}

/** How its end reads where it is the end of nothing. */
export function dryReason(outcome: string, reason: string): string {
  const would = words[outcome] ?? `it would end as ${outcome}`;
  return `Dry run: ${would}${reason === '' ? '.' : `: ${reason}`}`;
}

const words: Readonly<Record<string, string>> = {
  delivered: 'it would be sent or published',
  rejected: 'it would be refused',
  parked: 'it would be parked, and a person would have to decide',
};
