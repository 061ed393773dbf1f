import { FileMapping } from '../../mapping/file-mapping.ts';
import type { Mapping } from '../../mapping/mapping.ts';
import { InstrumentedMapping, type LostValues, type RuleUsage } from '../../mapping/rule-usage.ts';
import type { ChannelRuntime } from '../../pipeline/runtime/channel-runtime.ts';
import { rerun, type StepInput } from './rerun-steps.ts';

/** What a message uses of one mapping, and what that loses of it, with what such a value is. Plain data. */
export interface MessageUsage extends RuleUsage {
  readonly lost: readonly (LostValues & { readonly class: 'commercial' | 'other' })[];
}

/** What a message uses of the mappings on its way, those that translate it included. */
export function listMessageUsage(tools: ChannelRuntime, given: StepInput): readonly MessageUsage[] {
  const found: RuleUsage[] = [];
  // the same each time: a step may ask whether two of them are one
  const instrumented = new Map<string, Mapping>();
  const heard: ChannelRuntime = {
    ...tools,
    mapping(name) {
      const mapping = instrumented.get(name) ?? instrument(tools.mapping(name), (usage) => found.push(usage));
      instrumented.set(name, mapping);
      return mapping;
    },
  };
  rerun(heard, given);
  return found.map(({ lost, ...usage }) => ({
    ...usage,
    lost: lost.map((one) => ({ ...one, class: tools.classOf(one.path).class })),
  }));
}

const instrument = (mapping: Mapping, heard: (usage: RuleUsage) => void): Mapping =>
  mapping instanceof FileMapping ? new InstrumentedMapping(mapping, heard) : mapping;
