import { FileMapping } from '../../mapping/load-mapping.ts';
import { InstrumentedMapping, type RuleUsage } from '../../mapping/rule-usage.ts';
import type { ChannelRuntime } from '../../pipeline/runtime/channel-runtime.ts';
import { rerun, type StepInput } from './rerun-steps.ts';

/** What a message uses of the mappings on its way, those that translate it included. */
export function listMessageUsage(tools: ChannelRuntime, given: StepInput): readonly RuleUsage[] {
  const found: RuleUsage[] = [];
  const heard: ChannelRuntime = {
    ...tools,
    mapping(name) {
      const mapping = tools.mapping(name);
      return mapping instanceof FileMapping
        ? new InstrumentedMapping(mapping, (usage) => found.push(usage))
        : mapping;
    },
  };
  rerun(heard, given);
  return found;
}
