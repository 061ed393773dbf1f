import type { Finding } from '../../types.ts';
import type { Channel } from '../channel.ts';

/** What a channel works with: its schemas, and the mapping that is held against them. */
export interface UsedTools {
  readonly map: string | undefined;
  readonly schemas: string | undefined;
  readonly document: string;
}

export function usedTools(channels: readonly Channel[]): readonly UsedTools[] {
  const used = channels.map(({ settings: { map, schemas, document } }) => ({ map, schemas, document }));
  return [...new Map(used.map((one) => [JSON.stringify(one), one])).values()];
}

/** Whether a finding of `proveMappings` keeps messages waiting; a fixture that differs does not. */
export const isBroken = ({ code }: Finding): boolean => code !== 'fixture-differs';
