import { FileMapping } from '../../mapping/load-mapping.ts';
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
  const listened = new Map<string, ReturnType<ChannelRuntime['mapping']>>();
  // the same one each time, as of any runtime: a chain is cut where its mapping stands
  const listenTo = (name: string): ReturnType<ChannelRuntime['mapping']> => {
    const mapping = tools.mapping(name);
    return mapping instanceof FileMapping
      ? new InstrumentedMapping(mapping, (usage) => found.push(usage))
      : mapping;
  };
  const heard: ChannelRuntime = {
    ...tools,
    mapping(name) {
      const known = listened.get(name) ?? listenTo(name);
      listened.set(name, known);
      return known;
    },
  };
  rerun(heard, given);
  return found.map(({ lost, ...usage }) => ({
    ...usage,
    lost: lost.map((one) => ({ ...one, class: tools.classOf(one.path).class })),
  }));
}
