import type { Finding } from '../../types.ts';
import type { Channel } from '../channel.ts';

/** A mapping as a channel uses it: with the schemas it is held against. */
export interface UsedMapping {
  readonly name: string;
  readonly schemas: string | undefined;
}

export function usedMappings(channels: readonly Channel[]): readonly UsedMapping[] {
  const used = channels.flatMap(({ settings: { map, schemas } }) =>
    map === undefined ? [] : [{ name: map, schemas }],
  );
  return [...new Map(used.map((one) => [JSON.stringify(one), one])).values()];
}

/** Whether a finding of `proveMappings` keeps the mapping from running; a fixture that differs does not. */
export const isBroken = ({ code }: Finding): boolean => code !== 'fixture-differs';
