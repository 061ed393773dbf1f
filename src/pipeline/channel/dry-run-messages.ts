import { dryRunNameOf, isDryRunMessage } from '../../dry-run-names.ts';
import type { Message, MessageIdentity } from '../../journal/model/message.ts';
import { type Channel, isDryRun } from './channel.ts';

/** Milliseconds after which a held message is looked at again. */
export const lookAgainAfter = 300_000;

/** Received live, and its channel runs dry now: nothing of it may leave the gateway. */
export const isHeldByDryRun = (message: Message, channel: Channel): boolean =>
  isDryRun(channel) && !isDryRunMessage(message);

export const renderHeldReason = ({ name }: Channel): string =>
  `The channel ${name} runs dry now (mode: dryRun), and this came before: it waits until the channel is live again.`;

/** The keys and order state of a dry run are its own. */
export function withDryRunNames<T extends MessageIdentity>(message: Message, identity: T): T {
  if (!isDryRunMessage(message)) return identity;
  const { address, orderKey } = identity;
  return {
    ...identity,
    ...(address === undefined ? {} : { address: dryRunNameOf(address) }),
    ...(orderKey === undefined ? {} : { orderKey: dryRunNameOf(orderKey) }),
  };
}

/** The reason of a dry run: how the message would have ended. */
export function renderDryRunReason(outcome: string, reason: string): string {
  const would = outcomeWording[outcome] ?? `it would end as ${outcome}`;
  return `Dry run: ${would}${reason === '' ? '.' : `: ${reason}`}`;
}

const outcomeWording: Readonly<Record<string, string>> = {
  delivered: 'it would be sent or published',
  rejected: 'it would be refused',
  parked: 'it would be parked, and a person would have to decide',
};
