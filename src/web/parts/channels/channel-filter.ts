import type { ChannelRowItem } from '../../../api/model/overview-model.ts';
import { address } from '../../shell/address.ts';

/** Channels that are shown before the rest is asked for. */
const first = 20;

export interface ShownChannels<Channel> {
  readonly shown: readonly Channel[];
  readonly hidden: number;
  readonly fitting: number;
}

/** Those that fit what the address says: `channel` is part of a name, `state` `troubled`, `all` shows them all. */
export function filterChannels<Channel extends Pick<ChannelRowItem, 'name' | 'needsAction'>>(
  channels: readonly Channel[],
): ShownChannels<Channel> {
  const { query } = address.value;
  const text = (query.get('channel') ?? '').toLowerCase();
  const fitting = channels.filter(
    ({ name, needsAction }) =>
      name.toLowerCase().includes(text) && (query.get('state') !== 'troubled' || needsAction),
  );
  const isShort = query.get('all') === null && fitting.length > first + 3;
  const shown = isShort
    ? fitting.slice(0, Math.max(first, fitting.filter(({ needsAction }) => needsAction).length))
    : fitting;
  return { shown, hidden: fitting.length - shown.length, fitting: fitting.length };
}

/** Where there are few, nobody filters. */
export const needsFilter = (count: number): boolean => count > 12;
